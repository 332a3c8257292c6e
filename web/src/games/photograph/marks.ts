// The turns of a game on the line of a replay's steps.
import type { Marker } from '../../lib/contract';
import type { PhotographView } from '../../lib/protocol';

/** A turn begins where another player takes. */
export const mark: Marker = (before, after) => {
    const [old, now] = [before as PhotographView, after as PhotographView];
    return now.turn !== old.turn && now.phase === 'take' ? 'turn' : null;
};
