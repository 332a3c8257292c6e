// Smitten's moves on the table: a card goes from the hand, or from the deck, to its cell.
import type { SmittenView, TableState } from '../../lib/protocol';
import type { Spot, Trace } from '../../replay/trace';

export const hand: Spot = ['.hands'];

export function trace(text: string, { view }: TableState, seat: number): Trace | null {
    const smitten = view as SmittenView | null;
    /* Waiting leaves the turn to the partner. */
    if (smitten && text === 'wait') return { from: [[seat === Math.max(0, smitten.seat) ? '.partner .hand' : '.hands .hold']], to: null };
    const move = /^(play|place|reveal|flip|swap) ([AB]?)([1-9]?)([LR]?)/.exec(text);
    if (!smitten || !move) return null;
    const [, verb, letter, card, square] = move;
    const who = letter || String(seat);
    const hand = `[data-flip="smitten-hand-${who}-${card}"]`;
    const closed = `[data-flip="smitten-hand-${who}-hidden"]`;
    /* The card of the deck has no hand; the partner's is seen as a back. */
    const turned = smitten.mode === 'solo' && !letter ? ['[data-flip="smitten-top"]'] : [`${hand} .card`, ...(card ? ['[data-flip="smitten-top"]'] : []), closed];
    const from: Spot = verb === 'flip' ? [closed] : turned;
    if (square) return { from: [from], to: [`[data-cell="${square}${card}"]`] };
    return { from: [from], to: verb === 'swap' ? ['[data-flip="smitten-aside"]', '[data-flip="smitten-deck"]'] : null };
}
