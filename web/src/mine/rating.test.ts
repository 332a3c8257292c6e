// What reviews tell for ratings.
import { expect, test } from 'vitest';
import type { Review, Sums } from '../lib/protocol';
import type { Game } from './model';
import { latest, ratedOf, sumsOf } from './rating';

const road = (seat: number, more: object): object => ({ seat, luck: 0.1, others: 0, skill: -0.2, over: true, real: 5, lost: 0.2, ...more });

test('the sums of a review are those of its roads; a result counts only if its start is known', () => {
    const review = { budget: 9, seats: 2, roads: [road(1, { start: 0.5, outcome: 1 }), road(0, { outcome: 0 })] } as unknown as Review;
    expect(sumsOf(review)).toEqual({ budget: 9, seats: [{ choices: 5, lost: 0.2 }, { choices: 5, lost: 0.2, result: 1, rest: 0.1 }] });
    expect(sumsOf({ ...review, roads: review.roads.slice(1) })).toBe(null);
});

test('practice, unfinished games and those without an own seat never count', () => {
    const game = (table: string, more: object = {}): Game => ({ row: { table, game: 'quince', seats: 2 }, over: true, own: 1, when: Number(table), ...more }) as never;
    const sums: Sums = { budget: 1, seats: [{ choices: 1, lost: 1 }, { choices: 7, lost: 0.5 }] };
    const games = [game('3'), game('1'), game('2', { row: { table: '2', practice: true } }), game('4', { over: false }), game('5', { own: -1 }), game('6')];
    const rated = ratedOf(games, { 1: sums, 2: sums, 3: sums, 4: sums, 5: sums });
    expect(rated.map(({ when, choices, lost }) => [when, choices, lost])).toEqual([[1, 7, 0.5], [3, 7, 0.5]]);
});

test('a rating of a moment is over the latest games with a hundred decisions', () => {
    const games = [60, 30, 50, 120].map((choices) => ({ choices }));
    expect([0, 1, 2, 3].map((k) => latest(games, k)?.length ?? null)).toEqual([null, null, 3, 1]);
});
