// Keyboard focus: it must stay in the table when the button that had it disappears.
import { untrack } from 'svelte';

type Root = () => HTMLElement | undefined;

/** Focuses the first element that one of the selectors finds, in the order of the selectors. */
export function focusFirst(root: HTMLElement | undefined, selectors: string[]): void {
    for (const selector of selectors) {
        const found = root?.querySelector<HTMLElement>(selector);
        if (found) return found.focus({ preventScroll: true });
    }
}

/** After each change: if the focus was in the table and is lost, moves it to the first of `next` that is there. */
export function keepFocus(root: Root, change: () => unknown, next: () => string[]): void {
    let inside = false;
    $effect.pre(() => {
        change();
        inside = untrack(root)?.contains(document.activeElement) ?? false;
    });
    $effect(() => {
        change();
        if (inside && document.activeElement === document.body) untrack(() => focusFirst(root(), next()));
    });
}
