import { expect, test } from 'vitest';
import type { SmittenView } from '../../lib/protocol';
import { nameOrigins } from './arrivals';

/** Which pieces are told where they come from, if these places were on the table before. */
function origins(view: Partial<SmittenView>, places: string[], moved = true): Record<string, string> {
    const named: Record<string, string> = {};
    const piece = (key: string): object => ({ dataset: { set from(place: string) { named[key] = place; } } });
    const root = { querySelector: (selector: string) => piece(/cell-(\w+)/.exec(selector)?.[1] ?? '') };
    const before = new Map(places.map((key) => [key, {} as DOMRect]));
    const whole = { won: null, aside: null, squares: { L: [], R: [] }, log: [{ turn: 1, seat: 1, do: 'play', card: 4, square: 'L' }], ...view };
    nameOrigins(root as unknown as HTMLElement, before, whole as SmittenView, moved);
    return named;
}

test('a piece comes from the card in hand, else from the deck, else from the hidden hand', () => {
    expect(origins({}, ['smitten-hand-1-4', 'smitten-top'])).toEqual({ L4: 'smitten-hand-1-4' });
    expect(origins({}, ['smitten-top', 'smitten-hand-1-hidden'])).toEqual({ L4: 'smitten-top' });
    expect(origins({}, ['smitten-hand-1-hidden'])).toEqual({ L4: 'smitten-hand-1-hidden' });
    expect(origins({}, ['smitten-hand-1-4'], false)).toEqual({});
});

test('the card set aside comes into the square that it completes', () => {
    const won = { won: true, aside: 9, squares: { L: [9], R: [1] }, log: [] };
    expect(origins(won, [])).toEqual({ R9: 'smitten-aside' });
    expect(origins({ ...won, won: false }, [])).toEqual({});
});
