// The games as the page knows them: words for their names, and their tables, loaded when needed.
// A game without a table of its own gets the plain one (src/screens/plain).
import type { GameFace } from './contract';
import { needWords, t } from './words.svelte';

const modules = import.meta.glob<{ face: GameFace }>('../games/*/index.ts');

export const known = ['photograph', 'luz', 'smitten'] as const;

export async function loadFace(game: string): Promise<GameFace> {
    const load = modules[`../games/${game}/index.ts`];
    const name = known.find((one) => one === game);
    if (load && name) return (await Promise.all([load(), needWords(name)]))[0].face;
    return (await import('../screens/plain')).face;
}

export function gameName(game: string): string {
    switch (game) {
        case 'photograph':
            return t('game.photograph');
        case 'luz':
            return t('game.luz');
        case 'smitten':
            return t('game.smitten');
        default:
            return game;
    }
}

export function gameSentence(game: string): string {
    switch (game) {
        case 'photograph':
            return t('page.about-photograph');
        case 'luz':
            return t('page.about-luz');
        case 'smitten':
            return t('page.about-smitten');
        default:
            return '';
    }
}

/** How many can play: the range, and its end, which decides the plural; and for how many minutes. */
export const gameFacts = {
    photograph: ['2–4', 4, 30],
    luz: ['3–5', 5, 30],
    smitten: ['1–2', 2, 10],
} as const;

/** What the game asks about the start; some are begun by the one after the dealer. */
export const beginsWord = (game: string): string => (game === 'luz' ? t('begins.dealer') : t('begins.first'));

export function levelName(level: string): string {
    switch (level) {
        case 'easy':
            return t('page.level-easy');
        case 'medium':
            return t('page.level-medium');
        case 'hard':
            return t('page.level-hard');
        case 'expert':
            return t('page.level-expert');
        case 'literal':
            return t('page.level-literal');
        case 'flat':
            return t('page.level-flat');
        case 'random':
            return t('page.level-random');
        default:
            return level;
    }
}
