// A seat's road through a game as the graph draws it: where each part of it came from.
import type { Found } from '../lib/reviewing.svelte';
import type { ReviewDecision } from '../lib/protocol';
import { restOf } from '../lib/review-road';

/** `luck`: of deals and reveals, where values are exact; `rest`: luck with the errors of estimated values; `all`: with
    others' choices, too, where only points are known or the choices before are not valued yet. */
export type Source = 'luck' | 'rest' | 'all' | 'others' | 'skill';
export type Point = readonly [step: number, value: number];

export interface Segment {
    source: Source;
    from: Point;
    to: Point;
    /** The choice that it leads to, or that it is; none: after the last one. */
    choice?: ReviewDecision;
}

/** A review tells chances to win, or only points where there is no match to win. */
export const tellsChances = (review: Found): boolean => review.decisions.some((one) => one.fair?.best.win !== undefined);

/** The chance to win, from 0 to 1: start, and before each choice others' choices and luck or the rest since the last; they
    add up to the outcome. `steps` is where the game ends. */
function chances(review: Found, seat: number, steps: number): Segment[] {
    const road = review.roads.find((one) => one.seat === seat);
    const own = review.decisions.filter((one) => one.seat === seat && !one.forced);
    const valued = own.filter((one) => one.fair?.best.win !== undefined && one.fair.played.win !== undefined);
    const [first] = valued;
    if (first?.fair?.best.win === undefined) return [];
    const segments: Segment[] = [];
    let value = first.fair.best.win - (restOf(first) ?? 0) - (first.others ?? 0);
    /* Choices without a value: the road begins after them. */
    let at = first === own[0] ? 0 : first.event;
    const add = (source: Source, to: number, by: number, choice?: ReviewDecision): void => {
        segments.push({ source, from: [at, value], to: [to, value + by], ...(choice ? { choice } : {}) });
        [at, value] = [to, value + by];
    };
    const wait = (to: number, others: number, since: { luck?: number; rest?: number }, choice?: ReviewDecision): void => {
        if (others !== 0) add('others', (at + to) / 2, others, choice);
        add(since.luck === undefined ? 'rest' : 'luck', to, restOf(since) ?? 0, choice);
    };
    for (const one of valued) {
        if (restOf(one) === undefined) add('all', one.event, (one.fair?.best.win ?? value) - value, one);
        else wait(one.event, one.others ?? 0, one, one);
        add('skill', one.event + 1, one.skill ?? 0, one);
    }
    if (road?.outcome !== undefined) wait(steps, road.last.others, road.last);
    return segments;
}

/** The points expected; each deal begins anew. */
function points(review: Found, seat: number, deals: readonly number[]): Segment[] {
    const segments: Segment[] = [];
    let last: Point | null = null;
    for (const one of review.decisions) {
        const [best, played] = [one.fair?.best.points, one.fair?.played.points];
        if (one.seat !== seat || best === undefined || played === undefined) continue;
        const from: Point | null = last;
        if (from && !deals.some((deal) => deal >= from[0] && deal < one.event)) segments.push({ source: 'all', from, to: [one.event, best], choice: one });
        last = [one.event + 1, played];
        segments.push({ source: 'skill', from: [one.event, best], to: last, choice: one });
    }
    return segments;
}

/** `deals`: the events that are deals. */
export const segmentsOf = (review: Found, seat: number, steps: number, deals: readonly number[]): Segment[] =>
    tellsChances(review) ? chances(review, seat, steps) : points(review, seat, deals);

/** The seats that have a line; in a game that is won together every seat has its own, from its own knowledge. */
export const seatsIn = (review: Found): number[] => [...new Set(review.decisions.filter((one) => one.fair).map((one) => one.seat))].sort((a, b) => a - b);

export const isCostly = ({ grade }: ReviewDecision): boolean => grade === 'slip' || grade === 'mistake' || grade === 'blunder';

/** A row of the graph's table: a choice with what led to it, or the end. */
export interface Row {
    choice?: ReviewDecision;
    before: number;
    parts: Partial<Record<Source, number>>;
    after: number;
}

export function rowsOf(segments: readonly Segment[]): Row[] {
    const rows: Row[] = [];
    for (const { source, from, to, choice } of segments) {
        let row = rows.at(-1);
        if (!row || row.choice !== choice) rows.push((row = { ...(choice ? { choice } : {}), before: from[1], parts: {}, after: to[1] }));
        row.parts[source] = (row.parts[source] ?? 0) + to[1] - from[1];
        row.after = to[1];
    }
    return rows;
}
