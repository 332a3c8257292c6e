// Where a panel lies over a table: never over the own cards, and over as little as possible that is meant or can be pressed.
import type { Box } from '../replay/ghosts';

export interface Place {
    x: number;
    y: number;
    /** The panel scrolls if it is higher. */
    most: number;
}

const GAP = 6;
const STEP = 8;
/** A panel with less room than this is of no use. */
const LEAST = 96;

const shared = (a: number, b: number, c: number, d: number): number => Math.max(0, Math.min(b, d) - Math.max(a, c));
export const overlap = (a: Box, b: Box): number => shared(a.x, a.x + a.w, b.x, b.x + b.w) * shared(a.y, a.y + a.h, b.y, b.y + b.h);

/** The strips of `room` that the hand leaves free: above, below, left and right of it. */
function free(room: Box, hand: Box | null): Box[] {
    if (!hand) return [room];
    const right = room.x + room.w;
    const bottom = room.y + room.h;
    return [
        { ...room, h: Math.min(room.h, hand.y - GAP - room.y) },
        { ...room, y: hand.y + hand.h + GAP, h: bottom - hand.y - hand.h - GAP },
        { ...room, w: Math.min(room.w, hand.x - GAP - room.x) },
        { ...room, x: hand.x + hand.w + GAP, w: right - hand.x - hand.w - GAP },
    ].filter((strip) => strip.w > 0 && strip.h > 0);
}

function* stops(from: number, room: number, size: number): Generator<number> {
    const last = from + Math.max(0, room - size);
    for (let at = from; at < last; at += STEP) yield at;
    yield last;
}

/** The best place for a panel of this size in `room`. `marks` should stay visible above all, then `others`. */
export function placeOf(size: { w: number; h: number }, room: Box, hand: Box | null, marks: Box[], others: Box[]): Place {
    let best: Place = { x: room.x, y: room.y, most: LEAST };
    let least = Infinity;
    for (const strip of free(room, hand)) {
        if (strip.w < Math.min(size.w, room.w)) continue;
        const h = Math.min(size.h, strip.h);
        for (const y of stops(strip.y, strip.h, h))
            for (const x of stops(strip.x, strip.w, size.w)) {
                const box = { x, y, w: size.w, h };
                const covers = 8 * sum(marks, box) + sum(others, box);
                /* Text that must be scrolled is worse than anything that is covered but a mark. */
                const cost = covers + 4 * size.w * (size.h - h) + 0.01 * (y - room.y);
                if (cost < least) [best, least] = [{ x, y, most: Math.floor(strip.y + strip.h - y) }, cost];
            }
    }
    return best;
}

const sum = (boxes: Box[], over: Box): number => boxes.reduce((total, box) => total + overlap(box, over), 0);
