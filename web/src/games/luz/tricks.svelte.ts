// Finished tricks that hang for a moment before the table shows what lies on it now: those that an update passed
// over, and the one that hung there before it, for the rest of its time.
import type { LuzView, TableEvent } from '../../lib/protocol';
import { Reel } from '../../table/reel.svelte';
import { passedTricks, trickKey, type LuzState, type Window } from './model';

export class PassingTricks {
    private reel = new Reel<Window & { ms: number }>((one) => one.ms);
    private previous: LuzView | null = null;
    /** When the finished trick of `previous` began to hang. */
    private since = 0;
    /* An update tells again what was finished since the own last move. */
    private seen = new Set<string>();

    /** `hold`: how long a trick hangs, in milliseconds. */
    constructor(private hold: number) {}

    /** The trick that hangs now; null: the table shows itself. */
    get now(): Window | null {
        return this.reel.now;
    }

    stop(): void {
        this.reel.stop();
    }

    /** Puts up what an update finished on its way. `paused`: the end of the deal before is still shown. */
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

    /** The trick that hung until this update, unless its time is over or the own card replaces it. */
    private stillHanging(view: LuzView): (Omit<Window, 'ahead'> & { ms: number })[] {
        const old = this.previous?.trick.length === 0 ? this.previous.last : null;
        const ms = this.hold - (performance.now() - this.since);
        const led = view.trick[0];
        return old && led && led.seat !== view.seat && ms > 0 ? [{ ...old, ms }] : [];
    }
}
