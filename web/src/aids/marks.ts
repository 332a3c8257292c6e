// Pencil marks on own hidden cards. They stay on this device, by table, and are never sent; the marks of a card go when it
// is played, all of them when a new deal begins.

/** A value is struck out, or noted. */
export type Mark = 'out' | 'noted';
export type CardMarks = Partial<Record<number, Mark>>;

export interface Marks {
    /** The deal that they belong to. */
    part: number;
    cards: Record<number, CardMarks>;
}

export const storageKey = 'parlor.marks';
const TABLES_KEPT = 20;

type Stored = Record<string, Marks>;

const isCard = (one: unknown): one is CardMarks =>
    typeof one === 'object' && one !== null && Object.values(one).every((mark) => mark === 'out' || mark === 'noted');

const isMarks = (one: unknown): one is Marks => {
    const { part, cards } = (one ?? {}) as Partial<Marks>;
    return typeof part === 'number' && typeof cards === 'object' && cards !== null && Object.values(cards).every(isCard);
};

function stored(): Stored {
    try {
        const all: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
        return Object.fromEntries(Object.entries(all ?? {}).filter(([, one]) => isMarks(one))) as Stored;
    } catch {
        return {}; /* a browser that keeps nothing still plays */
    }
}

export const readMarks = (table: string): Marks => stored()[table] ?? { part: 0, cards: {} };

/** Keeps the marks of a table; the tables marked longest ago are forgotten. */
export function keepMarks(table: string, marks: Marks): void {
    const { [table]: old, ...others } = stored();
    if (!old && Object.keys(marks.cards).length === 0) return;
    const all = Object.entries(others).slice(1 - TABLES_KEPT);
    if (Object.keys(marks.cards).length > 0) all.push([table, marks]);
    try {
        localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(all)));
    } catch {
        /* see above */
    }
}

/** The marks that still hold while these cards of this deal are in the hand. */
export function heldMarks(marks: Marks, part: number, slots: number[]): Marks {
    const kept = marks.part === part ? Object.entries(marks.cards).filter(([slot]) => slots.includes(Number(slot))) : [];
    return { part, cards: Object.fromEntries(kept) };
}

/** Each press on a value goes one step on: unmarked, struck out, noted. */
export function turnMark(marks: Marks, slot: number, value: number): Marks {
    const { [value]: mark, ...rest } = marks.cards[slot] ?? {};
    const card: CardMarks = mark === 'noted' ? rest : { ...rest, [value]: mark ? 'noted' : 'out' };
    const { [slot]: old, ...others } = marks.cards;
    void old;
    return { ...marks, cards: Object.keys(card).length > 0 ? { ...others, [slot]: card } : others };
}

export function wipeMarks(marks: Marks, slot: number): Marks {
    const { [slot]: old, ...cards } = marks.cards;
    void old;
    return { ...marks, cards };
}

/** The values that a card's marks leave: those noted, or else all that are not struck out. */
export function leftValues(values: number[], card: CardMarks): number[] {
    const noted = Object.keys(card).map(Number).filter((value) => card[value] === 'noted');
    return noted.length > 0 ? noted.sort((a, b) => a - b) : values.filter((value) => card[value] !== 'out');
}

/** Rising values with runs of three and more drawn together: 1, 2, 3, 5 is "1-3", "5". */
export function inRuns(values: number[]): string[] {
    const runs: [number, number][] = [];
    for (const value of values) {
        const last = runs.at(-1);
        if (last && value === last[1] + 1) last[1] = value;
        else runs.push([value, value]);
    }
    return runs.flatMap(([from, to]) => (to - from > 1 ? [`${from}\u2013${to}`] : to > from ? [`${from}`, `${to}`] : [`${from}`]));
}
