// The tricks and turns of a recorded game: found in the pauses of the page, for there may be hundreds of steps.
import type { Marker } from '../lib/contract';
import type { Moments } from './moments';
import type { Mark } from './steps';

/** Steps that are looked at in one go. */
const BATCH = 16;

const pause = (): Promise<void> => new Promise((done) => setTimeout(done));

export async function partsOf(moments: Pick<Moments, 'at' | 'steps'>, mark: Marker): Promise<Mark[]> {
    const marks: Mark[] = [];
    let before = moments.at(0, 'watch').view;
    for (let step = 1; step <= moments.steps; step++) {
        const { view } = moments.at(step, 'watch');
        const kind = mark(before, view);
        if (kind) marks.push({ step, kind });
        before = view;
        if (step % BATCH === 0) await pause();
    }
    return marks;
}
