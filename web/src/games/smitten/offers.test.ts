import { beforeAll, expect, test } from 'vitest';
import type { SmittenView } from '../../lib/protocol';
import { needWords } from '../../lib/words.svelte';
import { readMoves } from './model';
import { buttonsOf, forcedSource, hintedCells, litCells } from './offers';

beforeAll(() => needWords('smitten'));

const view = (more: object): SmittenView => ({ pending: null, flipped: null, ...more }) as SmittenView;
const five = readMoves(['play 5L higher', 'play 5L lower', 'play 5R higher']);
const chosen = { hand: '', card: 5, top: false } as const;

test('a card that was turned up has to be the one, if it is the viewer who moves', () => {
    const top = view({ pending: { must: 'place-top', top: 4 } });
    expect(forcedSource(top, readMoves(['place 4L']))).toEqual({ hand: '', card: 4, top: true });
    expect(forcedSource(top, [])).toBeNull();
    const flipped = view({ flipped: { hand: 'B', card: 6 } });
    expect(forcedSource(flipped, readMoves(['play B6L']))).toEqual({ hand: 'B', card: 6, top: false });
    expect(forcedSource(view({}), five)).toBeNull();
});

test('a 5 has one button for each square, and names its announcement only where there is one alone', () => {
    const buttons = buttonsOf(five);
    expect(buttons.map((button) => button.moves.length)).toEqual([2, 1]);
    expect(buttons[0]?.name).not.toMatch(/higher/);
    expect(buttons[1]?.name).toMatch(/higher/);
    expect(litCells(five, chosen, 'L').get(5)).toBe(buttons[0]?.name);
    expect(litCells(five, chosen, 'R').get(5)).toBe(buttons[1]?.name);
    expect(litCells(five, null, 'L').size).toBe(0);
});

test('a swap stands beside the places of its card', () => {
    expect(buttonsOf(readMoves(['play A4L', 'swap A4'])).map((button) => button.moves[0]?.do)).toEqual(['play', 'swap']);
});

test('cells are hinted at until a card is chosen', () => {
    const moves = readMoves(['play 3L', 'play 7L', 'play 7R']);
    expect([...hintedCells(moves, null, 'L')]).toEqual([3, 7]);
    expect(hintedCells(moves, { hand: '', card: 3, top: false }, 'L').size).toBe(0);
});
