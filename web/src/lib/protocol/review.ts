// The review of a finished game (docs/reviews.md).
import type { Level } from './basics';

export type Grade = 'best' | 'good' | 'slip' | 'mistake' | 'blunder';

export interface ReviewValue {
    move: string;
    win?: number;
    points?: number;
    visits: number;
}

/** An argument of a reason: a card as in deals, a seat, a number, or a percentage. */
export type ReasonArg = { card: string } | { seat: number } | { number: number } | { percent: number };

/** Why a move is worse or better than another: one fact, in words by lib/reasons.ts. */
export interface Reason {
    id: string;
    /** It tells of the better move; otherwise of the one played. */
    better: boolean;
    args: ReasonArg[];
}

/** One choice of the game; a forced one has nothing beyond `forced`, and one that a book knows only the best move. */
export interface ReviewDecision {
    /** Index into the record's events. */
    event: number;
    seat: number;
    played: string;
    forced: boolean;
    exact?: boolean;
    grade?: Grade;
    /** Since the seat's last choice: luck of deals and reveals, or, where values are estimates, the rest, which is luck with
        their errors; and losses by others' choices. All are missing while choices before it are not valued. */
    luck?: number;
    rest?: number;
    others?: number;
    /** The loss by this choice, 0 or less. */
    skill?: number;
    fair?: { played: ReviewValue; best: ReviewValue };
    hindsight?: { played: ReviewValue; best: ReviewValue };
    moves?: ReviewValue[];
    /** If the choice costs something. */
    reason?: Reason;
    /** Luz: the forecast behind a bid. */
    bid?: { tricks: number[]; points: Record<string, number>; met: Record<string, number>; best: string };
}

/** One seat's road: start + luck (or rest) + others + skill = outcome, in chances to win. */
export type ReviewRoad = {
    seat: number;
    /** Not known before the first choice of a game that is won together. */
    start?: number;
    luck?: number;
    rest?: number;
    others: number;
    skill: number;
    outcome?: number;
    /** The part of luck or rest and of others that follows the last choice. */
    last: { luck?: number; rest?: number; others: number };
    over: boolean;
    exact: boolean;
    choices: number;
    points_lost?: number;
    /** The real decisions and what they lost, for ratings; older reviews have none. */
    real?: number;
    lost?: number;
} & Record<Grade, number>;

/** The output of `parlor review --json`. */
export interface Review {
    game: string;
    seats: number;
    bot: Level;
    budget: number;
    decisions: ReviewDecision[];
    roads: ReviewRoad[];
}

/** What a review tells for ratings, of one seat. */
export interface SeatSums {
    /** Real decisions, and the chances of winning that they lost. */
    choices: number;
    lost: number;
    /** The part of the win, and the luck in it (with the errors of estimated values, if there are any); missing where the
        start is not known. */
    result?: number;
    rest?: number;
}

/** The same by seat, with the review's iterations per choice. */
export interface Sums {
    budget: number;
    seats: SeatSums[];
}
