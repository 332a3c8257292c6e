import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Reel } from './reel.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('one after another is shown for its time, told while it is shown', () => {
    const told: string[] = [];
    const reel = new Reel<string>((one) => one.length * 1000, (one) => told.push(one));
    reel.add(['a', 'bb']);
    expect([reel.now, told]).toEqual(['a', ['a']]);
    vi.advanceTimersByTime(1001);
    expect([reel.now, told]).toEqual(['bb', ['a', 'bb']]);
    vi.advanceTimersByTime(1001);
    reel.add(['c']);
    expect(reel.now).toBe('bb');
    vi.advanceTimersByTime(1001);
    expect(reel.now).toBe('c');
    vi.advanceTimersByTime(1001);
    expect(reel.now).toBeNull();
});

test('a press ends all at once; what was not shown yet is told', () => {
    const told: string[] = [];
    const reel = new Reel<string>(() => 1000, (one) => told.push(one));
    reel.add(['a', 'b', 'c']);
    reel.end();
    expect([reel.now, told]).toEqual([null, ['a', 'b', 'c']]);
    vi.advanceTimersByTime(5000);
    reel.end();
    expect(told.length).toBe(3);
});

test('a reel that is stopped shows nothing, now or later', () => {
    const reel = new Reel<string>(() => 1000);
    reel.add(['a', 'b']);
    reel.stop();
    vi.advanceTimersByTime(5000);
    expect(reel.now).toBeNull();
});
