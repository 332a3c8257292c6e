// The ranking of an ending, and the moments that a review names.
import { expect, test } from 'vitest';
import type { Review } from '../lib/protocol';
import { savingChoice, twoMoments } from '../lib/turning';
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

const value = (move: string, win: number): object => ({ move, win, visits: 1 });
const review = (...decisions: object[]): Review => ({ decisions }) as Review;

test('the two moments are the dearest choice and the best find of that seat', () => {
    const find = { seat: 0, played: 'b', forced: false, grade: 'best', skill: 0, moves: [value('a', 0.3), value('b', 0.55)] };
    const slip = { seat: 0, played: 'c', forced: false, grade: 'slip', skill: -0.12, fair: { played: value('c', 0.4), best: value('d', 0.52) } };
    const other = { seat: 1, played: 'x', forced: false, grade: 'blunder', skill: -0.6 };
    const found = twoMoments(review(find, slip, other, { seat: 0, played: 'z', forced: true }), 0);
    expect(found.worst?.decision.played).toBe('c');
    expect(found.worst?.by).toBeCloseTo(0.12);
    expect(found.best?.decision.played).toBe('b');
    expect(found.best?.by).toBeCloseTo(0.25);
    expect(twoMoments(review({ seat: 0, played: 'a', forced: false, skill: -0.002 }), 0)).toEqual({ worst: null, best: null });
});

test('what could have saved a game: the last choice that gave the win away, or nothing from the start', () => {
    const at = (seat: number, played: number, best: number): object =>
        ({ seat, played: `p${seat}`, forced: false, hindsight: { played: value('p', played), best: value('q', best) } });
    expect(savingChoice(review(at(0, 1, 1), at(1, 0, 1), at(0, 0, 0)))).toMatchObject({ seat: 1 });
    expect(savingChoice(review(at(0, 0, 0), at(1, 0, 0)))).toBe('never');
    expect(savingChoice(review({ seat: 0, forced: false }, at(1, 0, 0)))).toBeNull();
});
