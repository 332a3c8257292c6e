// Files of games, out and in.
import { expect, test } from 'vitest';
import { Refused } from '../lib/client.svelte';
import type { GameRecord } from '../lib/protocol';
import type { Game } from './model';
import { exportGames, importGames } from './transfer';

const go = (): boolean => true;
const game = (table: string, when: number, over = true): Game => ({ row: { table }, over, when, own: 1 }) as never;
const recordOf = async ({ row }: Game): Promise<GameRecord> => {
    if (row.table === 'gone') throw new Refused({ id: 'table.none', args: [] });
    return { parlor: 1, game: 'quince', seats: 2, options: {}, events: [], table: row.table };
};

test('the finished games come oldest first, each with the own seat; one that cannot be read is told', async () => {
    const parts: number[] = [];
    const games = [game('b', 2), game('gone', 3), game('a', 1), game('going', 4, false)];
    const { text, count, missing } = await exportGames(games, recordOf, (part) => parts.push(part) > 0);
    const records = text.trim().split('\n').map((line) => JSON.parse(line) as GameRecord);
    expect(records.map(({ table, own }) => [table, own])).toEqual([['a', 1], ['b', 1]]);
    expect([count, missing, parts[0]]).toEqual([2, 1, 0]);
});

test('a broken line is left out with its reason, and the rest is taken', async () => {
    const taken = new Set(['a']);
    const take = async ({ table = '' }: GameRecord): Promise<{ table: string; known: boolean }> => {
        if (table === 'bad') throw new Refused({ id: 'record.no-events', args: [] });
        const known = taken.has(table);
        taken.add(table);
        return { table, known };
    };
    const line = (table: string): string => JSON.stringify({ parlor: 1, game: 'quince', table });
    const text = [line('a'), '', '{"parlor":', line('bad'), line('b'), '[1]', line('b')].join('\n');
    const done = await importGames(text, take, go);
    expect([done.added, done.known]).toEqual([1, 2]);
    expect(done.left.map(({ line, game, why }) => [line, game, why.id])).toEqual([
        [3, undefined, 'replay.file-no-game'], [4, 'quince', 'record.no-events'], [6, undefined, 'replay.file-no-game'],
    ]);
});

test('it stops when it is told to', async () => {
    let calls = 0;
    const done = await importGames('{}\n{}\n{}', async () => ({ table: 'x', known: false }), () => ++calls < 2);
    expect([done.added, done.left.length]).toEqual([0, 1]);
});
