// Which puzzle comes next: the next one that is not solved, of the wanted difficulty; or in a streak a harder one.
import { ratingOf } from './files';

/** Three parts of the puzzles of a kind, by rating, or all of them. */
export type Level = 'any' | 'low' | 'middle' | 'high';
export const levels: Level[] = ['any', 'low', 'middle', 'high'];

/** The ratings at the borders of the three parts. */
export function bordersOf(lines: string[]): [number, number] {
    const sorted = lines.map(ratingOf).sort((a, b) => a - b);
    const at = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? 0;
    return [at(1 / 3), at(2 / 3)];
}

export function isOf(level: Level, rating: number, [low, high]: [number, number]): boolean {
    return level === 'any' || (level === 'low' ? rating <= low : level === 'high' ? rating > high : rating > low && rating <= high);
}

/** The number of the next puzzle after `number`, around the end; those of `solved` only if all are. */
export function nextOf(lines: string[], number: number, level: Level, solved: Set<number>): number {
    const borders = bordersOf(lines);
    const order = lines.map((_, i) => ((number + i) % lines.length) + 1);
    const fits = order.filter((n) => isOf(level, ratingOf(lines[n - 1] ?? ''), borders));
    return fits.find((n) => !solved.has(n)) ?? fits[0] ?? order[0] ?? 1;
}

/** How much harder each puzzle of a streak is. */
const START = 1000;
const STEP = 50;

/** The puzzle of a streak after so many: one of those nearest to its rating, by chance, and none that came before. */
export function harder(lines: string[], streak: number, met: Set<number>, random: () => number = Math.random): number {
    const far = (n: number): number => Math.abs(ratingOf(lines[n - 1] ?? '') - START - STEP * streak);
    const open = lines.map((_, i) => i + 1).filter((n) => !met.has(n));
    const near = open.sort((a, b) => far(a) - far(b) || a - b).slice(0, Math.max(8, Math.ceil(lines.length / 20)));
    return near[Math.floor(random() * near.length)] ?? 1;
}
