// Pencil marks and runs of values.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { heldMarks, inRuns, keepMarks, leftValues, readMarks, storageKey, turnMark, wipeMarks, type Marks } from './marks';

const none: Marks = { part: 1, cards: {} };
const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
});

describe('pencil marks', () => {
    beforeEach(() => kept.clear());

    it('go from struck out to noted to none', () => {
        const out = turnMark(none, 3, 4);
        const noted = turnMark(out, 3, 4);
        expect(out.cards).toEqual({ 3: { 4: 'out' } });
        expect(noted.cards).toEqual({ 3: { 4: 'noted' } });
        expect(turnMark(noted, 3, 4).cards).toEqual({});
        expect(wipeMarks(turnMark(out, 5, 1), 3).cards).toEqual({ 5: { 1: 'out' } });
    });

    it('leave what is noted, or else what is not struck out', () => {
        expect(leftValues([1, 2, 3, 4], { 2: 'out' })).toEqual([1, 3, 4]);
        expect(leftValues([1, 2, 3, 4], { 2: 'out', 4: 'noted', 3: 'noted' })).toEqual([3, 4]);
    });

    it('go with their card and with their deal', () => {
        const marks = turnMark(turnMark(none, 3, 4), 5, 1);
        expect(heldMarks(marks, 1, [1, 5]).cards).toEqual({ 5: { 1: 'out' } });
        expect(heldMarks(marks, 2, [3, 5])).toEqual({ part: 2, cards: {} });
    });

    it('stay on the device by table, of twenty tables', () => {
        const marks = turnMark(none, 3, 4);
        for (let k = 0; k < 25; k++) keepMarks(`table-${k}`, marks);
        expect(readMarks('table-24')).toEqual(marks);
        expect(readMarks('table-4').cards).toEqual({});
        expect(readMarks('table-5')).toEqual(marks);
        keepMarks('table-24', none);
        expect(localStorage.getItem(storageKey)).not.toContain('table-24');
    });

    it('are not read from a text that is none of theirs', () => {
        for (const text of ['', '{', '[1]', 'null', '{"t":{"part":1,"cards":{"3":{"4":"x"}}}}', '{"t":5}']) {
            localStorage.setItem(storageKey, text);
            expect(readMarks('t').cards).toEqual({});
        }
    });
});

describe('values in runs', () => {
    it('draws three and more together', () => {
        expect(inRuns([1, 2, 3, 5, 7, 8])).toEqual(['1\u20133', '5', '7', '8']);
        expect(inRuns([4])).toEqual(['4']);
        expect(inRuns([])).toEqual([]);
    });
});
