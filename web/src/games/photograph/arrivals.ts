// Where the cards of the last move came from, as keys of the movement (lib/flip.ts).
import type { PhotographColour, PhotographPlayer, PhotographView } from '../../lib/protocol';
import { colourOf, isBack, type Shot, type Step } from './model';

const shotsIn = (step: Step | null, seat: number, colour: PhotographColour): Shot[] =>
    (step?.shots.get(seat) ?? []).filter((shot) => colourOf(shot.card) === colour);

/** How many frames of a film the last move brought. */
export const newIn = (step: Step | null, seat: number, colour: PhotographColour): number =>
    shotsIn(step, seat, colour).length;

/** How many cards on top of a hand came by the last take; none once they have been wound. */
export const freshIn = (step: Step | null, seat: number, phase: PhotographView['phase']): number =>
    step?.take && step.seat === seat && phase === 'wind' ? step.take.n : 0;

/** Where a card of the hand came from: a face-down photo has no name until it is taken. */
export function handFrom(step: Step | null, hand: string[], fresh: number, place: number): string | undefined {
    const at = place - (hand.length - fresh);
    if (!step?.take || at < 0) return undefined;
    return isBack(step.taken[at] ?? '') ? `f:${step.take.row}:${step.columns[at]}` : undefined;
}

/** Where a frame of a film came from: the shutter if it is face down, else the card of the same name. */
export function filmFrom(
    step: Step | null,
    seat: number,
    player: PhotographPlayer,
    colour: PhotographColour,
    index: number,
): string | undefined {
    const shots = shotsIn(step, seat, colour);
    const shot = shots[index - ((player.films[colour]?.cards.length ?? 0) - shots.length)];
    if (!shot) return undefined;
    return isBack(shot.card) ? `shutter:${seat}` : `c:${shot.card}`;
}
