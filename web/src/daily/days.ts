// Days of the UTC calendar as dates, 2026-11-19, and as numbers since 1970 (table/day.h).

const DAY_MS = 86_400_000;
export const FIRST_DAY = 1;

export const today = (now = Date.now()): string => new Date(now).toISOString().slice(0, 10);

/** The number of a date's day; 0: it is no date. */
export function dayOf(date: string): number {
    if (!/^\d{4}-\d\d-\d\d$/.test(date)) return 0;
    const at = Date.parse(`${date}T00:00:00Z`);
    return Number.isNaN(at) || today(at) !== date ? 0 : Math.max(0, Math.floor(at / DAY_MS));
}

export const dateOf = (day: number): string => today(day * DAY_MS);

/** The days in a row, up to this one or the day before, on which something was played. */
export function streakOf(dates: Iterable<string>, now = today()): number {
    const known = new Set(dates);
    let day = dayOf(now);
    if (!known.has(dateOf(day))) day--;
    let n = 0;
    while (known.has(dateOf(day - n))) n++;
    return n;
}
