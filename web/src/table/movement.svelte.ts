// Movement at a table: after each change cards travel from where they lay to where they lie now (lib/flip.ts).
import { untrack } from 'svelte';
import { capture, play, type Snapshot } from '../lib/flip';

export interface Movement {
    root: () => HTMLElement | undefined;
    /** Another value means that something may lie elsewhere now. */
    change: () => unknown;
    /** In milliseconds. */
    duration?: () => number;
    /** May tell new elements where they come from (`data-from`), once they are drawn. */
    prepare?: (root: HTMLElement, before: Snapshot) => void;
}

export function moveOnChange({ root, change, duration, prepare }: Movement): void {
    let before: Snapshot | null = null;
    const current = $derived(change());
    $effect.pre(() => {
        void current;
        const element = untrack(root);
        before = element ? capture(element) : null;
    });
    $effect(() => {
        void current;
        untrack(() => {
            const element = root();
            if (!element || !before) return;
            prepare?.(element, before);
            play(element, before, duration?.());
        });
    });
}
