import { describe, expect, it } from 'vitest';
import games from '../../tests/e2e/games.jsonl?raw';
import type { GameRecord, Review, ReviewDecision } from '../src/lib/protocol';
import { gamesIn } from '../src/replay/files';
import { packRecord, unpackRecord } from '../src/replay/link';
import { chancesOf, costliest, decisionAt, marksOf } from '../src/replay/steps';

const lines = games.trim().split('\n');
const record = JSON.parse(lines[4] ?? '') as GameRecord;
const decision = (event: number, seat: number, skill: number, more: Partial<ReviewDecision> = {}): ReviewDecision => ({
    event, seat, played: 'x', forced: false, skill,
    fair: { played: { move: 'x', win: 0.5 + skill, visits: 1 }, best: { move: 'y', win: 0.5, visits: 1 } }, ...more,
});
const review = {
    decisions: [decision(3, 0, -0.2, { grade: 'mistake' }), decision(5, 1, -0.3, { grade: 'blunder' }), decision(7, 0, 0, { grade: 'best' }), decision(9, 0, -0.005)],
    roads: [{ seat: 0, outcome: 1 }, { seat: 1, outcome: 0 }],
} as unknown as Review;

describe('links', () => {
    it('carry a whole record', async () => {
        const text = await packRecord(record);
        expect(text.length).toBeLessThan(8000);
        const back = (await unpackRecord(text)) as GameRecord;
        expect(back.events).toEqual(record.events);
        expect(back.result).toEqual(record.result);
    });
    it('are refused when they are damaged', async () => {
        const text = await packRecord(record);
        for (const bad of ['', 'x', text.slice(0, -3), `${text.slice(0, 40)}A${text.slice(41)}B`, `00000000${text.slice(8)}`, '<script>'])
            expect(await unpackRecord(bad)).toBe(null);
    });
});

describe('files', () => {
    it('hold games, one per line', async () => {
        expect(await gamesIn(new Blob([`${lines[0]}\n${lines[1]}\n`]))).toHaveLength(2);
        for (const bad of ['', 'hello', '{"a":1}', '[]', `${lines[0]}\nx`]) expect(await gamesIn(new Blob([bad]))).toBe('replay.file-foreign');
        expect(await gamesIn(new Blob(['x'.repeat((4 << 20) + 1)]))).toBe('replay.file-large');
    });
});

describe('steps', () => {
    it('mark later deals and costly choices', () => {
        const marks = marksOf(record, review);
        expect(marks.filter((mark) => mark.kind === 'deal')).toHaveLength(3);
        expect(marks.filter((mark) => mark.kind !== 'deal')).toEqual([{ step: 4, kind: 'mistake' }, { step: 6, kind: 'blunder' }]);
    });
    it('find the choice that led to a step, and the costliest first', () => {
        expect(decisionAt(review, 4)?.event).toBe(3);
        expect(decisionAt(review, 5)).toBe(undefined);
        expect(costliest(review, 6).map((one) => one.event)).toEqual([5, 3]);
    });
    it('draw the chance of a seat from its choices to its outcome', () => {
        expect(chancesOf(review, 1)).toEqual([[5, 0.5], [6, 0.2], [Infinity, 0]]);
    });
});
