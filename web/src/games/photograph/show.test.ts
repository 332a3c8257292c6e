// The shots that all players see for a moment (P5.2): which shots are new, how long they are held, and their words.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { PhotographPlayer, PhotographShot, PhotographView, TableEvent, TableState } from '../../lib/protocol';
import { needWords } from '../../lib/words.svelte';
import { deckName, describe, filmWords, goodWords, shownWords } from './describe';
import { note, tables } from './model';
import { resume } from './resume';
import { facesIn, holdOf, memories, unseen } from './show';

beforeAll(() => needWords('photograph'));
beforeEach(() => {
    tables.clear();
    memories.clear();
});

const names = ['Ann', 'Bob'];
const shot = (seat: number, card: string, blurry = false, good = false): PhotographShot => ({ seat, card, blurry, good });
const player = (hand: string[], cards: { card?: string; back?: string; was?: string }[] = []): PhotographPlayer => ({
    hand, chosen: false, good: [], fits: {}, score: 0,
    films: { B: { cards, direction: 'none', open: 0, blurry: 0 } },
});

function state(n: number, view: Partial<PhotographView>, more: Partial<TableState> = {}): TableState {
    const whole = {
        game: 'photograph', seat: 0, seats: 2, phase: 'take', actors: [0], turn: 0, count: 0, options: { memory: 'strict' },
        deck: 27, top: 'R+', shots: [], sunset: 'ahead', field: [], good: { B: null }, need: 4, reach: 3,
        players: [player(['B1']), player(['B+'])],
        ...view,
    };
    return { table: 't', n, view: whole, legal: [], you: { chair: 0, seat: 0 }, ...more } as unknown as TableState;
}
const move = (n: number, seat: number, text: string): TableEvent => ({ n, at: 0, e: 'move', seat, text });
const cardsOf = (list: { shots: PhotographShot[] }[]): string[][] => list.map((one) => one.shots.map((s) => s.card));

test('shots are shown once, also when they come again with the next update', () => {
    const first = state(5, { shots: [shot(1, 'B9', true)] });
    expect(cardsOf(unseen(first, []))).toEqual([['B9']]);
    expect(unseen(first, [])).toEqual([]);
    /* A secret choice does not end them (P5.2). */
    expect(unseen(state(6, { shots: [shot(1, 'B9', true)] }), [])).toEqual([]);
    expect(unseen(state(7, { shots: [] }), [])).toEqual([]);
});

test('an update of several moves brings the shots of each, oldest first', () => {
    unseen(state(5, { shots: [shot(1, 'B9', true)] }), []);
    const shown = [{ shots: [shot(1, 'B9', true)] }, { shots: [shot(0, 'B2'), shot(0, 'B5')] }, { shots: [shot(1, 'B12')] }];
    const next = state(12, { shots: [shot(1, 'B12')] }, { shown });
    expect(cardsOf(unseen(next, []))).toEqual([['B2', 'B5'], ['B12']]);
    expect(unseen(state(13, {}, { shown: [{ odd: 1 }, { shots: 'no' }] }), [])).toEqual([]);
});

test('a table that is opened shows all since the own last move; another table has its own memory', () => {
    const shown = [{ shots: [shot(1, 'B9', true)] }, { shots: [shot(1, 'B12')] }];
    expect(cardsOf(unseen(state(9, { shots: [] }, { shown }), []))).toEqual([['B9'], ['B12']]);
    expect(cardsOf(unseen(state(9, { shots: [shot(1, 'B9', true)] }, { table: 'u' }), []))).toEqual([['B9']]);
});

test('a replay that resumes at a step knows the step before and nothing else', () => {
    const shots = [shot(1, 'B9', true)];
    note(state(9, {}));
    unseen(state(9, { shots }), []);
    resume(state(4, {}));
    expect(tables.get('t')?.views.map((one) => one.n)).toEqual([4]);
    expect(cardsOf(unseen(state(5, { shots }), []))).toEqual([['B9']]);
    resume(state(5, { shots }));
    expect(unseen(state(6, { shots }), [])).toEqual([]);
});

test('a shot that was taken back is shown again when it is made again', () => {
    unseen(state(5, { shots: [shot(0, 'B9')] }), []);
    const back: TableEvent = { n: 6, at: 0, e: 'takeback', seat: 0 };
    expect(unseen(state(6, {}), [back])).toEqual([]);
    expect(cardsOf(unseen(state(7, { shots: [shot(0, 'B9')] }), []))).toEqual([['B9']]);
});

