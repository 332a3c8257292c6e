// One review per game, however many ask for it; it stops when it is told to, and when nobody looks any more.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GameRecord, Progress, ReviewDecision } from './protocol';

interface Asked {
    kind: string;
    members: Record<string, unknown>;
    progress?: (part: number, message: Progress) => void;
    done: (answer: unknown) => void;
    refused: (reason: unknown) => void;
}
const asked: Asked[] = [];
const request = (kind: string, members: Record<string, unknown>, progress?: Asked['progress']): Promise<unknown> =>
    new Promise((done, refused) => asked.push({ kind, members, ...(progress ? { progress } : {}), done, refused }));
vi.mock('./clients', () => ({ device: { request } }));
const place = $state({ id: 'here-1' });
vi.mock('./router.svelte', () => ({ route: () => ({ at: 'table', id: place.id }) }));

const { reviewingOf } = await import('./reviewing.svelte');

let games = 0;
const newGame = (): GameRecord => ({ parlor: 1, game: 'g', seats: 2, options: {}, events: [[0, `move ${games++}`]] }) as unknown as GameRecord;
const decision = (event: number): ReviewDecision => ({ event, seat: 0, played: 'x', forced: false });
const tell = (of: number, event: number): void => asked[0]?.progress?.(event / 10, { of, progress: event / 10, decision: decision(event) });
const kinds = (): string => asked.map((one) => one.kind).join(' ');

beforeEach(() => {
    vi.stubGlobal('location', { hash: '' });
    vi.useFakeTimers();
    asked.length = 0;
    place.id = 'here-1';
});
afterEach(() => vi.useRealTimers());

test('a review is asked for once, and grows', async () => {
    const game = newGame();
    const work = reviewingOf(game);
    void work.start();
    void reviewingOf(structuredClone(game)).start();
    tell(7, 1);
    tell(7, 2);
    expect(kinds()).toBe('review');
    expect(work.found.decisions.map((one) => one.event)).toEqual([1, 2]);
    expect(work.part).toBe(0.2);
    asked[0]?.done({ review: { decisions: [decision(1)], roads: [{}] } });
    await vi.waitFor(() => expect(work.state).toBe('done'));
    await work.start();
    expect(kinds()).toBe('review');
});

test('the choices of a seat come first, and it is known when all of them are there', async () => {
    const work = reviewingOf(newGame());
    void work.start(0);
    expect(asked[0]?.members).toMatchObject({ seat: 0 });
    tell(7, 1);
    tell(7, 5);
    expect([work.hasAllOf(0), work.hasAllOf(1)]).toEqual([false, false]);
    asked[0]?.progress?.(0.3, { of: 7, progress: 0.3, decision: { ...decision(2), seat: 1 } });
    expect([work.hasAllOf(0), work.hasAllOf(1)]).toEqual([true, false]);
    asked[0]?.done({ review: { decisions: [decision(1)], roads: [{}] } });
    await vi.waitFor(() => expect(work.hasAllOf(1)).toBe(true));
});

test('in the order of the game nobody is done before the end', () => {
    const work = reviewingOf(newGame());
    void work.start();
    expect(asked[0]?.members).not.toHaveProperty('seat');
    tell(7, 1);
    asked[0]?.progress?.(0.3, { of: 7, progress: 0.3, decision: { ...decision(2), seat: 1 } });
    expect(work.hasAllOf(0)).toBe(false);
});

test('one that is stopped keeps what it found, and is begun anew', () => {
    const work = reviewingOf(newGame());
    void work.start();
    tell(8, 1);
    work.stop();
    expect(asked[1]).toMatchObject({ kind: 'stop', members: { of: 8 } });
    tell(8, 2);
    expect(work).toMatchObject({ state: 'stopped', found: { decisions: [decision(1)] } });
    void work.start();
    expect(kinds()).toBe('review stop review');
    tell(8, 3);
    expect(work.found.decisions).toEqual([]);
});

test('one that is stopped before it has begun is stopped when its number is known', () => {
    const work = reviewingOf(newGame());
    void work.start();
    work.stop();
    expect(kinds()).toBe('review');
    tell(9, 1);
    tell(9, 2);
    expect(kinds()).toBe('review stop');
    expect(asked[1]?.members).toEqual({ of: 9 });
});

test('one whose game nobody looks at any more is stopped, unless somebody comes back in time', () => {
    const work = reviewingOf(newGame());
    void work.start();
    tell(10, 1);
    work.moved('home');
    vi.advanceTimersByTime(9000);
    work.moved('here-1');
    vi.advanceTimersByTime(60000);
    expect(work.state).toBe('busy');
    work.moved('home');
    vi.advanceTimersByTime(11000);
    expect(work.state).toBe('stopped');
    expect(kinds()).toBe('review stop');
});
