// Whether a finished game was dealt fairly: the engine, here in the page, plays it again from the secret and
// everybody's numbers (docs/protocol.md, "Fair deals"), and what comes out is compared with the record.
import { Engine } from '../worker/engine';
import { fetchModule } from '../worker/modules';
import type { GameRecord, TableState } from './protocol';
import { t } from './words.svelte';

/** Requests of table/table.h. */
const SIT = 0;
const START = 3;
const MOVE = 4;

export interface Finding {
    good: boolean;
    words: () => string;
}

/** People stand in for all chairs: who they were has no part in a deal. */
const stranger = (chair: number): [string, string] => [`00000000000000${(0x10 + chair).toString(16)}`, `P${chair}`];

function playAgain(engine: Engine, record: GameRecord, fair: NonNullable<GameRecord['fair']>): GameRecord | null {
    const ask = (at: number, kind: number, chair: number, text: string | null, number: string | null): boolean =>
        engine.call('ask', at, kind, chair, null, text, 0, number, 0) !== 0;
    engine.call('who', ...stranger(0));
    if (!engine.call('plan_game', record.game)) return null;
    for (const [name, value] of Object.entries(fair.options)) engine.call('plan_option', name, value);
    if (!engine.call('plan_check', record.seats, false, true)) return null;
    engine.call('plan_clock', 0, 0, 0);
    const at = engine.call('make', record.table ?? '', fair.secret, '', 0, true, fair.numbers[0] ?? null, 0);
    if (at === 0) return null;
    for (let chair = 1; chair < record.seats; chair++) {
        engine.call('who', ...stranger(chair));
        if (!ask(at, SIT, chair, null, fair.numbers[chair] ?? null)) return null;
    }
    engine.call('who', ...stranger(0));
    if (!ask(at, START, -1, null, null)) return null;
    const chairOf = (seat: number): number => fair.order.indexOf(seat);
    for (const [who, text] of record.events) {
        if (who === 'deal') continue;
        engine.call('who', ...stranger(chairOf(who)));
        if (!ask(at, MOVE, -1, text, null)) break;
    }
    engine.call('who', ...stranger(0));
    const told = engine.call('record', at) ? (engine.json() as GameRecord) : null;
    if (told) return told;
    /* The moves did not fit this deal: at least the start can be compared. */
    engine.call('whole', at, 0);
    const state = engine.json() as TableState;
    const order = state.people.map((person) => person.seat ?? -1);
    return { ...record, events: [], fair: { ...fair, commit: state.commit, order } };
}

/** What the check finds, one sentence each; `promised` is the commitment that stood at the table. */
export function compare(record: GameRecord, again: GameRecord | null, promised: string): Finding[] {
    const { fair } = record;
    if (!fair) return [{ good: false, words: () => t('verify.no-claim') }];
    if (!again?.fair || again.fair.commit !== fair.commit || fair.commit !== promised) {
        return [{ good: false, words: () => t('verify.commit') }];
    }
    const found: Finding[] = [{ good: true, words: () => t('page.fair-commit') }];
    const ordered = String(again.fair.order) === String(fair.order);
    found.push({ good: ordered, words: () => (ordered ? t('page.fair-order') : t('verify.order')) });
    const wrong = record.events.findIndex(([who, text], k) => who === 'deal' && again.events[k]?.[1] !== text);
    found.push({ good: wrong < 0, words: () => (wrong < 0 ? t('page.fair-deal') : t('verify.deal', wrong)) });
    return found;
}

export async function checkFair(record: GameRecord, promised: string): Promise<Finding[]> {
    const { fair } = record;
    if (!fair) return compare(record, null, promised);
    const engine = await Engine.load(fetchModule('tables'));
    return compare(record, playAgain(engine, record, fair), promised);
}
