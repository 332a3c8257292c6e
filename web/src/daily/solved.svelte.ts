// The days on which a puzzle of the day was solved on this device.

const key = 'parlor.daily-puzzles';
/** Days that are kept: longer streaks count as this one. */
const MOST = 1000;

function read(): string[] {
    try {
        const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
        return Array.isArray(found) ? found.filter((date): date is string => typeof date === 'string') : [];
    } catch {
        return []; /* a browser that keeps nothing still plays */
    }
}

let dates: string[] = $state.raw(read());

export const solvedDates = (): string[] => dates;

export function noteSolved(date: string): void {
    if (dates.includes(date)) return;
    dates = [...dates, date].sort().slice(-MOST);
    try {
        localStorage.setItem(key, JSON.stringify(dates));
    } catch {
        /* see above */
    }
}
