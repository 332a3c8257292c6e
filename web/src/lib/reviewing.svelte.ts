// Reviews in progress and done, one per game however many parts of the page show it. A review whose game nobody looks at
// any more is stopped after a while, so that it does not keep the device busy.
import { device } from './clients';
import type { GameRecord, Review } from './protocol';
import { route } from './router.svelte';

/** The choices found so far; the roads come with the end. */
export type Found = Pick<Review, 'game' | 'seats' | 'decisions' | 'roads'>;

/** How long a review goes on while the page shows another place. */
const PATIENCE_MS = 10_000;

export class Reviewing {
    found: Found = $state.raw({ game: '', seats: 0, decisions: [], roads: [] });
    /** From 0 to 1. */
    part = $state(0);
    state: 'new' | 'busy' | 'done' | 'stopped' | 'failed' = $state('new');
    /** Why it failed. */
    fault: unknown = $state.raw(null);
    /** The seat whose choices are valued before the others'; null: all come in the order of the game. */
    private first: number | null = null;
    /** The places of the page that asked for it. */
    private places = new Set<string>();
    private request: number | null = null;
    /** How often it was begun. */
    private turns = 0;
    private going: Promise<void> = Promise.resolve();
    private leave: ReturnType<typeof setTimeout> | undefined;

    constructor(readonly record: GameRecord) {}

    /** Begins, unless it is busy or done, with the choices of that seat first; resolves at its end, whatever that is. */
    start(seat?: number): Promise<void> {
        this.places.add(placeOf());
        if (this.state !== 'busy' && this.state !== 'done') {
            this.first = seat ?? null;
            this.going = this.run();
        }
        return this.going;
    }

    /** Whether all choices of the seat are valued. */
    hasAllOf(seat: number): boolean {
        return this.state === 'done' || (this.first === seat && this.found.decisions.some((one) => one.seat !== seat));
    }

    /** The choices found so far stay. */
    stop(): void {
        if (this.state !== 'busy') return;
        this.state = 'stopped';
        if (this.request !== null) void device.request('stop', { of: this.request }).catch(() => undefined);
    }

    /** The page went to a place. */
    moved(place: string): void {
        clearTimeout(this.leave);
        if (this.state === 'busy' && !this.places.has(place)) this.leave = setTimeout(() => this.stop(), PATIENCE_MS);
    }

    /** The sums of a game that is mine stay on this device, so that the rating needs no second review. */
    private async keep(review: Review): Promise<void> {
        const { table } = this.record;
        const sums = table ? (await import('../mine/rating')).sumsOf(review) : null;
        if (table && sums) await device.request('rate', { table, sums });
    }

    private async run(): Promise<void> {
        const turn = ++this.turns;
        const current = (): boolean => this.turns === turn && this.state === 'busy';
        const { record, first } = this;
        const { game, seats } = record;
        /* Whether it was known which request to stop. */
        let heard = false;
        Object.assign(this, { found: { game, seats, decisions: [], roads: [] }, part: 0, fault: null, request: null, state: 'busy' });
        try {
            const { review } = await device.request('review', { record, ...(first === null ? {} : { seat: first }) }, (part, { of, decision }) => {
                const stops = !current() && !heard;
                heard = true;
                if (stops) void device.request('stop', { of }).catch(() => undefined);
                if (!current()) return;
                this.request = of;
                this.part = part;
                if (decision) this.found = { ...this.found, decisions: [...this.found.decisions, decision] };
            });
            if (current()) Object.assign(this, { found: review, part: 1, state: 'done' });
            void this.keep(review).catch(() => undefined);
        } catch (reason) {
            if (current()) Object.assign(this, { fault: reason, state: 'failed' });
        }
    }
}

const placeOf = (): string => {
    const here = route();
    return 'id' in here ? here.id + location.hash : here.at;
};
const keyOf = ({ game, seats, options, events }: GameRecord): string => JSON.stringify([game, seats, options, events]);

const byRecord = new Map<string, Reviewing>();

/** Tells the reviews where the page goes. */
function follow(): void {
    $effect.root(() => {
        $effect(() => {
            const place = placeOf();
            for (const one of byRecord.values()) one.moved(place);
        });
    });
}

/** The review of a record, new if nobody asked for it yet. */
export function reviewingOf(record: GameRecord): Reviewing {
    if (byRecord.size === 0) follow();
    const known = byRecord.get(keyOf(record)) ?? new Reviewing(record);
    byRecord.set(keyOf(record), known);
    return known;
}
