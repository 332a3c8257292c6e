/*
 * Reviews and exact chances, with the module review.wasm; fetched when one is asked for. A review blocks only for
 * one choice at a time, so that it can be stopped.
 */
import type { Review, ReviewDecision } from '../lib/protocol';
import type { Engine } from './engine';

/** Hears how far a review has come, 0 to 1, and each choice as soon as it is valued. */
export type Hear = (part: number, decision?: ReviewDecision) => void;
export type Reviewed = { review: Review } | { error: unknown };

/** The longest time for a review on any device; on a fast one the usual budget takes less. */
const PATIENCE_MS = 25_000;
/** A first look at the whole game with such a part of the budget, and not longer than this, tells the device's speed. */
const LOOK = 32;
const LOOK_MS = 800;
/** After so long the worker reads its messages. */
const BREATH_MS = 50;

export class Stopped extends Error {}

const breathe = (): Promise<void> => new Promise((done) => setTimeout(done));

/** Begins a review again with what this device can afford, if that must be found out. */
function afford(engine: Engine, record: string, first: number, clock: () => number): void {
    const usual = engine.call('review_budget');
    if (usual < LOOK) return;
    engine.call('review', record, Math.ceil(usual / LOOK), first);
    const start = clock();
    let [part, took] = [0, 0];
    while (part < 1 && took < LOOK_MS) {
        part = engine.call('review_step');
        took = clock() - start;
    }
    const whole = (took * LOOK) / part;
    engine.call('review', record, whole > PATIENCE_MS ? Math.max(1, Math.floor((usual * PATIENCE_MS) / whole)) : 0, first);
}

/** What is reviewed, and the seat whose choices are valued first; -1: in the order of the game. */
export interface ToReview {
    record: unknown;
    first: number;
}

/** Reviews a record; one that is wrong is refused with why. */
export async function review(engine: Engine, { record, first }: ToReview, hear: Hear, stop: AbortSignal | undefined, clock: () => number): Promise<Reviewed> {
    const text = JSON.stringify(record);
    if (!engine.call('review', text, 0, first)) return { error: engine.json() };
    afford(engine, text, first, clock);
    let last = performance.now();
    for (let part; (part = engine.call('review_step')) < 1; ) {
        hear(part, engine.json() as ReviewDecision);
        if (performance.now() - last > BREATH_MS) {
            await breathe();
            last = performance.now();
        }
        if (stop?.aborted) {
            engine.call('review_stop');
            throw new Stopped('stopped');
        }
    }
    engine.call('review_end');
    return { review: engine.json() as Review };
}

/** The exact chance to win a solo game from a view; where counting it would take too long, that over all deals with the
    opposite sign, or -1 where nobody knows it. Null: the game has no solver. */
export function chance(engine: Engine, game: string, view: Uint8Array, options: Record<string, string>): number | null {
    if (!engine.call('solo', game)) return null;
    for (const [name, text] of Object.entries(options)) engine.call('solo_option', name, text);
    engine.put(engine.call('view'), view);
    return engine.call('chance');
}
