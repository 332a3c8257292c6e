// Photograph's moves and views as data: the results of listed moves, and the last move. Nothing here knows the
// rules: the engine lists the moves, and comparing two views shows how a shot landed.
import type { PhotographColour, PhotographPlayer, PhotographShot, PhotographView, TableEvent, TableState } from '../../lib/protocol';

export type Side = 'L' | 'R';
export type Field = PhotographView['field'];

/** A listed `take`: rows count from 0. */
export interface Take {
    text: string;
    row: number;
    side: Side;
    n: number;
}

/** A listed `wind`: places count from 0 at the bottom of the hand. */
export interface Wind {
    text: string;
    from: number;
    to: number;
}

/** A card that was played, or would be: face up (`sharp`) or blurry, or not known (null). */
export interface Shot {
    /** The card if it is known, else its back. */
    card: string;
    sharp: boolean | null;
    /** It brought the colour's Good Shot. */
    good: boolean;
}

export function readTake(text: string): Take | null {
    const found = /^take ([1-4])([LR])([1-3])$/.exec(text);
    if (!found) return null;
    return { text, row: Number(found[1]) - 1, side: found[2] as Side, n: Number(found[3]) };
}

export function readWind(text: string): Wind | null {
    const found = /^wind ([1-9])>([1-9])$/.exec(text);
    return found ? { text, from: Number(found[1]) - 1, to: Number(found[2]) - 1 } : null;
}

const isThere = <T>(x: T | null): x is T => x !== null;
export const takesOf = (legal: string[]): Take[] => legal.map(readTake).filter(isThere);
export const windsOf = (legal: string[]): Wind[] => legal.map(readWind).filter(isThere);

export const takeText = (row: number, side: Side, n: number): string => `take ${row + 1}${side}${n}`;
export const windText = (from: number, to: number): string => `wind ${from + 1}>${to + 1}`;

export const colourOf = (card: string): PhotographColour => card.charAt(0) as PhotographColour;
export const isBack = (card: string): boolean => /[+-]$/.test(card);
export const halfOf = (back: string): 'low' | 'high' => (back.endsWith('-') ? 'low' : 'high');
/** The values of a half. */
export const halfText = (back: string): string => (halfOf(back) === 'low' ? '1–6' : '7–12');
export const backOf = (card: string): string => (isBack(card) ? card : `${colourOf(card)}${valueOf(card) <= 6 ? '-' : '+'}`);
export const valueOf = (card: string): number => Number(card.slice(1));

/** The columns that a take empties, in the order in which their cards come. */
export function columnsOf(row: (string | null)[], side: Side, n: number): number[] {
    const there = row.map((card, column) => (card === null ? -1 : column)).filter((column) => column >= 0);
    if (side === 'R') there.reverse();
    return there.slice(0, n);
}

/** The last photo of a row is listed from the left only: its tab stands at the nearer end. */
export function nearer(row: (string | null)[]): Side | null {
    const there = columnsOf(row, 'L', 4);
    return there.length === 1 ? ((there[0] ?? 0) > 1 ? 'R' : 'L') : null;
}

/** The listed take for a card that is pointed at: all cards from the nearer end up to it. */
export function takeAt(takes: Take[], field: Field, row: number, column: number): Take | null {
    const cards = field[row] ?? [];
    const reach = (side: Side): Take | null => {
        const n = columnsOf(cards, side, 4).indexOf(column) + 1;
        return takes.find((take) => take.row === row && take.side === side && take.n === n) ?? null;
    };
    const left = reach('L');
    const right = reach('R');
    if (!left || !right) return left ?? right;
    return left.n <= right.n ? left : right;
}

/** A hand after a wind: the card moves, and the cards that it passes shift down. */
export function wound(hand: string[], from: number, to: number): string[] {
    const out = hand.slice();
    out.splice(to, 0, ...out.splice(from, 1));
    return out;
}

/** The cards that came to a player's films between two views of them, colour by colour. */
export function newShots(before: PhotographPlayer, after: PhotographPlayer): Shot[] {
    const out: Shot[] = [];
    for (const colour of Object.keys(after.films) as PhotographColour[]) {
        const old = before.films[colour]?.cards.length ?? 0;
        const fresh = (after.films[colour]?.cards ?? []).slice(old);
        const good = after.good.includes(colour) && !before.good.includes(colour);
        const last = fresh.reduce((at, card, i) => (card.card ? i : at), -1);
        fresh.forEach((card, i) => {
            out.push({
                card: card.card ?? card.was ?? card.back ?? '',
                sharp: card.card !== undefined,
                good: good && i === last,
            });
        });
    }
    return out;
}

/** How the bottom cards of the viewer's hand land, in the order of play; `after` null: not known yet. */
export function ownShots(played: string[], before: PhotographPlayer, after: PhotographPlayer | null): Shot[] {
    if (!after) return played.map((card) => ({ card, sharp: null, good: false }));
    const landed = newShots(before, after);
    return played.map((card) => {
        const at = landed.findIndex((shot) => colourOf(shot.card) === colourOf(card));
        const shot = at < 0 ? undefined : landed.splice(at, 1)[0];
        return { card, sharp: shot ? shot.sharp : null, good: shot?.good ?? false };
    });
}

