// The settings of this device: kept in localStorage, applied to <html> at once.
// public/theme.js reads the same key before the first paint, so that nothing flashes.
import { MediaQuery } from 'svelte/reactivity';
import { languages, preferred, setLanguage, type Language } from './words.svelte';

export interface Settings {
    language: 'system' | Language;
    theme: 'system' | 'afternoon' | 'evening';
    /** `safe`: colours for colour-blind players. */
    palette: 'normal' | 'safe';
    motion: 'full' | 'less' | 'none';
    /** How long bots seem to think, and how long a movement takes. */
    pace: 'slow' | 'normal' | 'instant';
    /** Whether a move that cannot be undone asks once more. */
    confirm: 'on' | 'off' | 'touch';
    sounds: boolean;
    /** Whether sounds were offered at a table. */
    offered: boolean;
    /** A phone vibrates when it is your turn. */
    buzz: boolean;
    /** A system notification when it is your turn and the page is out of sight. */
    notify: boolean;
    /** New tables show cards that were face up once (option `memory`). */
    aids: boolean;
    /** `first`: in the first game of a kind they come by themselves, later on request. */
    hints: 'first' | 'ask' | 'on' | 'off';
    /** Names beside icons and numbers, and what to do now. */
    labels: 'first' | 'on' | 'off';
    /** Own hidden cards show the values that they can still have, where the table permits aids. */
    values: boolean;
    /** The pencil was used on this device: there may be marks. */
    pencil: boolean;
}

export const storageKey = 'parlor.settings';

const allowed: { [K in keyof Settings]: readonly Settings[K][] } = {
    language: ['system', ...languages],
    theme: ['system', 'afternoon', 'evening'],
    palette: ['normal', 'safe'],
    motion: ['full', 'less', 'none'],
    pace: ['normal', 'slow', 'instant'],
    confirm: ['touch', 'on', 'off'],
    sounds: [false, true],
    offered: [false, true],
    buzz: [true, false],
    notify: [false, true],
    aids: [false, true],
    hints: ['first', 'ask', 'on', 'off'],
    labels: ['first', 'on', 'off'],
    values: [false, true],
    pencil: [false, true],
};

/** Settings from a stored text; missing or unknown values get their defaults. */
export function readSettings(text: string | null): Settings {
    let stored: Record<string, unknown> = {};
    try {
        const parsed: unknown = JSON.parse(text ?? '{}');
        if (parsed && typeof parsed === 'object') stored = parsed as Record<string, unknown>;
    } catch {
        stored = {};
    }
    const read = Object.entries(allowed).map(([key, values]) => [
        key,
        values.find((value) => value === stored[key]) ?? values[0],
    ]);
    return Object.fromEntries(read) as Settings;
}

function stored(): string | null {
    try {
        return localStorage.getItem(storageKey);
    } catch {
        return null; /* a browser that keeps nothing still plays */
    }
}

export const settings: Settings = $state(readSettings(stored()));

function keep(): void {
    try {
        localStorage.setItem(storageKey, JSON.stringify(settings));
    } catch {
        /* see above */
    }
}

function put(name: string, value: string, usual: string): void {
    if (value === usual) delete document.documentElement.dataset[name];
    else document.documentElement.dataset[name] = value;
}

const dark = new MediaQuery('(prefers-color-scheme: dark)');
/** Whether the lamp is lit: as chosen, or as the system has it. */
export const isEvening = (): boolean =>
    settings.theme === 'evening' || (settings.theme === 'system' && dark.current);

/** Applies all settings but the language to the document. */
export function applySettings(): void {
    put('light', isEvening() ? 'evening' : 'afternoon', 'afternoon');
    put('palette', settings.palette, 'normal');
    put('motion', settings.motion, 'full');
    put('pace', settings.pace, 'normal');
}

export const chosenLanguage = (): Language =>
    settings.language === 'system' ? preferred() : settings.language;

/** Changes one setting, keeps it and applies it; resolves when a new language has come. */
export async function choose<K extends keyof Settings>(key: K, value: Settings[K]): Promise<void> {
    settings[key] = value;
    keep();
    applySettings();
    if (key === 'language') await setLanguage(chosenLanguage());
}

/** Whether a move that is easily made by a slip should be asked about first. */
export function asksFirst(touch = matchMedia('(pointer: coarse)').matches): boolean {
    return settings.confirm === 'on' || (settings.confirm === 'touch' && touch);
}
