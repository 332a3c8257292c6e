// Luz's moments: a card laid, the rose window lit around the winning pane, a bead filled.
import type { LuzView, TableEvent, TableState } from '../../lib/protocol';
import { isCourse, type Moment, type Places } from '../../moments/moment';

export const places: Places = { player: (_, seat) => `[data-luz-seat="${seat}"]`, hand: 'section.mine' };

/** The last look at the deal that `before` belongs to. */
const lookOf = (before: LuzView, after: TableState): LuzView | undefined =>
    [after.view as LuzView, after.ended as LuzView | undefined].find((view) => view?.deal === before.deal);

export function tell(before: TableState, after: TableState, events: TableEvent[]): Moment[] {
    const old = before.view as LuzView | null;
    const now = old && after.view ? lookOf(old, after) : undefined;
    if (!old || !now || !isCourse(before, after, events)) return [];
    const out: Moment[] = [];
    const cards = events.filter((event) => event.e === 'move' && event.text?.startsWith('play')).length;
    /* flip.ts moves the cards themselves. */
    if (cards > 0) out.push({ effect: 'slide', at: '.rose .pane.newest', step: 0, sound: 'paper' });
    now.tricks.forEach((won, seat) => {
        if (won <= (old.tricks[seat] ?? 0)) return;
        out.push({ effect: 'light', at: '.rose.done .pane.lit', step: 2, sound: 'glass' });
        out.push({ effect: 'bead', at: `[data-luz-seat="${seat}"] .string i:nth-child(${won})`, step: 2, sound: 'bead' });
    });
    return out;
}
