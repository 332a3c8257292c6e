// What a row tells, and the filters.
import { expect, test } from 'vitest';
import type { GameEntry } from '../lib/protocol';
import { everything, gameOf, wanted, type Wish } from './model';

const device = { offline: true, you: { id: 'me', name: 'Ann' } };
const server = { ...device, offline: false };
const row = (members: Partial<GameEntry>): GameEntry => ({
    table: 'x', game: 'quince', seats: 3, options: {}, taken: 3, clock: { kind: 'none' }, host: null, phase: 'over', turn: false, changed: 5, ...members,
});

test('the own seat, place, opponents and address come from the row', () => {
    const result = { scores: [4, 9, 4], winners: [1] };
    const names = ['Ann', 'bot:hard', 'Bob'];
    const one = gameOf(row({ result, names, own: 0, ended: 9 }), device);
    expect([one.own, one.won, one.place, one.with, one.when, one.path]).toEqual([0, false, 2, 'people', 9, '/offline/x/end?seat=0']);
    expect(one.others).toEqual(['bot:hard', 'Bob']);
    const other = gameOf(row({ result, players: [null, 'me', null], names: ['bot:easy', 'Ann', 'bot:easy'] }), server);
    expect([other.own, other.won, other.place, other.with, other.path]).toEqual([1, true, 1, 'bots', '/t/x/end?seat=1']);
});

test('a tie that was broken has one winner; the others stand behind', () => {
    const broken = { scores: [9, 9, 1], winners: [1] };
    expect([0, 1, 2].map((own) => gameOf(row({ result: broken, own }), device).place)).toEqual([2, 1, 3]);
});

test('what nobody knows stays open', () => {
    const old = gameOf(row({ result: { scores: [1, 2, 3], winners: [2] } }), server);
    expect([old.own, old.won, old.place, old.with, old.path]).toEqual([-1, null, null, null, '/t/x/end']);
    const going = gameOf(row({ phase: 'play' }), device);
    expect([going.over, going.won, going.path]).toEqual([false, null, '/offline/x']);
    expect(gameOf(row({ seats: 1, result: { won: true, placed: 17, winners: [0] }, own: 0 }), device).with).toBe('alone');
});

test('each filter leaves out what does not fit, and practice is hidden at first', () => {
    const won = { scores: [3, 1, 1], winners: [0] };
    const games = [
        row({ table: 'a', result: won, own: 0, names: ['Ann', 'bot:easy', 'bot:easy'], ended: 1 }),
        row({ table: 'b', result: won, own: 1, names: ['Bob', 'Ann', 'Cid'], ended: 3 }),
        row({ table: 'c', phase: 'play', changed: 2 }),
        row({ table: 'd', result: won, own: 0, practice: true, ended: 4 }),
        row({ table: 'e', game: 'plum', seats: 1, result: { won: false, placed: 3, winners: [] }, own: 0, ended: 5 }),
    ].map((one) => gameOf(one, device));
    const found = (wish: Partial<Wish>): string => wanted(games, { ...everything, ...wish }).map(({ row }) => row.table).join('');
    expect(found({})).toBe('ebca');
    expect(found({ practice: true })).toBe('edbca');
    expect(found({ game: 'plum' })).toBe('e');
    expect(found({ seats: '3' })).toBe('bca');
    expect(found({ phase: 'going' })).toBe('c');
    expect(found({ phase: 'over', with: 'people' })).toBe('b');
    expect(found({ with: 'bots' })).toBe('a');
    expect(found({ with: 'alone' })).toBe('e');
    expect(found({ ending: 'won' })).toBe('a');
    expect(found({ ending: 'lost' })).toBe('eb');
});
