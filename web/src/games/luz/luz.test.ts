// The table of Luz works out no rules, but places, runs, beads and panes; those are tried here.
import { describe, expect, it } from 'vitest';
import type { LuzTrickCard, LuzView, TableEvent, TableState } from '../../lib/protocol';
import { describe as wordsOf } from './describe';
import { note, noted } from './history';
import * as model from './model';

const view = (more: Partial<LuzView> = {}): LuzView => ({
    game: 'luz',
    seat: 1,
    seats: 4,
    phase: 'play',
    actors: [1],
    options: {},
    deal: 1,
    first: 1,
    leader: 1,
    values: 10,
    bids: [null, null, null, null],
    tricks: [1, 0, 0, 2],
    scores: [0, 0, 0, 0],
    sheet: [],
    trick: [],
    ahead: null,
    last: null,
    hands: [[], [], [], []],
    ...more,
});

describe('notes of deals', () => {
    it('are of finished deals, and stay when a replay goes back into one', () => {
        note('t', view({ tricks: [1, 2, 3, 3] }));
        expect(noted('t', 1)).toBe(null);
        note('t', view({ tricks: [1, 2, 3, 4] }));
        note('t', view({ tricks: [1, 0, 0, 0] }));
        expect(noted('t', 1)?.tricks).toEqual([1, 2, 3, 4]);
        note('t', view({ tricks: [4, 3, 2, 1] }));
        expect(noted('t', 1)?.tricks).toEqual([4, 3, 2, 1]);
        expect(noted('u', 1)).toBe(null);
    });
});

describe('seats', () => {
    it('puts the others clockwise from the left hand', () => {
        expect(model.others(view())).toEqual([2, 3, 0]);
        expect(model.others(view({ seat: -1 }))).toEqual([1, 2, 3]);
    });
});

describe('places', () => {
    const hand = [
        { slot: 1, back: 'R' },
        { slot: 3, back: 'R' },
        { slot: 4, back: 'Y' },
        { slot: 10, back: 'V' },
    ];
    it('keeps a room for each slot and ranks a colour from low to high', () => {
        const list = model.places(hand);
        expect(list).toHaveLength(10);
        expect(list[1]?.card).toBeNull();
        expect(list[0]).toMatchObject({ colour: 'R', rank: 1, of: 2, low: true, high: false });
        expect(list[2]).toMatchObject({ colour: 'R', rank: 2, of: 2, low: false, high: true });
        expect(list[9]).toMatchObject({ colour: 'V', rank: 1, of: 1, low: true, high: true });
    });
});

describe('moves', () => {
    it('offers only listed bids', () => {
        expect(model.bidChoices(['bid 1+', 'bid 0', 'bid 1', 'play 3'])).toEqual([
            { beads: 0, plain: true, safe: false },
            { beads: 1, plain: true, safe: true },
        ]);
    });
    it('finds the listed slots', () => {
        expect([...model.playable(['play 3', 'play 10', 'bid 4'])]).toEqual([3, 10]);
    });
});

describe('beads', () => {
    it('fills the bid and shows what was won beyond it', () => {
        expect(model.beadRow({ beads: 3, safety: true }, 1)).toEqual(['won', 'empty', 'empty', 'safety']);
        expect(model.beadRow({ beads: 1, safety: false }, 3)).toEqual(['won', 'over', 'over']);
        expect(model.beadRow(null, 0)).toEqual([]);
    });
});

describe('the window', () => {
    const last = { winner: 2, cards: [{ seat: 2, slot: 1, card: 'R7' }] };
    const trick = [{ seat: 0, slot: 4, card: 'B2' }];
    it('shows the trick on the table, and who is ahead in it, before the finished one', () => {
        expect(model.windowOf(view({ last, trick, ahead: 0 }), 'hold')).toEqual({ cards: trick, winner: null, ahead: 0 });
        expect(model.windowOf(view({ last, trick, ahead: 0 }), 'back')).toEqual({ cards: last.cards, winner: 2, ahead: null });
        expect(model.windowOf(view({ last }), 'hold').winner).toBe(2);
        expect(model.windowOf(view({ last }), 'now').cards).toEqual([]);
    });
    it('counts the trick that hangs there', () => {
        expect(model.trickNumber(view(), { cards: [], winner: null, ahead: null })).toBe(4);
        expect(model.trickNumber(view(), { cards: last.cards, winner: 2, ahead: null })).toBe(3);
    });
    it('has a closed pane of finite numbers for each player', () => {
        for (const seats of [3, 4, 5])
            for (let k = 0; k < seats; k++) {
                const d = model.petal(model.direction(k, seats), seats);
                expect(d).toMatch(/^M.*Z$/);
                expect(d + model.leads(model.direction(k, seats), seats)).not.toMatch(/NaN|Infinity/);
                const middle = model.paneMiddle(model.direction(k, seats), seats);
                expect(Math.hypot(middle.x, middle.y)).toBeLessThan(40);
            }
    });
});

