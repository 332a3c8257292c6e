// The choices of a reviewed game that mattered most.
import type { Review, ReviewDecision } from './protocol';

/* Less than this is not worth a word: 1 % of a win. */
const LEAST = 0.01;

/** How much of a win the best choice was ahead of the next best that was compared. */
function lead(one: ReviewDecision): number {
    const wins = (one.moves ?? []).map((value) => value.win).filter((win): win is number => win !== undefined);
    const [first, second] = wins.sort((a, b) => b - a);
    return one.grade === 'best' && first !== undefined && second !== undefined ? first - second : 0;
}

export interface TwoMoments {
    /** The choice that cost the seat most, and the one that was furthest ahead of the next best; null: none did. */
    worst: { decision: ReviewDecision; by: number } | null;
    best: { decision: ReviewDecision; by: number } | null;
}

export function twoMoments(review: Review, seat: number): TwoMoments {
    const own = review.decisions.filter((one) => one.seat === seat && !one.forced);
    const pick = (worth: (one: ReviewDecision) => number): TwoMoments['best'] => {
        let found: TwoMoments['best'] = null;
        for (const decision of own) if (worth(decision) >= Math.max(LEAST, found?.by ?? 0)) found = { decision, by: worth(decision) };
        return found;
    };
    return { worst: pick((one) => -(one.skill ?? 0)), best: pick(lead) };
}

/** Of a game that was lost together: the last choice after which it could not be won, though another would have kept it
    open, with all cards known; 'never': no play could have won; null: not known. */
export function savingChoice(review: Review): ReviewDecision | 'never' | null {
    const valued = review.decisions.filter((one) => one.hindsight);
    const isLoss = (one: ReviewDecision): boolean => one.hindsight?.best.win === 1 && one.hindsight.played.win === 0;
    const saved = valued.filter(isLoss).at(-1);
    if (saved) return saved;
    const first = review.decisions.find((one) => !one.forced);
    return first?.hindsight?.best.win === 0 ? 'never' : null;
}
