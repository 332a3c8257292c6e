// Drawings over a table follow it: it is loaded in parts, moves its cards, scrolls and turns with the screen.
import { elementAt, type Box } from './ghosts';
import type { Spot } from './trace';

/** Where a place is drawn, in the coordinates of all that `root` scrolls; null: nowhere. */
export function boxAt(root: HTMLElement, spot: Spot): Box | null {
    const element = elementAt(root, spot);
    if (!element) return null;
    const [at, from] = [element.getBoundingClientRect(), root.getBoundingClientRect()];
    return { x: at.left - from.left + root.scrollLeft, y: at.top - from.top + root.scrollTop, w: at.width, h: at.height };
}

/** How far `root` scrolls without a drawing's own layer, which must not keep it as large as it was. */
export function sizeOf(root: HTMLElement, layer: HTMLElement | undefined): { w: number; h: number } {
    layer?.style.setProperty('display', 'none');
    const size = { w: root.scrollWidth, h: root.scrollHeight };
    layer?.style.removeProperty('display');
    return size;
}

/** Calls `measure` soon, and after each change within `root` that is not one of the drawing's own layer. Returns the end. */
export function follow(root: HTMLElement, layer: () => HTMLElement | undefined, measure: () => void): () => void {
    let asked = 0;
    const again = (): void => {
        cancelAnimationFrame(asked);
        asked = requestAnimationFrame(measure);
    };
    const sizes = new ResizeObserver(again);
    sizes.observe(root);
    const changes = new MutationObserver((found) => found.some(({ target }) => !layer()?.contains(target)) && again());
    changes.observe(root, { subtree: true, childList: true, attributes: true });
    const events = ['scroll', 'transitionend', 'animationend'] as const;
    for (const event of events) root.addEventListener(event, again, true);
    again();
    return () => {
        cancelAnimationFrame(asked);
        sizes.disconnect();
        changes.disconnect();
        for (const event of events) root.removeEventListener(event, again, true);
    };
}
