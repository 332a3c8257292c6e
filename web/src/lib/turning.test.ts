// The moments that a review names, and what another move there is worth.
import { expect, test } from 'vitest';
import type { Review } from './protocol';
import { bestFind, costOf, judge, savingChoice, twoMoments } from './turning';

const value = (move: string, win: number, more: object = {}): object => ({ move, win, visits: 1, ...more });
const review = (...decisions: object[]): Review => ({ decisions }) as Review;
/** A choice that cost so much of a win; `d` was better. */
const choice = (event: number, skill: number, grade: string, more: object = {}): object => ({
    event, seat: 0, played: 'c', forced: false, grade, skill, fair: { played: value('c', 0.5 + skill), best: value('d', 0.5) },
    moves: [value('d', 0.5), value('c', 0.5 + skill)], ...more,
});
const events = (found: { event: number }[]): number[] => found.map((one) => one.event);

test('the two moments are the dearest choices of that seat, dearest first', () => {
    const found = twoMoments(review(choice(1, -0.04, 'slip'), choice(3, -0.2, 'blunder'), choice(5, -0.07, 'mistake'), choice(7, -0.5, 'blunder', { seat: 1 })), 0);
    expect(events(found)).toEqual([3, 5]);
    expect(found.map(costOf)).toEqual([0.2, 0.07]);
    expect(events(twoMoments(review(choice(4, -0.05, 'slip'), choice(2, -0.05, 'slip')), 0))).toEqual([2, 4]);
});

test('there are fewer where fewer are worth a second look: not the forced, the good, the unknown or those that nothing betters', () => {
    const forced = { event: 2, seat: 0, played: 'z', forced: true };
    const booked = { event: 3, seat: 0, played: 'z', forced: false, fair: { played: { move: 'z' }, best: { move: 'y' } } };
    const same = choice(9, -0.03, 'slip', { played: 'd' });
    expect(twoMoments(review(forced, booked, same, choice(5, -0.02, 'good'), choice(7, 0, 'best')), 0)).toEqual([]);
    expect(events(twoMoments(review(forced, choice(5, -0.031, 'slip')), 0))).toEqual([5]);
});

test('the best find is the choice that was furthest ahead of the next best', () => {
    const find = (event: number, next: number): object => choice(event, 0, 'best', { played: 'b', moves: [value('a', next), value('b', 0.55)] });
    const found = bestFind(review(find(1, 0.5), find(3, 0.3), choice(5, -0.2, 'blunder')), 0);
    expect(found?.decision.event).toBe(3);
    expect(found?.by).toBeCloseTo(0.25);
    expect(bestFind(review(find(1, 0.545)), 0)).toBeNull();
});

test('a try is right if it is as good as the best; else it costs what lies between them', () => {
    const moves = [value('d', 0.5), value('e', 0.495), value('f', 0.48), value('c', 0.3)];
    const [one] = review(choice(1, -0.2, 'blunder', { moves })).decisions;
    const judged = (text: string): unknown => one && judge(one, text);
    expect(judged('d')).toEqual({ is: 'right' });
    expect(judged('e')).toEqual({ is: 'right' });
    expect(judged('f')).toEqual({ is: 'costs', by: expect.closeTo(0.02) });
    expect(judged('c')).toEqual({ is: 'costs', by: expect.closeTo(0.2) });
    expect(judged('never compared')).toEqual({ is: 'unsure' });
});

test('points count as in the grades, and a value of a few visits is none', () => {
    const side = (move: string, win: number, points: number, visits: number): object => value(move, win, { points, visits });
    const moves = [side('d', 0.5, 6, 900), side('e', 0.494, 3, 500), side('f', 0.498, 3, 500), side('g', 0.5, 6, 9), side('h', 0.2, 0, 9)];
    const [one] = review(choice(1, -0.2, 'blunder', { moves, fair: { played: side('c', 0.3, 0, 900), best: moves[0] } })).decisions;
    const judged = (text: string): unknown => one && judge(one, text).is;
    expect(['e', 'f', 'g', 'h'].map(judged)).toEqual(['costs', 'right', 'unsure', 'costs']);
});

test('what could have saved a game: the last choice that gave the win away, or nothing from the start', () => {
    const at = (seat: number, played: number, best: number): object =>
        ({ seat, played: `p${seat}`, forced: false, hindsight: { played: value('p', played), best: value('q', best) } });
    expect(savingChoice(review(at(0, 1, 1), at(1, 0, 1), at(0, 0, 0)))).toMatchObject({ seat: 1 });
    expect(savingChoice(review(at(0, 0, 0), at(1, 0, 0)))).toBe('never');
    expect(savingChoice(review({ seat: 0, forced: false }, at(1, 0, 0)))).toBeNull();
});
