import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LuzTrick, LuzView, TableEvent } from '../../lib/protocol';
import type { LuzState } from './model';
import { PassingTricks } from './tricks.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const trick = (winner: number, card: string): LuzTrick => ({ winner, cards: [{ seat: winner, slot: 1, card }] });
const [first, second] = [trick(1, 'R7'), trick(2, 'B3')];
const led = (seat: number): LuzView['trick'] => [{ seat, slot: 2, card: 'G4' }];
const state = (view: Partial<LuzView>, more: Partial<LuzState> = {}): LuzState =>
    ({ view: { seat: 0, deal: 1, trick: [], last: null, tricks: [], hands: [], ...view }, ...more }) as unknown as LuzState;

test('tricks that an update passed over hang one after another, each once', () => {
    const passing = new PassingTricks(1000);
    const shown = [{ last: first }, { last: second }];
    const next = state({ trick: led(2) }, { shown });
    passing.update(next, [], false);
    expect(passing.now?.winner).toBe(1);
    vi.advanceTimersByTime(1001);
    expect(passing.now?.winner).toBe(2);
    vi.advanceTimersByTime(1001);
    expect(passing.now).toBeNull();
    passing.update(next, [], false);
    expect(passing.now).toBeNull();
});

test('a trick that hangs stays for the rest of its time when another leads', () => {
    const passing = new PassingTricks(1000);
    passing.update(state({ last: first }), [], false);
    expect(passing.now).toBeNull();
    vi.advanceTimersByTime(600);
    passing.update(state({ trick: led(1), last: first }), [], false);
    expect(passing.now?.winner).toBe(1);
    vi.advanceTimersByTime(401);
    expect(passing.now).toBeNull();
});

test('it goes at once when the own card is led, while a deal is counted, or when its time is over', () => {
    for (const [seat, paused, after] of [[0, false, 100], [1, true, 100], [1, false, 1200]] as const) {
        const passing = new PassingTricks(1000);
        passing.update(state({ last: first }), [], false);
        vi.advanceTimersByTime(after);
        passing.update(state({ trick: led(seat), last: first }), [], paused);
        expect(passing.now).toBeNull();
    }
});

test('a move that is taken back ends it', () => {
    const passing = new PassingTricks(1000);
    passing.update(state({ trick: led(2) }, { shown: [{ last: first }] }), [], false);
    passing.update(state({ trick: [] }), [{ e: 'takeback', n: 9, at: 0, seat: 0 } as TableEvent], false);
    expect(passing.now).toBeNull();
});
