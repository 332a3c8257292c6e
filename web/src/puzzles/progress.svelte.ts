// What this device remembers of puzzles: those solved at the first try or later, the streak that goes on, and the best one.

interface Kept {
    solved: number[];
    best: number;
    /** The streak that goes on: the puzzles met, the last one being open; null: none. */
    streak: number[] | null;
}

const key = 'parlor.puzzles';

function read(): Record<string, Kept> {
    try {
        const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
        return found && typeof found === 'object' ? (found as Record<string, Kept>) : {};
    } catch {
        return {}; /* a browser that keeps nothing still plays */
    }
}

const all: Record<string, Kept> = $state(read());

const numbers = (list: unknown): number[] => (Array.isArray(list) ? list.filter((n): n is number => Number.isInteger(n)) : []);

export function progressOf(kind: string): Kept {
    const found = Object.hasOwn(all, kind) ? all[kind] : undefined;
    return { solved: numbers(found?.solved), best: Number(found?.best) || 0, streak: found?.streak ? numbers(found.streak) : null };
}

function keep(kind: string, now: Kept): void {
    all[kind] = now;
    try {
        localStorage.setItem(key, JSON.stringify(all));
    } catch {
        /* see above */
    }
}

export function markSolved(kind: string, number: number): void {
    const now = progressOf(kind);
    if (!now.solved.includes(number)) keep(kind, { ...now, solved: [...now.solved, number] });
}

/** The streak meets a puzzle, its first one or the next. */
export function meetInStreak(kind: string, number: number, first: boolean): void {
    const now = progressOf(kind);
    keep(kind, { ...now, streak: [...(first ? [] : (now.streak ?? [])), number] });
}

/** The last puzzle of the streak was answered; a wrong answer ends it. Returns how many were solved in a row. */
export function answerInStreak(kind: string, right: boolean): number {
    const now = progressOf(kind);
    const length = (now.streak?.length ?? 0) - (right ? 0 : 1);
    keep(kind, { ...now, best: Math.max(now.best, length), streak: right ? now.streak : null });
    return length;
}
