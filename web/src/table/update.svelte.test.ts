import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { afterUpdate, onUpdate } from './update.svelte';

test.each([onUpdate, afterUpdate])('the work is done once for each new key, whatever else it reads', (doWork) => {
    let n = $state(1);
    let other = $state('a');
    const seen: string[] = [];
    const stop = $effect.root(() => doWork(() => n, () => seen.push(`${n}${other}`)));
    flushSync();
    other = 'b';
    flushSync();
    expect(seen).toEqual(['1a']);
    n = 2;
    flushSync();
    expect(seen).toEqual(['1a', '2b']);
    stop();
});

test('one is done before drawing, the other after', () => {
    const order: string[] = [];
    const stop = $effect.root(() => {
        afterUpdate(() => 1, () => order.push('after'));
        onUpdate(() => 1, () => order.push('before'));
    });
    flushSync();
    expect(order).toEqual(['before', 'after']);
    stop();
});