test('a blurry card shows its face in its own place of the film', () => {
    const cards = [{ card: 'B1' }, { back: 'B+' }, { card: 'B2' }, { back: 'B+' }];
    const shown = [{ shots: [shot(1, 'B9', true)] }, { shots: [shot(1, 'B2'), shot(1, 'B8', true)] }];
    const [older, newer] = unseen(state(9, { shots: [], players: [player([]), player([], cards)] }, { shown }), []);
    expect([...facesIn(older ?? null, 1, 'B')]).toEqual([[1, 'B9']]);
    expect([...facesIn(newer ?? null, 1, 'B')]).toEqual([[3, 'B8']]);
    expect(facesIn(newer ?? null, 0, 'B').size).toBe(0);
    expect(facesIn(null, 1, 'B').size).toBe(0);
});

test('a blurry shot is held long enough to be read, at every pace', () => {
    const one = { shots: [shot(1, 'B9', true)], places: [0] };
    for (const pace of ['slow', 'normal', 'instant'] as const) {
        expect(holdOf(one, pace)).toBeGreaterThanOrEqual(1200);
        expect(holdOf(one, pace)).toBeLessThanOrEqual(1800);
    }
    const all = { shots: ['B1', 'B2', 'B3', 'B4', 'B5', 'B6'].map((card) => shot(1, card, true)), places: [] };
    expect(holdOf(all, 'normal')).toBeGreaterThan(holdOf(one, 'normal'));
});

test('the words name the face, that it is blurry, and the Good Shot', () => {
    expect(shownWords([shot(1, 'B9', true), shot(1, 'R5', false, true)], 0, names)).toBe('Bob: blue 9, blurry; red 5 with the Good Shot.');
    expect(shownWords([shot(0, 'B9'), shot(1, 'R5')], 0, names)).toBe('Your shots: blue 9. Bob: red 5.');
});

function logOf(memory: string, seat: number): (string | null)[] {
    const before = { phase: 'wind' as const, count: 1, options: { memory }, players: [player(['B9', 'B1']), player(['B+', 'B-'])] };
    note(state(4, before));
    const played = seat === 0 ? [player(['B1'], [{ back: 'B+' }]), player(['B+', 'B-'])] : [player(['B9', 'B1']), player(['B-'], [{ back: 'B+' }])];
    const after = state(5, { options: { memory }, players: played, shots: [shot(seat, 'B9', true)] });
    const event = move(5, seat, 'wind 1>2');
    return [describe(event, after, names, after), describe(event, after, names)];
}

test('with strict memory the log keeps the back alone, of one’s own shots too', () => {
    for (const seat of [0, 1]) {
        tables.clear();
        const [log, aloud] = logOf('strict', seat);
        expect(log).toContain('blue 7–12, blurry');
        expect(log).not.toContain('blue 9');
        expect(aloud).not.toContain('blue');
    }
});

test('with aided memory the log names the value', () => {
    expect(logOf('aided', 1)[0]).toContain('blue 9, blurry');
});

test('the deck is named with its top back; an empty one has none', () => {
    expect(deckName(state(1, {}).view as PhotographView)).toBe('27 cards in the deck. Top card: red 7–12.');
    expect(deckName(state(1, { deck: 0, top: null }).view as PhotographView)).toBe('0 cards in the deck.');
});

test('a film says whose the Good Shot is: "your" in the own films alone', () => {
    const good = { B: 0, R: 1, Y: null };
    const films = { R: { cards: [], direction: 'none' as const, open: 0, blurry: 0 }, ...player([]).films };
    const players = [0, 1].map(() => ({ ...player(['B1']), films }));
    const seen = (seat: number): PhotographView => state(5, { seat, good, players }).view as PhotographView;
    const of = (viewer: number, owner: number, colour: 'B' | 'R'): string => filmWords(seen(viewer), names, owner, colour).split('. ').at(-1) ?? '';
    expect([of(0, 0, 'B'), of(0, 1, 'B')]).toEqual(['your Good Shot', 'you hold the Good Shot']);
    expect([of(0, 0, 'R'), of(0, 1, 'R')]).toEqual(['Good Shot: Bob', 'Good Shot: Bob']);
    expect([of(1, 0, 'R'), of(1, 1, 'R')]).toEqual(['you hold the Good Shot', 'your Good Shot']);
    expect([of(-1, 0, 'B'), of(-1, 1, 'B')]).toEqual(['Good Shot: Ann', 'Good Shot: Ann']);
    /* Beside the deck, where there is no film. */
    expect([goodWords(seen(0), names, 'B'), goodWords(seen(0), names, 'R'), goodWords(seen(0), names, 'Y')]).toEqual(['your Good Shot', 'Good Shot: Bob', 'Good Shot with 4 photos']);
});
