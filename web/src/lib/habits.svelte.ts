// What this device remembers of the games played on it: how one was set up last, whether one was finished, and whether a table
// gives hints. Kept in localStorage.
import type { TableState } from './protocol';
import { choose, settings } from './settings.svelte';

export type Hints = 'off' | 'ask' | 'on';

export interface Habit {
    seats?: number;
    level?: string;
    /** A game was finished. */
    done?: true;
    /** The names were closed. */
    bare?: true;
}
interface Kept {
    games: Record<string, Habit>;
    /** By table, the latest last. */
    hints: [table: string, hints: Hints][];
}

const storageKey = 'parlor.habits';
/** Tables whose own choice of hints is kept. */
const TABLES = 30;

function read(): Kept {
    try {
        const { games = {}, hints = [] } = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<Kept>;
        return { games, hints };
    } catch {
        return { games: {}, hints: [] };
    }
}

const kept: Kept = $state(read());

function keep(): void {
    try {
        localStorage.setItem(storageKey, JSON.stringify(kept));
    } catch {
        /* a browser that keeps nothing still plays */
    }
}

export const habitOf = (game: string): Habit => kept.games[game] ?? {};

export function remember(game: string, habit: Habit): void {
    kept.games[game] = { ...kept.games[game], ...habit };
    keep();
}

/** What the table's people chose for it; otherwise by the setting: by themselves in the first game of a kind, then on request. */
export function hintsAt({ table, game, together, daily }: Pick<TableState, 'table' | 'game' | 'together' | 'daily'>): Hints {
    /* Everybody plays a daily deal without help. */
    if (daily) return 'off';
    const own = kept.hints.find(([id]) => id === table)?.[1];
    if (own) return own;
    /* Several people agree on them first. */
    if (together) return 'off';
    if (settings.hints !== 'first') return settings.hints;
    return habitOf(game).done ? 'ask' : 'on';
}

/** Whether the table's icons and numbers have names. */
export const isLabelled = (game: string): boolean =>
    settings.labels === 'on' || (settings.labels === 'first' && !habitOf(game).done && !habitOf(game).bare);

export function closeLabels(game: string): void {
    if (settings.labels === 'on') void choose('labels', 'first');
    remember(game, { bare: true });
}

export function setHintsAt(table: string, hints: Hints): void {
    kept.hints = [...kept.hints.filter(([id]) => id !== table), [table, hints] as [string, Hints]].slice(-TABLES);
    keep();
}
