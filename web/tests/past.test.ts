import { describe, expect, it } from 'vitest';
import type { Moment, TableState } from '../src/lib/protocol';
import { momentsBy, recordSoFar } from '../src/replay/past';

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
    it('is a record as far as the seat knows it', () => {
        const people = [{ seat: 1, name: 'Ann', bot: null }, { seat: 0, name: null, bot: 'easy' }];
        const state = { game: 'luz', seats: 2, options: {}, rules: 1, people } as unknown as TableState;
        const list = [moment(4, { e: 'move', seat: 1, text: 'x' }), moment(5, { e: 'deal' }), moment(6, { e: 'move', seat: 0 })];
        const record = recordSoFar(state, list);
        expect(record.names).toEqual(['bot:easy', 'Ann']);
        expect(record.events).toEqual([['deal', ''], [0, '']]);
    });
});