/** The values that may be next to a photo in its film, as its edge shows them. The engine gives `reach`. */
export const beside = (value: number, reach: number): number[] =>
    Array.from({ length: 2 * reach + 1 }, (_, i) => value - reach + i).filter((v) => v !== value && v >= 1 && v <= 12);

/** Values as ranges: [4, 5, 6, 8] is "4–6", "8". */
export function ranges(values: number[]): string[] {
    const out: [number, number][] = [];
    for (const value of values) {
        const last = out[out.length - 1];
        if (last && last[1] === value - 1) last[1] = value;
        else out.push([value, value]);
    }
    return out.map(([a, b]) => (a === b ? `${a}` : b === a + 1 ? `${a}, ${b}` : `${a}–${b}`));
}

export const asView = (state: TableState): PhotographView | null =>
    state.view && state.view.game === 'photograph' ? state.view : null;

/** With strict memory a blurry card is never shown again (P5.7). */
export const isAided = (view: PhotographView): boolean => view.options.memory === 'aided';

/** A shot as everybody was shown it. */
export const asShot = (shot: PhotographShot): Shot => ({ card: shot.card, sharp: !shot.blurry, good: shot.good });

export const countField = (field: Field): number =>
    field.reduce((sum, row) => sum + row.filter((card) => card !== null).length, 0);

/* ---- The last move ---- */

/** One move, with the views before and after it. */
export interface Step {
    n: number;
    seat: number;
    /** null: a choice in secret. */
    take: Take | null;
    wind: Wind | null;
    /** The cards that a take brought from these columns, as the viewer saw them in the field. */
    columns: number[];
    taken: string[];
    /** The cards played, by seat (all seats at Sunset and the end). */
    shots: Map<number, Shot[]>;
    refilled: boolean;
    before: PhotographView;
    after: PhotographView;
}

interface History {
    views: { n: number; view: PhotographView }[];
    steps: Map<number, Step | null>;
}

const kept = 60;
export const tables = new Map<string, History>();

/** Remembers the view of a state, so that the next move can be told from it. */
export function note(state: TableState): History | null {
    const view = asView(state);
    if (!view) return null;
    let history = tables.get(state.table);
    const last = history?.views[history.views.length - 1];
    if (!history || (last && (last.n > state.n || last.view.seat !== view.seat))) {
        history = { views: [], steps: new Map() };
        tables.set(state.table, history);
    }
    if (history.views[history.views.length - 1]?.n !== state.n) history.views.push({ n: state.n, view });
    if (history.views.length > kept) history.views.shift();
    return history;
}

function playedBy(step: Pick<Step, 'wind' | 'seat' | 'before'>, seat: number, after: PhotographView): Shot[] {
    const old = step.before.players[seat];
    const now = after.players[seat];
    if (!old || !now) return [];
    const told = after.shots.filter((shot) => shot.seat === seat);
    if (told.length > 0 && !step.before.shots.some((shot) => shot.card === told[0]?.card)) return told.map(asShot);
    const own = seat === after.seat;
    const text = own && seat !== step.seat ? old.sealed : step.wind?.text;
    const wind = own && text ? readWind(text) : null;
    if (!wind) return newShots(old, now);
    const played = old.hand.length - now.hand.length;
    return ownShots(wound(old.hand, wind.from, wind.to).slice(0, played), old, now);
}

function makeStep(event: TableEvent & { e: 'move' }, before: PhotographView, after: PhotographView): Step {
    const take = event.text ? readTake(event.text) : null;
    const wind = event.text ? readWind(event.text) : null;
    const row = take ? (before.field[take.row] ?? []) : [];
    const columns = take ? columnsOf(row, take.side, take.n) : [];
    const step: Step = {
        n: event.n,
        seat: event.seat,
        take,
        wind,
        columns,
        taken: columns.map((column) => row[column] ?? '').filter((card) => card !== ''),
        shots: new Map(),
        refilled: countField(after.field) > countField(before.field),
        before,
        after,
    };
    if (take) return step;
    for (let seat = 0; seat < after.players.length; seat++) {
        const shots = playedBy(step, seat, after);
        if (shots.length > 0 && shots.length <= 3) step.shots.set(seat, shots);
    }
    return step;
}

/** The effect of a move; null if the view before it was not seen. `after` is the state that followed. */
export function stepOf(event: TableEvent, after: TableState): Step | null {
    if (event.e !== 'move') return null;
    const history = note(after);
    const view = asView(after);
    if (!history || !view) return null;
    const known = history.steps.get(event.n);
    if (known !== undefined) return known;
    const before = history.views.filter((old) => old.n < event.n).pop();
    const step = before ? makeStep(event, before.view, view) : null;
    if (step) history.steps.set(event.n, step);
    return step;
}

/** The last move of the table that is known; for the marks on it. */
export function lastStep(state: TableState, recent: TableEvent[]): Step | null {
    if (recent.some((event) => event.e === 'takeback')) {
        tables.get(state.table)?.steps.clear();
        return null;
    }
    for (let i = recent.length - 1; i >= 0; i--) {
        const event = recent[i];
        const step = event && event.e === 'move' ? stepOf(event, state) : null;
        if (step) return step;
    }
    const steps = [...(tables.get(state.table)?.steps.values() ?? [])];
    return steps[steps.length - 1] ?? null;
}
