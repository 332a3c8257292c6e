// Finished tricks that are shown for a moment before the current cards: those that an update skipped, and the one
// that was shown before the update, for the rest of its time.
import type { LuzView, TableEvent } from '../../lib/protocol';
import { Reel } from '../../table/reel.svelte';
import { passedTricks, trickKey, type LuzState, type Window } from './model';

export class PassingTricks {
    private reel = new Reel<Window & { ms: number }>((one) => one.ms);
    private previous: LuzView | null = null;
    /** When the finished trick of `previous` appeared. */
    private since = 0;
    /* An update repeats the tricks that finished since the viewer's last move. */
    private seen = new Set<string>();

    /** `hold`: how long a trick is shown, in milliseconds. */
    constructor(private hold: number) {}

    /** The trick to show now; null: show the current cards. */
    get now(): Window | null {
        return this.reel.now;
    }

    stop(): void {
        this.reel.stop();
    }

    /** Queues the tricks that an update finished. `paused`: the end of the previous deal is still shown. */
    update(state: LuzState, recent: TableEvent[], paused: boolean): void {
        const view = state.view as LuzView;
        if (recent.some((event) => event.e === 'takeback')) this.stop();
        const tricks = passedTricks(this.previous, state.ended ?? view, recent, state.shown)
            .filter((trick) => !this.seen.has(trickKey(trick)))
            .map((trick) => ({ ...trick, ms: this.hold }));
        const hangs = paused ? [] : this.stillHanging(view);
        this.reel.add([...hangs, ...tricks].map((trick) => ({ ...trick, ahead: null })));
        for (const trick of [...tricks, view.last, state.ended?.last]) if (trick) this.seen.add(trickKey(trick));
        if (JSON.stringify(this.previous?.last) !== JSON.stringify(view.last)) this.since = performance.now();
        this.previous = view;
    }

    /** The trick that was shown until this update, unless its time is over or the viewer's own card replaces it. */
    private stillHanging(view: LuzView): (Omit<Window, 'ahead'> & { ms: number })[] {
        const old = this.previous?.trick.length === 0 ? this.previous.last : null;
        const ms = this.hold - (performance.now() - this.since);
        const led = view.trick[0];
        return old && led && led.seat !== view.seat && ms > 0 ? [{ ...old, ms }] : [];
    }
}
