// The whole rules of a game, from the catalogue: words.py writes one file for each game and language, which is fetched
// when somebody opens the rules. The numbers are those of the games' READMEs.
import type { Language } from '../lib/words.svelte';

/** A section or one of its rules: its lines, and how we read what the printed rules leave open. */
export interface Rule {
    /** `L3`, `L3.1`. */
    number: string;
    lines: string[];
    reading?: string;
}

export interface Section extends Rule {
    title: string;
    rules: Rule[];
}

export interface Rulebook {
    summary: string[];
    sections: Section[];
}

const books = import.meta.glob<{ default: Rulebook }>('../generated/rules/*.json');

/** null: the page has no text of this game's rules. */
export async function loadRulebook(game: string, language: Language): Promise<Rulebook | null> {
    const found = books[`../generated/rules/${language}.${game}.json`];
    return found ? (await found()).default : null;
}

/** A text in pieces: words, and the numbers of rules that it names. */
export function pieces(text: string): { text: string; number: boolean }[] {
    return text
        .split(/(\b[A-Z]\d+(?:\.\d+)?\b)/)
        .map((part, k) => ({ text: part, number: k % 2 === 1 }))
        .filter((piece) => piece.text);
}
