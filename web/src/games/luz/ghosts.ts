// Luz's moves on the table: a card goes to its player's pane, a bid is a bead.
import type { LuzView, TableState } from '../../lib/protocol';
import type { Spot, Trace } from '../../replay/trace';

export const hand: Spot = ['section.mine'];

export function trace(text: string, { view }: TableState, seat: number): Trace | null {
    const luz = view as LuzView | null;
    const bid = /^bid (\d+)/.exec(text);
    /* While nobody bids at this screen, the seat's string of beads stands for the choice. */
    if (bid) return { from: [[`[data-beads="${bid[1]}"]`, `[data-luz-seat="${seat}"] .beads`]], to: null };
    const play = /^play (\d+)$/.exec(text);
    if (!play || !luz) return null;
    const bottom = Math.max(0, luz.seat);
    const pane = ((seat - bottom + luz.seats) % luz.seats) + 1;
    return { from: [[`[data-flip="luz-${luz.deal}-${seat}-${play[1]}"]`]], to: [`.rose ul > li:nth-child(${pane})`] };
}
