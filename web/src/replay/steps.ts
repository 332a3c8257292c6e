// The steps of a recorded game on a line: deals, tricks and turns, and the choices that a review found costly.
import type { Found } from '../lib/reviewing.svelte';
import type { GameRecord, ReviewDecision } from '../lib/protocol';
import { isCostly } from './road';

export type Part = 'turn' | 'trick';
export interface Mark {
    step: number;
    kind: 'deal' | Part | 'slip' | 'mistake' | 'blunder';
}

/** `parts`: the tricks and turns (marks.ts). */
export function marksOf(record: GameRecord, review: Found | null, parts: readonly Mark[] = []): Mark[] {
    const deals = record.events.flatMap(([who], k): Mark[] => (who === 'deal' ? [{ step: k + 1, kind: 'deal' }] : []));
    const begun = new Set(deals.map((mark) => mark.step));
    const costly = (review?.decisions ?? []).flatMap((one): Mark[] =>
        isCostly(one) ? [{ step: one.event + 1, kind: one.grade as 'slip' | 'mistake' | 'blunder' }] : [],
    );
    return [...parts.filter((mark) => !begun.has(mark.step)), ...deals, ...costly];
}

/** The choice that led to this step, if it was reviewed. */
export const decisionAt = (review: Pick<Found, 'decisions'> | null, step: number): ReviewDecision | undefined =>
    review?.decisions.find((one) => one.event === step - 1 && !one.forced);

/** The choices that cost most, dearest first. */
export function costliest(review: Found, most: number, least = 0.01): ReviewDecision[] {
    return review.decisions
        .filter((one) => !one.forced && -(one.skill ?? 0) >= least)
        .sort((a, b) => (a.skill ?? 0) - (b.skill ?? 0))
        .slice(0, most);
}
