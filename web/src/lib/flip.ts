// Movement that explains: cards travel from where they were to where they are now (FLIP).
// Elements carry data-flip="key"; a key that is new may say where it comes from by data-from="key"
// of an element (a deck, a hand) that stood there before. Call capture() before the change and
// play() after it is drawn. Respects reduced motion (a fade) and motion "none".
// It also keeps every animation under way, those of src/moments/ too, so that one key or tap ends them all.

/** The places of the elements by their keys. */
export type Snapshot = Map<string, DOMRect>;

const ease = 'cubic-bezier(0.2, 0.7, 0.3, 1)';

export function capture(root: HTMLElement): Snapshot {
    const places: Snapshot = new Map();
    for (const el of root.querySelectorAll<HTMLElement>('[data-flip]')) {
        const key = el.dataset.flip;
        if (key) places.set(key, el.getBoundingClientRect());
    }
    return places;
}

const underWay = new Set<Animation>();

/** Calls back when an animation has ended or was given up. */
export const ending = (animation: Animation, then: () => void): unknown => animation.finished.then(then, then);

/** From now on `skipAll` ends this animation too. */
export function track(animation: Animation): void {
    underWay.add(animation);
    ending(animation, () => underWay.delete(animation));
}

/** Ends every movement at once: all is where it belongs. */
export function skipAll(): void {
    for (const animation of underWay) animation.finish();
}

/** Less motion, by the system or the settings. */
export const isReduced = (): boolean =>
    document.documentElement.dataset.motion === 'less' ||
    matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Plays the movement; `skipAll` ends it at once. */
export function play(root: HTMLElement, before: Snapshot, duration = 220): void {
    if (document.documentElement.dataset.motion === 'none') return;
    let order = 0;
    for (const el of root.querySelectorAll<HTMLElement>('[data-flip]')) {
        const from = before.get(el.dataset.flip ?? '') ?? before.get(el.dataset.from ?? '');
        const animation = animate(el, from, duration, order);
        if (!animation) continue;
        order++;
        track(animation);
    }
}

function animate(el: HTMLElement, from: DOMRect | undefined, duration: number, order: number): Animation | null {
    const to = el.getBoundingClientRect();
    if (!from || to.width === 0) return null;
    const dx = from.left + from.width / 2 - (to.left + to.width / 2);
    const dy = from.top + from.height / 2 - (to.top + to.height / 2);
    const scale = from.width / to.width;
    if (Math.abs(dx) < 1 && Math.abs(dy) < 1 && Math.abs(scale - 1) < 0.01) return null;
    if (isReduced()) return el.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 160 });
    return el.animate(
        [{ transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 5 }, { transform: 'none', zIndex: 5 }],
        { duration, delay: Math.min(order, 8) * 40, easing: ease, fill: 'backwards' },
    );
}
