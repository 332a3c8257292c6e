// The games as the page knows them: words for their names, and their tables, loaded when needed.
// A game without a table of its own gets the plain one (src/screens/plain).
import type { GameFace } from './contract';
import { MSG, t, withWords, wordOf } from './words.svelte';

const modules = import.meta.glob<{ face: GameFace }>('../games/*/index.ts');

/** `players`: how many can play, as a range; its end, `most`, decides the plural. */
export const gameFacts = {
    photograph: { name: MSG('game.photograph'), about: MSG('page.about-photograph'), players: '2–4', most: 4, minutes: 30 },
    luz: { name: MSG('game.luz'), about: MSG('page.about-luz'), players: '3–5', most: 5, minutes: 30 },
    smitten: { name: MSG('game.smitten'), about: MSG('page.about-smitten'), players: '1–2', most: 2, minutes: 10 },
};

export const known = Object.keys(gameFacts) as (keyof typeof gameFacts)[];
/** The game's name, if the page knows it. */
export const knownAs = (game: string) => known.find((name) => name === game);

export async function loadFace(game: string): Promise<GameFace> {
    const load = modules[`../games/${game}/index.ts`];
    const name = knownAs(game);
    if (load && name) return (await withWords(name, load())).face;
    return (await import('../screens/plain')).face;
}

export function gameName(game: string): string {
    const name = knownAs(game);
    return name ? t(gameFacts[name].name) : game;
}

export function gameSentence(game: string): string {
    const name = knownAs(game);
    return name ? t(gameFacts[name].about) : '';
}

/** What the game asks about the start; some are begun by the one after the dealer. */
export const beginsWord = (game: string): string => (game === 'luz' ? t('begins.dealer') : t('begins.first'));

const levels = {
    easy: MSG('page.level-easy'),
    medium: MSG('page.level-medium'),
    hard: MSG('page.level-hard'),
    expert: MSG('page.level-expert'),
    literal: MSG('page.level-literal'),
    flat: MSG('page.level-flat'),
    random: MSG('page.level-random'),
};

export const levelName = (level: string): string => wordOf(levels, level);
