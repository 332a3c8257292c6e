// Work that a table does once per new state: before the page is drawn again, or after.
import { untrack } from 'svelte';

/** Runs `work` at first and whenever `key` changes, before drawing; values that `work` reads are not tracked. */
export function onUpdate(key: () => unknown, work: () => void): void {
    const current = $derived(key());
    $effect.pre(() => {
        void current;
        untrack(work);
    });
}

/** The same, after drawing. */
export function afterUpdate(key: () => unknown, work: () => void): void {
    const current = $derived(key());
    $effect(() => {
        void current;
        untrack(work);
    });
}
