// The ranking of an ending.
import { expect, test } from 'vitest';
import { isTied, rankingOf } from './ranking';

const state = (scores: number[], winners: number[], seat: number | null = 0): never => ({ result: { scores, winners }, you: { seat } }) as never;

test('winners come first, then points; equal points share a place; the own row is marked', () => {
    const ranks = rankingOf(state([12, 30, 12, -3], [1], 2));
    expect(ranks.map((one) => [one.seat, one.place, one.points])).toEqual([[1, 1, 30], [0, 2, 12], [2, 2, 12], [3, 4, -3]]);
    expect(ranks.filter((one) => one.own).map((one) => one.seat)).toEqual([2]);
    expect(isTied(ranks)).toBe(false);
});

test('a broken tie has one winner, a shared victory two', () => {
    const broken = rankingOf(state([30, 30, 10], [1]));
    expect(broken.map((one) => [one.seat, one.place])).toEqual([[1, 1], [0, 2], [2, 3]]);
    expect(isTied(broken)).toBe(true);
    expect(rankingOf(state([30, 30, 10], [0, 1])).map((one) => one.place)).toEqual([1, 1, 3]);
});

test('a game that is won together has no ranking', () => {
    expect(rankingOf({ result: { won: true, placed: 17, winners: [0, 1] }, you: { seat: 0 } } as never)).toEqual([]);
});
