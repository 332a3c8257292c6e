import { beforeAll, expect, it, vi } from 'vitest';
import type { Hint } from '../lib/protocol';
import { needWords, setLanguage } from '../lib/words.svelte';
import { loadWhy, worths } from './words';

const name = (text: string | null): string => text ?? 'wait';
const value = (text: string | null, points: number | null, win: number | null) => ({ text, value: 0, points, win });
const hint: Hint = {
    text: 'wind 1>2', other: 'wind 1>3',
    why: { id: 'reason.photo-good', better: true, args: [{ card: 'R7' }] },
    values: [value('wind 1>2', 3.25, 0.5), value('wind 1>3', 1, 0.25), value(null, null, 0.1), value('x', 2, null), value('y', 1, 1)],
};

beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {} });
    await needWords('photograph');
    await needWords('more');
    await setLanguage('en');
});

it('says why in comparison with the other choice, or with none', async () => {
    const why = await loadWhy('photograph');
    expect(why(hint, [], name)).toBe('Compared with “wind 1>3”, this move takes the Good Shot with red 7: +5 points.');
    expect(why({ ...hint, other: 'wind 1>2' }, [], name)).toBe('This move takes the Good Shot with red 7: +5 points.');
    const worse = { id: 'reason.photo-take-dead', better: false, args: [{ card: 'R7' }] };
    expect(why({ ...hint, why: worse }, [], name)).toBe('The other move, “wind 1>3”, takes red 7, which can no longer fit its film.');
    expect(why({ ...hint, why: null }, [], name)).toContain('No other move');
});

it('tells what the first choices are worth, as far as that is known', () => {
    expect(worths(hint, name)).toEqual([
        'wind 1>2: 3.3 points on average, wins 50\u00a0%',
        'wind 1>3: 1.0 points on average, wins 25\u00a0%',
        'wait: wins 10\u00a0%',
        'x: 2.0 points on average',
    ]);
});
