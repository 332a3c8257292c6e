// The choices of a reviewed game that mattered most, and what another choice there would have been worth.
import type { Review, ReviewDecision, ReviewValue } from './protocol';

/* Less than this is not worth a word: 1 % of a win. */
const LEAST = 0.01;
/* Points count as in the grades of table/review.c: two of them are a slip, if they cost some of a win. */
const POINTS = 2;
const SOME = 0.005;
/* A move that was looked at this many times more seldom than the best one has no value to rely on. */
const SELDOM = 10;

/** How much of a win the best choice was ahead of the next best that was compared. */
function lead(one: ReviewDecision): number {
    const wins = (one.moves ?? []).map((value) => value.win).filter((win): win is number => win !== undefined);
    const [first, second] = wins.sort((a, b) => b - a);
    return one.grade === 'best' && first !== undefined && second !== undefined ? first - second : 0;
}

/** How much of a win a choice cost its player. */
export const costOf = (one: ReviewDecision): number => Math.max(0, -(one.skill ?? 0));

const isCostly = (one: ReviewDecision): boolean =>
    (one.grade === 'slip' || one.grade === 'mistake' || one.grade === 'blunder') && one.fair !== undefined && one.fair.best.move !== one.played;

/** The two choices that cost a seat most, dearest first; fewer, if fewer are worth a second look. */
export function twoMoments(review: Pick<Review, 'decisions'>, seat: number): ReviewDecision[] {
    return review.decisions
        .filter((one) => one.seat === seat && !one.forced && isCostly(one))
        .sort((a, b) => costOf(b) - costOf(a) || a.event - b.event)
        .slice(0, 2);
}

/** The choice of a seat that was furthest ahead of the next best, and by how much of a win; null: none was. */
export function bestFind(review: Pick<Review, 'decisions'>, seat: number): { decision: ReviewDecision; by: number } | null {
    const finds = review.decisions
        .filter((one) => one.seat === seat && !one.forced)
        .map((decision) => ({ decision, by: lead(decision) }))
        .filter(({ by }) => by >= LEAST);
    return finds.reduce<(typeof finds)[number] | null>((best, one) => (best && best.by >= one.by ? best : one), null);
}

/** `unsure`: the review did not look at the move long enough to say what it costs. */
export type Verdict = { is: 'right' } | { is: 'costs'; by: number } | { is: 'unsure' };

/** What a move is worth at a choice, beside the best one, by fair values. */
export function judge(one: ReviewDecision, text: string): Verdict {
    const best = one.fair?.best;
    if (!best || text === best.move) return { is: 'right' };
    const value = [one.fair?.played, ...(one.moves ?? [])].find((known) => known?.move === text);
    if (value?.win === undefined || best.win === undefined) return { is: 'unsure' };
    if (!isAsGood(value, best)) return { is: 'costs', by: Math.max(0, best.win - value.win) };
    return value.visits * SELDOM < best.visits ? { is: 'unsure' } : { is: 'right' };
}

function isAsGood(value: ReviewValue, best: ReviewValue): boolean {
    const cost = (best.win ?? 0) - (value.win ?? 0);
    const points = (best.points ?? 0) - (value.points ?? 0);
    return cost < LEAST && (points < POINTS || cost < SOME);
}

/** Of a game that was lost together: the last choice after which it could not be won, though another would have kept it
    open, with all cards known; 'never': no play could have won; null: not known. */
export function savingChoice(review: Pick<Review, 'decisions'>): ReviewDecision | 'never' | null {
    const valued = review.decisions.filter((one) => one.hindsight);
    const isLoss = (one: ReviewDecision): boolean => one.hindsight?.best.win === 1 && one.hindsight.played.win === 0;
    const saved = valued.filter(isLoss).at(-1);
    if (saved) return saved;
    const first = review.decisions.find((one) => !one.forced);
    return first?.hindsight?.best.win === 0 ? 'never' : null;
}
