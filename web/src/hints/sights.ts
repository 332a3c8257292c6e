// First sight: the names of the icons and numbers of a table, where they stand and what they mean, and what to do now and why. A game
// tells them in its `first.ts`; its rules have the numbers.
import type { TableState } from '../lib/protocol';
import type { Box } from '../replay/ghosts';
import { overlap } from './place';
import type { Spot } from '../replay/trace';

export interface Sight {
    /** Where it is drawn. */
    spot: Spot;
    /** Message ids: its name in a word or two, and what it means. */
    name: string;
    about: string;
    /** Its name stands there already, so that only the list says what it means. */
    named?: true;
    /** The rule that says more. */
    rule: string;
}

export interface FirstSight {
    sights: Sight[];
    /** What to do now, and why; nothing if the game is over. */
    task: (state: TableState) => string;
}

const games = import.meta.glob<FirstSight>('../games/*/first.ts');

/** null: the game tells nothing. */
export async function loadFirst(game: string): Promise<FirstSight | null> {
    return (await games[`../games/${game}/first.ts`]?.()) ?? null;
}

interface Size {
    w: number;
    h: number;
}

const GAP = 2;
const meets = (a: Box, b: Box): boolean => overlap(a, b) > 0;
const within = (a: Box, room: Box): boolean => a.x >= room.x && a.y >= room.y && a.x + a.w <= room.x + room.w && a.y + a.h <= room.y + room.h;

/** Beside its thing: below, above, right, left, and moved along it to the edges. */
function besides(thing: Box, { w, h }: Size): Box[] {
    const [middleX, middleY] = [thing.x + (thing.w - w) / 2, thing.y + (thing.h - h) / 2];
    const [below, above] = [thing.y + thing.h + GAP, thing.y - h - GAP];
    const [right, left] = [thing.x + thing.w + GAP, thing.x - w - GAP];
    const across = [middleX, thing.x, thing.x + thing.w - w];
    return [
        ...across.map((x) => ({ x, y: below, w, h })),
        ...across.map((x) => ({ x, y: above, w, h })),
        { x: right, y: middleY, w, h },
        { x: left, y: middleY, w, h },
    ];
}

/** Where labels lie beside their things, within `room`: no label over another one, over a thing, or over what is `taken`, and over
    as little as possible of the `rest`. A label for which there is no such place is left out (null); the list of all names has
    it. */
export function placeLabels(labels: { thing: Box | null; size: Size }[], room: Box, taken: Box[], rest: Box[] = []): (Box | null)[] {
    const things = labels.flatMap(({ thing }) => thing ?? []);
    const placed: Box[] = [];
    return labels.map(({ thing, size }) => {
        if (!thing) return null;
        const free = (box: Box): boolean => within(box, room) && ![...placed, ...things, ...taken].some((other) => meets(box, other));
        const covers = (box: Box): number => rest.reduce((sum, other) => sum + overlap(box, other), 0);
        const best = besides(thing, size).filter(free).map((box) => ({ box, cost: covers(box) }));
        const found = best.reduce<(typeof best)[0] | null>((one, other) => (one && one.cost <= other.cost ? one : other), null)?.box ?? null;
        if (found) placed.push(found);
        return found;
    });
}
