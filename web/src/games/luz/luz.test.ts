// The table of Luz works out no rules, but places, runs, beads and panes; those are tried here.
import { describe, expect, it } from 'vitest';
import type { LuzView } from '../../lib/protocol';
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
