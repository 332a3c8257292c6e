import { flushSync } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { focusFirst, keepFocus } from './focus.svelte';

afterEach(() => vi.unstubAllGlobals());

/** A root that holds elements by selector; each notes when it is focused. */
function rootWith(names: string[]): { root: HTMLElement; focused: string[] } {
    const focused: string[] = [];
    const found = (name: string): object | null => (names.includes(name) ? { focus: () => focused.push(name) } : null);
    const root = { querySelector: found, contains: (one: unknown) => one === 'button' } as unknown as HTMLElement;
    return { root, focused };
}

test('the first selector that finds something wins', () => {
    const { root, focused } = rootWith(['.b', '.c']);
    focusFirst(root, ['.a', '.b', '.c']);
    focusFirst(root, ['.x']);
    focusFirst(undefined, ['.b']);
    expect(focused).toEqual(['.b']);
});

test('the focus moves on only if it was in the table and its button is gone', () => {
    const { root, focused } = rootWith(['.next']);
    const page = { body: 'body', activeElement: 'body' };
    vi.stubGlobal('document', page);
    let n = $state(1);
    /* The focus after the change is drawn. */
    let drawn = 'body';
    const stop = $effect.root(() => {
        keepFocus(() => root, () => n, () => ['.next']);
        $effect.pre(() => {
            void n;
            page.activeElement = drawn;
        });
    });
    flushSync();
    const change = (from: string, to: string): number => {
        page.activeElement = from;
        drawn = to;
        n++;
        flushSync();
        return focused.splice(0).length;
    };
    expect(change('button', 'body')).toBe(1);
    expect(change('button', 'button')).toBe(0);
    expect(change('body', 'body')).toBe(0);
    expect(change('elsewhere', 'body')).toBe(0);
    stop();
});
