import { expect, test } from 'vitest';
import { known } from '../lib/games';
import { languages } from '../lib/words.svelte';
import { loadRulebook, pieces } from './book';

const readmes = import.meta.glob<string>('../../../games/*/README.md', { query: '?raw', import: 'default', eager: true });

/** The numbers of the sections and rules that a game's README states, in order. */
function stated(game: string): string[] {
    const text = (readmes[`../../../games/${game}/README.md`] ?? '').split('\n## Rules\n')[1] ?? '';
    const rules = text.split(/\n#+ Readings\n/)[0] ?? '';
    return [...rules.matchAll(/^(?:- )?(?:\*\*)?([A-Z]\d+(?:\.\d+)?)\b/gm)].map((found) => found[1] ?? '');
}

test.each(known)('the rules of %s have every rule of the README, in each language', async (game) => {
    const wanted = stated(game);
    expect(wanted.length).toBeGreaterThan(15);
    for (const language of languages) {
        const book = await loadRulebook(game, language);
        const rules = book?.sections.flatMap((section) => [section, ...section.rules]) ?? [];
        expect(rules.map((rule) => rule.number)).toEqual(wanted);
        for (const rule of rules) expect(rule.lines.length + ('title' in rule ? 1 : 0), rule.number).toBeGreaterThan(0);
        const named = [...rules.flatMap((rule) => [...rule.lines, rule.reading ?? '']), ...(book?.summary ?? [])]
            .flatMap(pieces)
            .filter((piece) => piece.number)
            .map((piece) => piece.text);
        expect(named.filter((number) => !wanted.includes(number))).toEqual([]);
        expect(book?.summary.length).toBeGreaterThan(3);
    }
});

test('a game without the text has none', async () => {
    expect(await loadRulebook('chess', 'en')).toBeNull();
});

test('numbers in a text are found', () => {
    expect(pieces('see P5.1–P5.5 (L3).').filter((piece) => piece.number).map((piece) => piece.text)).toEqual(['P5.1', 'P5.5', 'L3']);
    expect(pieces('A and B get 12.')).toEqual([{ text: 'A and B get 12.', number: false }]);
});
