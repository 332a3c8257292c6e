// Performance ratings (docs/reviews.md): added up by the module of records from what reviews told of each game.
import type { Review, SeatSums, Sums } from '../lib/protocol';
import type { Source } from '../worker/engine';
import { openModule } from './figures';
import type { Game } from './model';

/** What a review tells for ratings; null: it has no sums. */
export function sumsOf({ roads, budget, seats }: Review): Sums | null {
    const bySeat = Array.from({ length: seats }, (_, seat) => roads.find((road) => road.seat === seat));
    if (bySeat.some((road) => road?.real === undefined)) return null;
    return {
        budget,
        seats: bySeat.map((road): SeatSums => {
            const { real = 0, lost = 0, start, over, outcome, luck, rest = luck } = road ?? {};
            return { choices: real, lost, ...(start !== undefined && over && outcome !== undefined ? { result: outcome, rest } : {}) };
        }),
    };
}

/** A reviewed game as the own seat played it. */
export interface Rated extends SeatSums {
    game: string;
    seats: number;
    when: number;
}

/** The real games among those that were reviewed, the oldest first. */
export function ratedOf(games: Game[], sums: Record<string, Sums>): Rated[] {
    return games
        .filter(({ over, own, row }) => over && own >= 0 && !row.practice)
        .flatMap(({ row, own, when }) => {
            const seat = sums[row.table]?.seats[own];
            return seat ? [{ ...seat, game: row.game, seats: row.seats, when }] : [];
        })
        .sort((a, b) => a.when - b.when);
}

/** Of a game played alone, or with others. */
export interface Rating {
    game: string;
    alone: boolean;
    games: number;
    choices: number;
    rating: number;
    margin: number | null;
    shown: boolean;
    levels: [string, number][];
    /** The level that plays most like it. */
    near: string | null;
    /** Of games whose start is known: parts of wins, and by the own choices alone. */
    results: number;
    result: number;
    adjusted: number;
    adjustedMargin: number | null;
    /** The rating over the latest games up to each one, as soon as they have enough decisions. */
    time: { when: number; rating: number; margin: number }[];
}

/** The real decisions from which on a rating is shown (table/rating.h). */
export const ENOUGH = 100;

/** The latest games, the last one being `games[last]`, that have enough decisions together; null: all of them have not. */
export function latest<T extends { choices: number }>(games: T[], last: number): T[] | null {
    let choices = 0;
    for (let k = last; k >= 0; k--) {
        choices += games[k]?.choices ?? 0;
        if (choices >= ENOUGH) return games.slice(k, last + 1);
    }
    return null;
}

export async function ratingsOf(rated: Rated[], load?: () => Promise<Source> | Source): Promise<Rating[]> {
    const engine = await openModule(load);
    const found = (games: Rated[]): number[] => {
        engine.call('rating_start');
        for (const { choices, lost, result, rest } of games) {
            engine.call('rating_add', choices, lost);
            if (result !== undefined) engine.call('rating_result', result, rest ?? 0);
        }
        return engine.doubles(engine.call('rating_find'), 8);
    };
    const groups = new Map<string, Rated[]>();
    for (const one of rated) {
        const key = `${one.game} ${one.seats === 1}`;
        groups.set(key, [...(groups.get(key) ?? []), one]);
    }
    return [...groups.values()].map((games) => {
        const [rating = 0, margin = -1, shown = 0, results = 0, result = 0, , adjusted = 0, adjustedMargin = -1] = found(games);
        const { game = '', seats = 0 } = games[0] ?? {};
        engine.call('rating_scale', game, seats, rating);
        const { levels, near = null } = engine.json() as { levels: [string, number][]; near?: string };
        const time = games.flatMap(({ when }, k) => {
            const window = latest(games, k);
            if (!window) return [];
            const [rating = 0, margin = -1] = found(window);
            return [{ when, rating, margin }];
        });
        return {
            game, levels, near, results, result, adjusted, rating, time,
            alone: seats === 1, games: games.length, shown: shown !== 0,
            choices: games.reduce((sum, one) => sum + one.choices, 0),
            margin: margin < 0 ? null : margin,
            adjustedMargin: adjustedMargin < 0 ? null : adjustedMargin,
        };
    });
}
