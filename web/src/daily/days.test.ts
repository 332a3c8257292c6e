import { expect, test } from 'vitest';
import { dateOf, dayOf, streakOf, today } from './days';

test('days and dates as the engine counts them', () => {
    expect(dayOf('1970-01-02')).toBe(1);
    expect(dayOf('2000-02-29')).toBe(11016);
    expect(dayOf('2026-11-19')).toBe(20776);
    for (const wrong of ['', '2026-11-9', '2026-02-29', '2026-13-01', '1970-01-01', '1969-12-31', 'today']) expect(dayOf(wrong)).toBe(0);
    for (let day = 1; day < 60000; day += 7) expect(dayOf(dateOf(day))).toBe(day);
    expect(today(20776 * 86_400_000 - 1)).toBe('2026-11-18');
});

test('a streak counts days in a row, and today may be missing still', () => {
    expect(streakOf([], '2026-11-19')).toBe(0);
    expect(streakOf(['2026-11-19'], '2026-11-19')).toBe(1);
    expect(streakOf(['2026-11-18', '2026-11-17'], '2026-11-19')).toBe(2);
    expect(streakOf(['2026-11-17', '2026-11-16'], '2026-11-19')).toBe(0);
    expect(streakOf(['2026-11-19', '2026-11-18', '2026-11-16'], '2026-11-19')).toBe(2);
    expect(streakOf(['2026-03-01', '2026-02-28', '2026-02-27'], '2026-03-01')).toBe(3);
});
