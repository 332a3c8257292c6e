// The values of a review in words and figures.
import type { Grade, ReviewDecision, ReviewValue } from '../lib/protocol';
import { MSG, oneDecimal } from '../lib/words.svelte';

export const percent = (x: number | undefined): string => (x === undefined ? '–' : `${Math.round(x * 100)}\u00a0%`);
export const plus = (x: number): string => `${x >= 0.05 ? '+' : ''}${oneDecimal(x)}`;
export const whole = (x: number | undefined): string => (x === undefined ? '–' : `${oneDecimal(x)}\u00a0%`);

export function worth(value: ReviewValue | undefined): string {
    const points = value?.points === undefined ? undefined : plus(value.points);
    const parts = [value?.win === undefined ? undefined : percent(value.win), points].filter((part) => part !== undefined);
    return parts.join(' ') || '–';
}

export const grades: Record<Grade, string> = {
    best: MSG('review.grade-best'),
    good: MSG('review.grade-good'),
    slip: MSG('review.grade-slip'),
    mistake: MSG('review.grade-mistake'),
    blunder: MSG('review.grade-blunder'),
};

export const unvalued = (value: ReviewValue): boolean => value.win === undefined && value.points === undefined;

/** Another move that is worth the same, as far as it is shown, is no better one; a book knows it without a value. */
export function isBetter(one: ReviewDecision, side: ReviewDecision['fair']): boolean {
    return side !== undefined && side.best.move !== one.played && (unvalued(side.best) || worth(side.best) !== worth(side.played));
}
