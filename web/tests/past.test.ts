import { describe, expect, it } from 'vitest';
import type { Moment, TableState } from '../src/lib/protocol';
import { momentAt, momentsBy, pastOf, recordSoFar } from '../src/replay/past';

const moment = (step: number, event?: Moment['event']): Moment => ({ step, phase: 'play', view: {} as Moment['view'], ...(event ? { event } : {}) });
const all = Array.from({ length: 150 }, (_, step) => moment(step, step > 0 ? { e: 'move', seat: step % 2, text: `play ${step}` } : undefined));
const page = (from: number, first: number, last: number) => ({ first, last, moments: all.slice(Math.max(from, first), Math.min(last + 1, Math.max(from, first) + 64)) });

describe('the past of a running game', () => {
    it('comes in pages', async () => {
        const asked: number[] = [];
        const list = await momentsBy(async (from) => (asked.push(from), page(from, 0, 149)));
        expect(list.map((one) => one.step)).toEqual(all.map((one) => one.step));
        expect(asked).toEqual([0, 64, 128]);
    });
    it('leaves out what may not be seen any more', async () => {
        const firsts = [10, 100];
        const list = await momentsBy(async (from) => page(from, firsts.shift() ?? 100, 120));
        expect(list.map((one) => one.step)).toEqual(Array.from({ length: 21 }, (_, k) => 100 + k));
    });
    it('is addressed by the numbers of the table, which stay when more has happened', () => {
        const state = { game: 'luz', seats: 2, options: {}, rules: 1, people: [], you: { seat: 1 } } as unknown as TableState;
        const before = pastOf(state, all.slice(100, 111));
        expect(before.moments.at(momentAt(before, 107), 1).step).toBe(107);
        /* After the next own move only what follows it may be seen. */
        const after = pastOf(state, all.slice(105, 121));
        expect(after.moments.at(momentAt(after, 107), 1).step).toBe(107);
        expect(after.moments.at(momentAt(after, 102), 1).step).toBe(105);
        expect(after.moments.at(momentAt(after, 999), 1).step).toBe(120);
        expect(after.moments.at(momentAt(after, undefined), 1).event).toMatchObject({ seat: 1, text: 'play 119' });
    });
    it('is a record as far as the seat knows it', () => {
        const people = [{ seat: 1, name: 'Ann', bot: null }, { seat: 0, name: null, bot: 'easy' }];
        const state = { game: 'luz', seats: 2, options: {}, rules: 1, people } as unknown as TableState;
        const list = [moment(4, { e: 'move', seat: 1, text: 'x' }), moment(5, { e: 'deal' }), moment(6, { e: 'move', seat: 0 })];
        const record = recordSoFar(state, list);
        expect(record.names).toEqual(['bot:easy', 'Ann']);
        expect(record.events).toEqual([['deal', ''], [0, '']]);
    });
});
