// Reasons in words: subjects, cards, names, plural forms, decimals, and typography.
import { beforeAll, expect, it, vi } from 'vitest';
import type { Reason } from './protocol';
import { loadReasons, type ReasonWords } from './reasons';
import { needWords, setLanguage } from './words.svelte';

let say: ReasonWords;
const names = ['Ann', 'Bob'];

beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {} });
    await needWords('photograph');
    say = await loadReasons('photograph');
});

const good: Reason = { id: 'reason.photo-good', better: true, args: [{ card: 'R7' }] };
const order = (n: number): Reason => ({ id: 'reason.photo-order', better: false, args: [{ number: n }, { number: 0 }] });

it('names the card, and says which move it is about', async () => {
    await setLanguage('en');
    expect(say(good, names)).toBe('The better move takes the Good Shot with red 7: +5 points.');
    expect(say({ ...good, id: 'reason.photo-take-dead', better: false }, names)).toBe('The move played takes red 7, which can no longer fit its film.');
});

it('names players, and counts in the right form', async () => {
    await setLanguage('en');
    expect(say({ id: 'reason.photo-take-denies', better: true, args: [{ card: 'B12' }, { seat: 1 }] }, names)).toContain('blue 12, which would continue a film of the player Bob');
    expect(say(order(1), names)).toContain('1 shot blurry; with the other move it is 0');
    expect(say(order(2), names)).toContain('2 shots blurry');
    await setLanguage('uk');
    expect([1, 2, 5].map((n) => say(order(n), names).match(/\d знім\S+/)?.[0].replace(';', ''))).toEqual(['1 знімок', '2 знімки', '5 знімків']);
});

it('writes decimals and spaces as the language does', async () => {
    const value: Reason = { id: 'reason.value-points', better: false, args: [{ number: 2.3 }] };
    await setLanguage('fr');
    expect(say(value, names)).toContain('2,3 points de moins');
    expect(say(good, names)).toContain('rouge\u00a0: +5');
    await setLanguage('en');
    expect(say(value, names)).toContain('2.3 points less');
    const share: Reason = { id: 'reason.value-win', better: false, args: [{ number: 4 }] };
    expect(say(share, names)).toContain('4\u00a0% less often');
});

it('names cards of a game without names for them by their text', async () => {
    const plain = await loadReasons('none');
    await setLanguage('en');
    expect(plain(good, names)).toBe('The better move takes the Good Shot with R7: +5 points.');
});
