// Bids and tricks of deals that this page has not seen: out of the record of the game.
import type { GameRecord, LuzView } from '../../lib/protocol';
import { Moments } from '../../replay/moments';
import { note } from './history';

/** Notes each deal as it was at its end: before the next one was dealt, or at the last step. */
export async function recall(table: string, record: GameRecord, load?: () => Promise<Response> | BufferSource): Promise<void> {
    const moments = await Moments.open(record, load);
    const deals = record.events.flatMap(([who], step) => (who === 'deal' && step > 0 ? [step] : []));
    for (const step of [...deals, moments.steps]) note(table, moments.at(step, 'watch').view as LuzView);
}
