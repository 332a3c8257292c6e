// Movement at a table: after each change cards travel from their old places to the new ones (lib/flip.ts).
import { untrack } from 'svelte';
import { capture, play, type Snapshot } from '../lib/flip';

export interface Movement {
    root: () => HTMLElement | undefined;
    /** A new value means that cards may have moved. */
    change: () => unknown;
    /** In milliseconds. */
    duration?: () => number;
    /** Called before the animation; may give new elements their origin (`data-from`). */
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
