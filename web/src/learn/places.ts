// What a step marks: a move's card and place (a game's ghosts.ts), or a part of the table (its places.ts).
import type { TableState } from '../lib/protocol';
import type { Spot } from '../replay/trace';
import { traceOf } from '../replay/ghosts';

/** The places of a part, such as `hand` or `cell 5L`; null: the table has no such part. */
export type Placer = (part: string, state: TableState) => Spot[] | null;

const placers = import.meta.glob<{ places: Placer }>('../games/*/places.ts', { eager: true });

export function placesOf(mark: string, state: TableState): Spot[] {
    const part = placers[`../games/${state.game}/places.ts`]?.places(mark, state);
    if (part) return part;
    const trace = traceOf(mark, state, state.you.seat ?? 0);
    return trace ? [...trace.from, ...(trace.to ? [trace.to] : [])] : [];
}