describe('tricks that pass', () => {
    const card = (seat: number, slot: number, name: string): LuzTrickCard => ({ seat, slot, card: name });
    const play = (n: number, seat: number, slot: number): TableEvent =>
        ({ e: 'move', n, at: 0, seat, text: `play ${slot}` }) as unknown as TableEvent;
    const first = { winner: 3, cards: [card(0, 1, 'R7'), card(1, 2, 'R2'), card(2, 3, 'G5'), card(3, 4, 'R9')] };
    const hands = [[], [], [{ slot: 3, card: 'G5' }], [{ slot: 4, card: 'R9' }, { slot: 5, card: 'B1' }]];
    const before = view({ tricks: [0, 0, 0, 0], trick: first.cards.slice(0, 2), hands });
    const led = view({ tricks: [0, 0, 0, 1], trick: [card(3, 5, 'B1')], leader: 3, actors: [0] });
    const moves = [play(7, 2, 3), play(8, 3, 4), play(9, 3, 5)];

    it('come from the view before and the moves, once the next card lies', () => {
        expect(model.passedTricks(before, led, moves, undefined)).toEqual([first]);
    });
    it('come from the update itself if it says what was shown, each once', () => {
        const second = { winner: 3, cards: [card(3, 6, 'V2')] };
        const shown = [{ last: first }, { last: second }];
        expect(model.passedTricks(before, led, moves, shown)).toEqual([first, second]);
        expect(model.passedTricks({ ...before, last: first }, led, moves, shown)).toEqual([second]);
        const done = view({ tricks: [0, 0, 0, 2], last: second });
        expect(model.passedTricks(before, done, moves, shown)).toEqual([first]);
    });
    it('come with the first look too if it says what was shown', () => {
        expect(model.passedTricks(null, led, [], [{ last: first }])).toEqual([first]);
        expect(model.passedTricks(null, led, moves, undefined)).toEqual([]);
    });
    it('are none while the finished trick still hangs, and when a move is taken back', () => {
        const done = view({ tricks: [0, 0, 0, 1], last: first });
        expect(model.passedTricks(before, done, moves.slice(0, 2), undefined)).toEqual([]);
        const back = { e: 'takeback', n: 10, at: 0, seat: 3 } as unknown as TableEvent;
        expect(model.passedTricks(before, led, [back], [{ last: first }])).toEqual([]);
    });
    it('are none if a face was not seen, and whatever a server says is no fault', () => {
        const own = view({ tricks: [0, 0, 0, 0], trick: first.cards.slice(0, 1), hands });
        expect(model.passedTricks(own, led, [play(6, 1, 2), ...moves], undefined)).toEqual([]);
        expect(model.shownTricks([{}, { last: null }, { last: { winner: 1 } }, { last: 'x' }])).toEqual([]);
    });
    it('show with aided memory what the view keeps', () => {
        expect(model.passedTricks(before, { ...led, last: first }, moves, undefined)).toEqual([first]);
    });
});

describe('the log', () => {
    const trick = [{ seat: 2, slot: 1, card: 'R7' }];
    const last = { winner: 2, cards: [{ seat: 1, slot: 4, card: 'B2' }, ...trick] };
    const state = (more: Partial<LuzView>, memory = 'strict'): TableState =>
        ({ you: { seat: 1 }, view: view({ options: { memory }, ...more }) }) as unknown as TableState;
    const event = { e: 'move', n: 4, at: 0, seat: 2, text: 'play 1' } as unknown as TableEvent;
    const names = ['Ann', 'Bob', 'Cid', 'Dan'];
    const words = (now?: TableState): string | null => wordsOf(event, state({ last }), names, now);

    it('names a card while it lies open, and with strict memory not afterwards', () => {
        expect(words()).toContain('luzt.plays ');
        expect(words(state({ last }))).toContain('luzt.plays ');
        expect(words(state({ trick: [{ seat: 2, slot: 3, card: 'R8' }] }))).toContain('luzt.plays-one ');
        expect(words(state({ deal: 2, last }))).toContain('luzt.plays-one ');
        expect(words(state({ trick: [{ seat: 2, slot: 3, card: 'R8' }] }, 'aided'))).toContain('luzt.plays ');
    });
    it('says who took the trick in any case', () => {
        expect(words(state({}))).toContain('luzt.takes');
        expect(wordsOf(event, state({ trick }), names)).not.toContain('luzt.takes');
    });
    it('finds a card that was shown in passing', () => {
        const after = { ...state({ trick: [{ seat: 2, slot: 3, card: 'R8' }] }), shown: [{ last }] } as TableState;
        expect(wordsOf(event, after, names)).toContain('luzt.plays ');
    });
});
