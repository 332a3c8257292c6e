import { afterEach, expect, test, vi } from 'vitest';
import { useRegion } from '../lib/announce';
import { Notice } from './notice.svelte';

afterEach(() => vi.useRealTimers());

test('a reason is shown and spoken; a move that is allowed leaves the line alone', async () => {
    vi.useFakeTimers();
    const region = { textContent: '' } as HTMLElement;
    useRegion(region);
    const notice = new Notice(async (move) => (move === 'play 1' ? 'Follow the colour.' : null));
    await notice.refuse('play 1');
    vi.advanceTimersByTime(100);
    expect([notice.text, region.textContent]).toEqual(['Follow the colour.', 'Follow the colour.']);
    await notice.refuse('play 2');
    expect(notice.text).toBe('Follow the colour.');
    notice.tell(null);
    expect(notice.text).toBe('');
});
