// The steps of a recorded game on a line: deals, and the choices that a review found costly.
import type { GameRecord, Review, ReviewDecision } from '../lib/protocol';

export interface Mark {
    step: number;
    kind: 'deal' | 'slip' | 'mistake' | 'blunder';
}

export function marksOf(record: GameRecord, review: Review | null): Mark[] {
    const deals = record.events.flatMap(([who], k): Mark[] => (who === 'deal' && k > 0 ? [{ step: k + 1, kind: 'deal' }] : []));
    const costly = (review?.decisions ?? []).flatMap((one): Mark[] =>
        one.grade === 'slip' || one.grade === 'mistake' || one.grade === 'blunder' ? [{ step: one.event + 1, kind: one.grade }] : [],
    );
    return [...deals, ...costly];
}

/** The choice that led to this step, if it was reviewed. */
export const decisionAt = (review: Review | null, step: number): ReviewDecision | undefined =>
    review?.decisions.find((one) => one.event === step - 1 && !one.forced);

/** The choices that cost most, dearest first. */
export function costliest(review: Review, most: number, least = 0.01): ReviewDecision[] {
    return review.decisions
        .filter((one) => !one.forced && -(one.skill ?? 0) >= least)
        .sort((a, b) => (a.skill ?? 0) - (b.skill ?? 0))
        .slice(0, most);
}

/** One seat's chance to win, from 0 to 1, at each of its choices: before it, and after it. */
export function chancesOf(review: Review, seat: number): [step: number, chance: number][] {
    const points: [number, number][] = [];
    for (const one of review.decisions) {
        if (one.seat !== seat || one.fair?.best.win === undefined || one.fair.played.win === undefined) continue;
        points.push([one.event, one.fair.best.win], [one.event + 1, one.fair.played.win]);
    }
    const road = review.roads.find((one) => one.seat === seat);
    if (road?.outcome !== undefined && points.length > 0) points.push([Infinity, road.outcome]);
    return points;
}
