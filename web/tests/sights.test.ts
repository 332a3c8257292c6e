// Sights of protocol 2: the examples that the engine wrote (tests/laws/folds.c), and updates without their base.
import { describe, expect, it } from 'vitest';
import lines from './folds.jsonl?raw';
import type { TableState, Update } from '../src/lib/protocol';
import { readSight, unfold } from '../src/lib/sight';

const examples = lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as [string, string, string]);

const at = (n: number, sight: string | null): { state: TableState; sight: string | null } => ({
    state: { n } as TableState,
    sight,
});
const update = (members: object): Update => ({ table: 't', n: 6, ...members }) as Update;

describe('sights', () => {
    it('are unfolded as the engine folds them', () => {
        expect(examples.length).toBeGreaterThan(10);
        for (const [old, folded, text] of examples) expect(unfold(old, folded)).toBe(text);
    });
    it('become view and legal', () => {
        const table = at(5, '"view":{"a":1},"legal":["b"]');
        const told = update({ of: 5, sight: '~#/2~%2' });
        expect(readSight(table, told)).toBe(true);
        expect(told).toEqual({ table: 't', n: 6, view: { a: 2 }, legal: ['b'] });
        expect(table.sight).toBe('"view":{"a":2},"legal":["b"]');
    });
    it('come whole', () => {
        const table = at(3, null);
        const told = update({ sight: "'view':null,'legal':[]" });
        expect(readSight(table, told)).toBe(true);
        expect(told).toEqual({ table: 't', n: 6, view: null, legal: [] });
    });
    it('are never guessed', () => {
        const sight = '~#/2~%2';
        expect(readSight(at(4, '"view":{"a":1},"legal":["b"]'), update({ of: 5, sight }))).toBe(false);
        expect(readSight(at(5, null), update({ of: 5, sight }))).toBe(false);
        expect(readSight({ state: null, sight: null }, update({ of: 5, sight }))).toBe(false);
        expect(readSight(at(5, '"view":1'), update({ of: 5, sight: '~#' }))).toBe(false);
    });
    it('are forgotten when a view comes plain', () => {
        const table = at(5, '"view":1');
        expect(readSight(table, update({ view: null, legal: [] }))).toBe(true);
        expect(table.sight).toBeNull();
    });
});
