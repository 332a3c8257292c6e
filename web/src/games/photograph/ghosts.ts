// Photograph's moves on the table: photos go from the field to the hand, a photo of the hand goes to another place.
import type { PhotographView, TableState } from '../../lib/protocol';
import type { Spot, Trace } from '../../replay/trace';

/* Nothing is imported from the table's own files: they belong to the first screen, this does not. */

/** The columns that a take empties. */
function columnsOf(row: (string | null)[], side: string, n: number): number[] {
    const there = row.flatMap((card, column) => (card === null ? [] : [column]));
    return side === 'R' ? there.reverse().slice(0, n) : there.slice(0, n);
}

/** A card of a hand: the viewer's own, or another's as cards or in its summary. */
const inHand = (seat: number, front: number, place: number): Spot =>
    seat === front ? [`[data-place="${place}"]`] : [`[data-flip="h:${seat}:${place}"]`, `[data-flip="shutter:${seat}"]`];

export const hand: Spot = ['.handbox'];

export function trace(text: string, { view, you }: TableState, seat: number): Trace | null {
    const photograph = view as PhotographView | null;
    if (!photograph) return null;
    const front = you.seat ?? 0;
    const take = /^take (\d)([LR])(\d)$/.exec(text);
    if (take) {
        const row = Number(take[1]) - 1;
        const cells = columnsOf(photograph.field[row] ?? [], take[2] ?? 'L', Number(take[3]));
        const last = (photograph.players[seat]?.hand.length ?? 0) - 1;
        return {
            from: cells.map((column) => [`.sheet > ol > li:nth-child(${row + 1}) .strip > :nth-child(${column + 2})`]),
            to: last < 0 ? [`[data-flip="shutter:${seat}"]`] : inHand(seat, front, last),
        };
    }
    const wind = /^wind (\d)>(\d)$/.exec(text);
    if (!wind) return null;
    const [from, to] = [Number(wind[1]) - 1, Number(wind[2]) - 1];
    return { from: [inHand(seat, front, from)], to: from === to ? null : inHand(seat, front, to) };
}
