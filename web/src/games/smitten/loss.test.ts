// A lost game with all cards open, from its record and the log.
import { expect, test } from 'vitest';
import type { GameRecord, SmittenView } from '../../lib/protocol';
import { opened } from './loss';
import { tell } from './moments';

/* tests/golden/smitten: "S2 card 3: a top card that fits nowhere loses the game", as seat 0 sees it. */
const view = {
    game: 'smitten', seat: 0, seats: 2, mode: 'two', phase: 'over', options: { level: 'medium' },
    squares: { L: [3], R: [9] }, placed: 2, deck: 8, aside: null, won: false, lost: 'top-fits-nowhere', open: { L: [2, 6], R: [6, 8] },
    pending: { card: 3, square: 'L', by: 0, for: 1, must: 'place-top', where: 'either', only: null, kept: null, top: 1 },
    hands: [
        { seat: 0, cards: [{ card: 4, revealed: false }, { card: 4, revealed: false }], hidden: 0 },
        { seat: 1, cards: [], hidden: 3 },
    ],
    log: [
        { turn: 1, seat: 0, do: 'play', card: 9, square: 'R' },
        { turn: 1, seat: 0, do: 'draw', cards: 1 },
        { turn: 2, seat: 0, do: 'play', card: 3, square: 'L' },
        { turn: 2, seat: 1, do: 'top', card: 1 },
    ],
} as unknown as SmittenView;
const record = { game: 'smitten', seats: 2, events: [['deal', '8  9 3 4  5 5 7  4 1 1 2 2 3 6 6 7 8'], [0, 'play 9R'], [0, 'play 3L']] } as unknown as GameRecord;
/* Eighteen cards: the golden test leaves the rest of the deck open. */
const whole = { ...record, events: [['deal', '8  9 3 4  5 5 7  4 1 1 2 2 3 6 6 7 8 9'], ...record.events.slice(1)] } as GameRecord;

test('hands and the card set aside are open', () => {
    const at = opened({ ...view, deck: 9 }, whole);
    expect(at?.aside).toBe(8);
    expect(at?.hands.map((hand) => hand.cards.map((one) => one.card))).toEqual([[4, 4], [5, 5, 7]]);
    expect(at?.hands.every((hand) => hand.hidden === 0)).toBe(true);
});

test('a record that does not agree with the view opens nothing', () => {
    expect(opened(view, record)).toBeNull();
    expect(opened({ ...view, deck: 3 }, whole)).toBeNull();
    const other = { ...whole, events: [['deal', '8  1 3 9  5 5 7  6 1 1 2 2 3 4 6 7 8 9'], ...whole.events.slice(1)] } as GameRecord;
    expect(opened({ ...view, deck: 9 }, other)).toBeNull();
});

const state = (n: number, now: Partial<SmittenView>): never => ({ table: 't', n, game: 'smitten', view: { ...view, ...now } }) as never;

test('a piece joins its picture, and a loss points at the open cells', () => {
    const before = state(4, { lost: null, open: null, phase: 'turn', squares: { L: [], R: [9] } });
    const told = tell(before, state(5, {}), []);
    expect(told.map((one) => one.effect)).toEqual(['join', 'fault']);
    expect(told[0]?.at).toBe('[data-cell="L3"]');
    expect(told[1]?.at).toBe('[data-cell="L2"],[data-cell="L6"],[data-cell="R6"],[data-cell="R8"]');
    expect(tell(before, state(5, {}), [{ e: 'takeback', n: 5, at: 0, seat: 0 }])).toEqual([]);
    expect(tell(state(5, {}), state(6, {}), [])).toEqual([]);
});

test('the last piece makes both pictures whole', () => {
    const all = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const before = state(30, { lost: null, phase: 'turn', squares: { L: all.slice(1), R: all.slice(2) } });
    const told = tell(before, state(31, { lost: null, won: true, aside: 1, squares: { L: all.slice(1), R: all.slice(1) } }), []);
    expect(told.filter((one) => one.effect === 'whole').map((one) => one.at)).toEqual(['.half.L ul', '.half.R ul']);
    expect(told.filter((one) => one.effect === 'join').map((one) => one.at)).toEqual(['[data-cell="L1"]', '[data-cell="R2"]', '[data-cell="R1"]']);
});
