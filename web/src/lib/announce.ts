// Words for screen readers: one polite live region, made by the shell, that speaks each event.

let region: HTMLElement | null = null;
let queue: string[] = [];
let waiting = false;

export function useRegion(el: HTMLElement): void {
    region = el;
}

/** Forgets what was said: the next person must not hear it. */
export function unsay(): void {
    queue = [];
    if (region) region.textContent = '';
}

/** Says a sentence; sentences of one moment are spoken together. */
export function announce(text: string): void {
    queue.push(text);
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
        waiting = false;
        if (region) region.textContent = queue.join(' ');
        queue = [];
    }, 60);
}
