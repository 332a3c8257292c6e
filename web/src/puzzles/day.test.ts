import { expect, test } from 'vitest';
import { puzzleOfDay } from './day';

test('the puzzle of a day is that of the engine (tests/search/puzzles.c)', () => {
    expect([20000, 20001, 20002].map((day) => puzzleOfDay('luz', day, 1200))).toEqual([256, 613, 403]);
    expect([20000, 20001, 20002].map((day) => puzzleOfDay('smitten', day, 1000))).toEqual([973, 786, 785]);
    expect(puzzleOfDay('photograph', 20000, 0)).toBe(0);
});
