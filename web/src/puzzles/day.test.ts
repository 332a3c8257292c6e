import { expect, test } from 'vitest';
import { dayOf, puzzleOfDay } from './day';

test('the puzzle of a day is that of the engine (tests/search/puzzles.c)', () => {
    expect([20000, 20001, 20002].map((day) => puzzleOfDay('luz', day, 1200))).toEqual([256, 613, 403]);
    expect([20000, 20001, 20002].map((day) => puzzleOfDay('smitten', day, 1000))).toEqual([973, 786, 785]);
    expect(puzzleOfDay('photograph', 20000, 0)).toBe(0);
});

test('a day begins at midnight in UTC', () => {
    expect(dayOf(Date.UTC(2026, 10, 19, 23, 59))).toBe(20776);
    expect(dayOf(Date.UTC(2026, 10, 20))).toBe(20777);
});
