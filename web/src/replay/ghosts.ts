// Where a move begins and ends on the drawn table. A game's `ghosts.ts` maps a move's text and the position before it to
// places; Ghosts.svelte draws over them, so the tables know nothing of it.
import type { Review, TableState } from '../lib/protocol';
import { decisionAt } from './steps';
import type { Spot, Trace } from './trace';
import { isBetter } from './values';

/** The trace of a seat's move; null: nothing on the table shows it. */
type Tracer = (text: string, state: TableState, seat: number) => Trace | null;
/** Of the games that tell it; `hand` is the place of the viewer's own cards. */
const tracers = import.meta.glob<{ trace: Tracer; hand: Spot }>('../games/*/ghosts.ts', { eager: true });

export const traceOf: Tracer = (text, state, seat) => tracers[`../games/${state.game}/ghosts.ts`]?.trace(text, state, seat) ?? null;
/** The viewer's own cards on the drawn table. */
export const handIn = (root: HTMLElement, game: string): HTMLElement | null => elementAt(root, tracers[`../games/${game}/ghosts.ts`]?.hand ?? []);

/** The next move and a better one, if there is one, at the position of a state; null: nothing to draw. */
export function ghostsOf(review: Pick<Review, 'decisions'> | null, state: TableState): { played: Trace | null; better: Trace | null } | null {
    const one = decisionAt(review, state.n + 1);
    if (!one?.fair || !isBetter(one, one.fair)) return null;
    return { played: traceOf(one.played, state, one.seat), better: traceOf(one.fair.best.move, state, one.seat) };
}

/** The first of a place's selectors that is drawn. */
export function elementAt(root: HTMLElement, place: string[]): HTMLElement | null {
    for (const selector of place)
        for (const found of root.querySelectorAll<HTMLElement>(selector)) if (found.getClientRects().length > 0) return found;
    return null;
}

export interface Box {
    x: number;
    y: number;
    w: number;
    h: number;
}
export interface Point {
    x: number;
    y: number;
}

const middle = ({ x, y, w, h }: Box): Point => ({ x: x + w / 2, y: y + h / 2 });

/** Where a ghost lies in its place: two at the same place lie beside each other, both within it. */
export function ghostIn(to: Box, ratio: number, side: -1 | 0 | 1): Box {
    const room = side === 0 ? to.w * 0.82 : to.w * 0.52;
    const w = Math.min(room, (to.h * 0.82) / ratio);
    const at = middle(to);
    const x = at.x + (side * (to.w - w)) / 2.4;
    return { x: x - w / 2, y: at.y - (w * ratio) / 2, w, h: w * ratio };
}

/** A bent line from the middle of a box to the near part of another; it ends within both. */
export function arrowBetween(from: Box, to: Box, bend: number): { path: string; start: Point; end: Point; angle: number } {
    const [start, goal] = [middle(from), middle(to)];
    const far = Math.hypot(goal.x - start.x, goal.y - start.y) || 1;
    const [ux, uy] = [(goal.x - start.x) / far, (goal.y - start.y) / far];
    /* Between neighbours a flat line would be hidden by its own ends. */
    const bent = far < 1.8 * Math.max(from.w, from.h) ? 4 * bend : bend;
    const turn = { x: (start.x + goal.x) / 2 - uy * far * bent, y: (start.y + goal.y) / 2 + ux * far * bent };
    /* The head stands off the middle, so that what lies there can be read. */
    const back = Math.hypot(goal.x - turn.x, goal.y - turn.y) || 1;
    const short = Math.min(to.w, to.h) * 0.3;
    const end = { x: goal.x - ((goal.x - turn.x) / back) * short, y: goal.y - ((goal.y - turn.y) / back) * short };
    const place = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
    return { path: `M${place(start)}Q${place(turn)} ${place(end)}`, start, end, angle: Math.atan2(end.y - turn.y, end.x - turn.x) };
}
