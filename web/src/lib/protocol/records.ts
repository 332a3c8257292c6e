// Finished games: results and records (docs/records.md).
import type { Options } from './basics';
import type { View } from './games';
import type { Sums } from './review';

export interface ScoreResult {
    scores: number[];
    winners: number[];
}

export interface TeamResult {
    won: boolean;
    placed: number;
    winners: number[];
}

export type Result = ScoreResult | TeamResult;

/** See docs/records.md: `['deal', text]` or `[seat, move text]`. */
export type RecordEvent = ['deal', string] | [number, string];

/** From which moment of which record the game was played on. */
export interface Fork {
    of: string;
    step: number;
    seat: number;
    cards: 'same' | 'anew';
}

export interface GameRecord {
    parlor: 1;
    game: string;
    seats: number;
    options: Options;
    events: RecordEvent[];
    result?: Result;
    rules?: number;
    table?: string;
    names?: string[];
    began?: number;
    ended?: number;
    practice?: true;
    fork?: Fork;
    /** It says that it is of the daily deal of that date. */
    daily?: { date: string; version: number };
    /** In the files of somebody's own games: the seat of that person, and what a review told for ratings. */
    own?: number;
    rated?: Sums;
    fair?: {
        commit: string;
        secret: string;
        /** By chair; those without a seal were given openly. */
        numbers: (string | null)[];
        seals?: (string | null)[];
        /** How often numbers were asked for. */
        draws?: number;
        order: number[];
        options: Options;
        /** The chair that the host named, or null for the lot; older records do not say. */
        begins?: number | null;
    };
}

/** The game after `step` events, as one seat saw it then: what replay_write_moment of table/replay.h writes. */
export interface Moment {
    step: number;
    phase: 'play' | 'over';
    event?: { e: 'deal' } | { e: 'move'; seat: number; text?: string };
    view: View;
    result?: Result;
    shown?: Record<string, unknown>;
}
