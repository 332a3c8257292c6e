import { beforeEach, describe, expect, it, vi } from 'vitest';

const kept = new Map<string, string>();

async function fresh() {
    vi.resetModules();
    const settings = await import('./settings.svelte');
    return { ...(await import('./habits.svelte')), settings: settings.settings };
}

beforeEach(() => {
    kept.clear();
    vi.stubGlobal('window', { matchMedia: () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }) });
    vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text) });
});

const table = { table: 'here-1', game: 'luz' };

describe('habits', () => {
    it('keep the last choice of a game and nothing of another', async () => {
        const first = await fresh();
        first.remember('luz', { seats: 3, level: 'hard' });
        first.remember('luz', { done: true });
        const later = await fresh();
        expect(later.habitOf('luz')).toEqual({ seats: 3, level: 'hard', done: true });
        expect(later.habitOf('smitten')).toEqual({});
    });
    it('give hints by themselves until a game of the kind is finished', async () => {
        const { hintsAt, remember, settings } = await fresh();
        settings.hints = 'first';
        expect(hintsAt(table)).toBe('on');
        remember('luz', { done: true });
        expect(hintsAt(table)).toBe('ask');
        settings.hints = 'off';
        expect(hintsAt(table)).toBe('off');
    });
    it('let a table have its own way, and several people none until they choose', async () => {
        const { hintsAt, setHintsAt } = await fresh();
        const together = { seat: 0, people: [], next: [] };
        expect(hintsAt({ ...table, together })).toBe('off');
        setHintsAt('here-1', 'ask');
        expect(hintsAt({ ...table, together })).toBe('ask');
        for (let k = 2; k < 40; k++) setHintsAt(`here-${k}`, 'on');
        const later = await fresh();
        expect(later.hintsAt({ ...table, table: 'here-39' })).toBe('on');
        expect(kept.get('parlor.habits')?.length).toBeLessThan(2000);
    });
    it('name the signs until a game is finished or the names are closed', async () => {
        const { isLabelled, closeLabels, remember, settings } = await fresh();
        settings.labels = 'first';
        expect(isLabelled('luz')).toBe(true);
        closeLabels('luz');
        expect([isLabelled('luz'), isLabelled('smitten')]).toEqual([false, true]);
        remember('smitten', { done: true });
        expect(isLabelled('smitten')).toBe(false);
    });
});
