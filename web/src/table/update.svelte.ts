// Work that a table does once for each new state: before the page is drawn again, or after.
import { untrack } from 'svelte';

/** Before drawing: runs `work` at first and whenever `key` gives another value; what `work` reads does not matter. */
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
