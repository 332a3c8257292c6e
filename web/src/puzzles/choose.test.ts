import { expect, test } from 'vitest';
import { bordersOf, harder, isOf, nextOf } from './choose';

const lines = [1000, 1100, 1200, 1300, 1400, 1500].map((rating, i) => `${i} ab 0 rs00 3 ${rating}`);

test('the next puzzle is the next one that is not solved', () => {
    expect(nextOf(lines, 0, 'any', new Set())).toBe(1);
    expect(nextOf(lines, 1, 'any', new Set([2]))).toBe(3);
    expect(nextOf(lines, 6, 'any', new Set())).toBe(1);
    expect(nextOf(lines, 3, 'any', new Set([1, 2, 3, 4, 5, 6]))).toBe(4);
});

test('a difficulty is a third of the puzzles', () => {
    const borders = bordersOf(lines);
    expect([1000, 1200, 1300, 1400, 1500].map((rating) => isOf('low', rating, borders))).toEqual([true, true, false, false, false]);
    expect(nextOf(lines, 1, 'high', new Set())).toBe(6);
    expect(nextOf(lines, 4, 'low', new Set([1, 2, 3]))).toBe(1);
});

test('a streak gets harder and repeats nothing', () => {
    const many = Array.from({ length: 200 }, (_, i) => `${i} ab 0 rs00 3 ${1000 + 5 * i}`);
    const met = new Set<number>();
    const numbers = Array.from({ length: 12 }, (_, i) => {
        const number = harder(many, i, met, () => 0.99);
        expect(met.has(number)).toBe(false);
        met.add(number);
        return number;
    });
    expect(numbers.slice(0, 11).every((n, i) => n < (numbers[i + 1] ?? 0))).toBe(true);
});
