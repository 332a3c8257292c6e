// A queue of things that a table shows for a moment, one after another. It never blocks moves.

export class Reel<T> {
    /** The one that is shown now. */
    now: T | null = $state.raw(null);
    private waiting: T[] = [];
    private timer: ReturnType<typeof setTimeout> | undefined;

    constructor(
        /** How long one is shown, in milliseconds. */
        private hold: (one: T) => number,
        /** Called when one begins to be shown. */
        private tell?: (one: T) => void,
    ) {}

    add(list: T[]): void {
        this.waiting.push(...list);
        if (!this.now) this.next();
    }

    private next(): void {
        clearTimeout(this.timer);
        this.now = this.waiting.shift() ?? null;
        if (!this.now) return;
        this.tell?.(this.now);
        this.timer = setTimeout(() => this.next(), this.hold(this.now));
    }

    /** Ends all of them at once; those that were still to come are told. */
    end(): void {
        for (const one of this.waiting) this.tell?.(one);
        this.stop();
    }

    /** Drops all of them. */
    stop(): void {
        clearTimeout(this.timer);
        this.waiting = [];
        this.now = null;
    }
}
