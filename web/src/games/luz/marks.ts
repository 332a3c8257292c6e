// The tricks of a game on the line of a replay's steps.
import type { Marker } from '../../lib/contract';
import type { LuzView } from '../../lib/protocol';

const total = (view: LuzView): number => view.tricks.reduce((sum, one) => sum + one, 0);

/** A trick ends where its card is the last one. */
export const mark: Marker = (before, after) => {
    const [old, now] = [before as LuzView, after as LuzView];
    return now.deal === old.deal && total(now) > total(old) ? 'trick' : null;
};
