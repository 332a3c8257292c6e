// Photograph's moves and views as data: the results of takes and winds, and the last move.
import { beforeEach, expect, test } from 'vitest';
import type { PhotographPlayer, PhotographView, TableEvent, TableState } from '../../lib/protocol';
import {
    beside, columnsOf, lastStep, nearer, newShots, note, ownShots, ranges, readTake, readWind, stepOf, tables, takeAt, takesOf, wound,
} from './model';

beforeEach(() => tables.clear());

const player = (hand: string[], red: PhotographPlayer['films']['R'], good: PhotographPlayer['good'] = []): PhotographPlayer => ({
    hand,
    chosen: false,
    films: { R: red, B: { cards: [], direction: 'none', open: 0, blurry: 0 } },
    good,
    fits: {},
    score: 0,
});
const empty = { cards: [], direction: 'none' as const, open: 0, blurry: 0 };

function state(n: number, view: Partial<PhotographView>, seat = 0): TableState {
    const whole = {
        game: 'photograph', seat, seats: 2, phase: 'take', actors: [0], turn: 0, count: 0, options: {}, deck: 40,
        top: null, shots: [], sunset: 'ahead', field: [['R7', 'B-', 'R+', 'B2']], good: { R: null, B: null }, need: 4, reach: 3,
        players: [player(['R1', 'B5'], empty), player(['R-', 'B+'], empty)],
        ...view,
    };
    return { table: 't', n, view: whole, legal: [], you: { chair: seat, seat } } as unknown as TableState;
}
const move = (n: number, seat: number, text?: string): TableEvent => ({ n, at: 0, e: 'move', seat, text });

test('move texts are read as they are written, and nothing else is', () => {
    expect(readTake('take 2L3')).toEqual({ text: 'take 2L3', row: 1, side: 'L', n: 3 });
    expect(readWind('wind 1>4')).toEqual({ text: 'wind 1>4', from: 0, to: 3 });
    expect(readTake('take 5L1')).toBeNull();
    expect(readTake('wind 1>4')).toBeNull();
    expect(readWind('wind 1>10')).toBeNull();
});

test('a take brings the outermost cards that are there, in order', () => {
    expect(columnsOf(['R7', 'B-', 'R+', 'B2'], 'L', 2)).toEqual([0, 1]);
    expect(columnsOf(['R7', 'B-', 'R+', 'B2'], 'R', 3)).toEqual([3, 2, 1]);
    expect(columnsOf([null, 'B-', null, 'B2'], 'L', 2)).toEqual([1, 3]);
});

test('pointing at a card means the listed take from the nearer end', () => {
    const field = [['R7', 'B-', 'R+', 'B2']];
    const takes = takesOf(['take 1L1', 'take 1L2', 'take 1L3', 'take 1R1', 'take 1R2', 'take 1R3']);
    expect([0, 1, 2, 3].map((column) => takeAt(takes, field, 0, column)?.text)).toEqual([
        'take 1L1', 'take 1L2', 'take 1R2', 'take 1R1',
    ]);
    expect(takeAt(takesOf(['take 1L1']), [[null, null, 'R+', null]], 0, 2)?.text).toBe('take 1L1');
    expect(takeAt([], field, 0, 0)).toBeNull();
});

test('the tab of a lone photo stands at its nearer end', () => {
    expect([0, 1, 2, 3].map((column) => nearer([0, 1, 2, 3].map((here) => (here === column ? 'R7' : null))))).toEqual(['L', 'L', 'R', 'R']);
    expect(nearer(['R7', null, null, 'B-'])).toBeNull();
    expect(nearer([null, null, null, null])).toBeNull();
});

test('a wind moves one card up and the passed ones down', () => {
    expect(wound(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
    expect(wound(['a', 'b', 'c', 'd'], 1, 3)).toEqual(['a', 'c', 'd', 'b']);
});

test('the edge of a card shows what is within reach, and never more than there are', () => {
    expect(beside(7, 3)).toEqual([4, 5, 6, 8, 9, 10]);
    expect(beside(1, 3)).toEqual([2, 3, 4]);
    expect(beside(11, 3)).toEqual([8, 9, 10, 12]);
});

test('shots are what came to the films; the Good Shot goes with the last sharp one', () => {
    const before = player([], empty);
    const after = player([], { cards: [{ card: 'R3' }, { card: 'R5' }, { back: 'R-' }], direction: 'up', open: 2, blurry: 1 }, ['R']);
    expect(newShots(before, after)).toEqual([
        { card: 'R3', sharp: true, good: false },
        { card: 'R5', sharp: true, good: true },
        { card: 'R-', sharp: false, good: false },
    ]);
    expect(ownShots(['R3', 'R5', 'R1'], before, after).map((shot) => [shot.card, shot.sharp])).toEqual([
        ['R3', true], ['R5', true], ['R1', false],
    ]);
    expect(ownShots(['R3'], before, null)[0]?.sharp).toBeNull();
});

test('values are told as ranges', () => {
    expect(ranges([4, 5, 6, 8])).toEqual(['4–6', '8']);
    expect(ranges([1, 2])).toEqual(['1, 2']);
    expect(ranges([])).toEqual([]);
});

test('a take is told by what lay in the field before', () => {
    note(state(4, {}));
    const after = state(5, { phase: 'wind', field: [[null, null, 'R+', 'B2']] });
    const step = stepOf(move(5, 1, 'take 1L2'), after);
    expect(step?.columns).toEqual([0, 1]);
    expect(step?.taken).toEqual(['R7', 'B-']);
    expect(lastStep(after, [])).toBe(step);
});

test('a wind is told with its own cards, also when one lies blurry', () => {
    note(state(4, { phase: 'wind', count: 1, players: [player(['R9', 'B5', 'B6'], { ...empty, cards: [{ card: 'R1' }], open: 1 }), player([], empty)] }));
    const after = state(5, {
        players: [player(['R9', 'B6'], { ...empty, cards: [{ card: 'R1' }], open: 1 }), player([], empty)],
    });
    const view = after.view as PhotographView;
    view.players[0]!.films.B = { cards: [{ back: 'B-' }], direction: 'none', open: 0, blurry: 1 };
    const step = stepOf(move(5, 0, 'wind 1>2'), after);
    expect(step?.shots.get(0)).toEqual([{ card: 'B5', sharp: false, good: false }]);
});

test('what was not seen is not told', () => {
    expect(stepOf(move(5, 0, 'take 1L1'), state(5, {}))).toBeNull();
    expect(stepOf({ n: 6, at: 0, e: 'deal' }, state(6, {}))).toBeNull();
});
