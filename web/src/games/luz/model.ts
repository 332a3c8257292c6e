// Luz's view prepared for drawing: seats around the table, groups of slots, listed bids, rows of beads. This is
// display only; the engine lists the legal moves.
import type { LuzHandCard, LuzTrick, LuzTrickCard, LuzView, TableEvent, TableState } from '../../lib/protocol';

export const SLOTS = 10;

/** A table of Luz, whose `ended` is a view of Luz. */
export type LuzState = Omit<TableState, 'ended'> & { ended?: LuzView | undefined };

export const colourOf = (card: string): string => card.slice(0, 1);
export const valueOf = (card: string): string => card.slice(1);

/** The seat at the bottom of the screen: the viewer's, or seat 0 for a spectator. */
export const bottomSeat = (view: LuzView): number => Math.max(view.seat, 0);

/** The others clockwise, the first one at the left hand. */
export function others(view: LuzView): number[] {
    const list: number[] = [];
    for (let k = 1; k < view.seats; k++) list.push((bottomSeat(view) + k) % view.seats);
    return list;
}

/** The key by which a card is followed from a hand into the window. */
export const flipKey = (deal: number, seat: number, slot: number): string => `luz-${deal}-${seat}-${slot}`;

export interface Place {
    slot: number;
    colour: string;
    /** null: it has been played. */
    card: LuzHandCard | null;
    /** The how-manieth of the colour's cards still held, from low to high, and of how many. */
    rank: number;
    of: number;
    /** Ends of a run of one colour, where the rail says - and +. */
    low: boolean;
    high: boolean;
}

const colourIn = (card: LuzHandCard): string => card.back ?? colourOf(card.card ?? '');

/** The ten places of a hand in order; a place that was played keeps only its room. */
export function places(hand: LuzHandCard[]): Place[] {
    const held = new Map(hand.map((card) => [card.slot, card]));
    const counts = new Map<string, number>();
    for (const card of hand) counts.set(colourIn(card), (counts.get(colourIn(card)) ?? 0) + 1);
    const seen = new Map<string, number>();
    const list: Place[] = [];
    for (let slot = 1; slot <= SLOTS; slot++) {
        const card = held.get(slot) ?? null;
        const colour = card ? colourIn(card) : '';
        const rank = (seen.get(colour) ?? 0) + 1;
        if (card) seen.set(colour, rank);
        const of = counts.get(colour) ?? 0;
        list.push({ slot, colour, card, rank, of, low: rank === 1, high: rank === of });
    }
    return list;
}

export interface BidChoice {
    beads: number;
    plain: boolean;
    safe: boolean;
}

/** The listed bids by their number of beads. */
export function bidChoices(legal: string[]): BidChoice[] {
    const list: BidChoice[] = [];
    for (const text of legal) {
        const found = /^bid (\d+)(\+?)$/.exec(text);
        if (!found) continue;
        const beads = Number(found[1]);
        let row = list.find((x) => x.beads === beads);
        if (!row) list.push((row = { beads, plain: false, safe: false }));
        if (found[2]) row.safe = true;
        else row.plain = true;
    }
    return list.sort((a, b) => a.beads - b.beads);
}

/** The slots that are listed for playing. */
export function playable(legal: string[]): Set<number> {
    const set = new Set<number>();
    for (const text of legal) {
        const found = /^play (\d+)$/.exec(text);
        if (found) set.add(Number(found[1]));
    }
    return set;
}

export type BeadKind = 'won' | 'empty' | 'safety' | 'over';

/** A player's beads: those of the bid, filled as tricks are won, then one for each further trick. */
export function beadRow(bid: { beads: number; safety: boolean } | null, won: number): BeadKind[] {
    const row: BeadKind[] = [];
    const beads = bid?.beads ?? 0;
    for (let k = 0; k < Math.max(beads, won); k++) row.push(k >= beads ? 'over' : k < won ? 'won' : 'empty');
    if (bid?.safety) row.push('safety');
    return row;
}

/** The cards in the rose window: the trick on the table, or else the finished one. */
export interface Window {
    cards: LuzTrickCard[];
    winner: number | null;
    /** The seat that is winning an unfinished trick, according to the engine. */
    ahead: number | null;
}

/** `look`: 'now' the trick on the table alone, 'hold' else the finished one, 'back' the finished one in any case. */
export function windowOf(view: LuzView, look: 'now' | 'hold' | 'back'): Window {
    if (view.trick.length > 0 && !(look === 'back' && view.last)) return { cards: view.trick, winner: null, ahead: view.ahead };
    if (look !== 'now' && view.last) return { cards: view.last.cards, winner: view.last.winner, ahead: null };
    return { cards: [], winner: null, ahead: null };
}

const sameTrick = (a: LuzTrick | null | undefined, b: LuzTrick): boolean =>
    a?.cards.length === b.cards.length &&
    b.cards.every((card, k) => a.cards[k]?.card === card.card && a.cards[k]?.seat === card.seat);

const tricksDone = (view: LuzView): number => view.tricks.reduce((sum, x) => sum + x, 0);

/** Tells tricks of a game apart. */
export const trickKey = (trick: LuzTrick): string => JSON.stringify(trick.cards.map((x) => [x.seat, x.slot, x.card]));

/** The tricks that an update says were finished on its way (`shown`). */
export function shownTricks(shown: TableState['shown']): LuzTrick[] {
    return (shown ?? [])
        .map((one) => one['last'] as LuzTrick | null | undefined)
        .filter((one): one is LuzTrick => Array.isArray(one?.cards) && typeof one.winner === 'number');
}

/** The trick that the view before showed in part and these moves finished; null if not all of its faces were seen. */
function completed(before: LuzView, after: LuzView, events: TableEvent[]): LuzTrick | null {
    const cards = [...before.trick];
    for (const event of events) {
        if (event.e !== 'move' || cards.length === before.seats) continue;
        const slot = Number(/^play (\d+)$/.exec(event.text ?? '')?.[1]);
        const card = before.hands[event.seat]?.find((x) => x.slot === slot)?.card;
        if (!card) return null;
        cards.push({ seat: event.seat, slot, card });
    }
    return cards.length === before.seats && after.leader !== null ? { winner: after.leader, cards } : null;
}

/** The tricks that finished before the current view, oldest first. With strict memory that view no longer shows
    them; tricks that it does show are left out. */
export function passedTricks(
    before: LuzView | null,
    after: LuzView,
    events: TableEvent[],
    shown: TableState['shown'],
): LuzTrick[] {
    if (events.some((x) => x.e === 'takeback')) return [];
    const still = after.trick.length === 0 ? after.last : null;
    const told = shownTricks(shown).filter((one) => !sameTrick(before?.last, one) && !sameTrick(still, one));
    if (told.length > 0 || !before) return told;
    if (after.trick.length === 0 || before.deal !== after.deal) return [];
    if (tricksDone(after) !== tricksDone(before) + 1) return [];
    const last = after.last ?? completed(before, after, events);
    return last ? [last] : [];
}

export const ledColour = (view: LuzView): string | null => {
    const first = view.trick[0];
    return first ? colourOf(first.card) : null;
};

/** The number of the trick that hangs in the window, from 1. */
export function trickNumber(view: LuzView, shown: Window): number {
    const done = tricksDone(view);
    return shown.winner === null ? Math.min(done + 1, SLOTS) : done;
}

/* ---- the rose window's geometry, in a square of 100 with its middle at 0, 0 ---- */

const round = (x: number): number => Math.round(x * 100) / 100;
const at = (radius: number, degrees: number): string => {
    const a = (degrees * Math.PI) / 180;
    return `${round(radius * Math.cos(a))} ${round(radius * Math.sin(a))}`;
};

/** The direction of the k-th seat clockwise from the bottom, in degrees as SVG counts them. */
export const direction = (k: number, seats: number): number => 90 + (k * 360) / seats;

interface Lobe {
    /** Where the two straight edges of a petal end, how wide half of it is, and the circle of its arch. */
    shoulder: number;
    half: number;
    radius: number;
    centre: number;
    large: 0 | 1;
}

const INNER = 13.5;
const OUTER = 47.5;

function lobe(seats: number): Lobe {
    const half = 180 / seats;
    const shoulder = seats > 4 ? 35 : seats > 3 ? 33.5 : 27;
    const side = shoulder * Math.sin((half * Math.PI) / 180);
    const rise = OUTER - shoulder * Math.cos((half * Math.PI) / 180);
    const radius = round((side * side + rise * rise) / (2 * rise));
    return { shoulder, half, radius, centre: OUTER - radius, large: rise > side ? 1 : 0 };
}

/** One pane: a petal around that direction, its outer edge an arch. */
export function petal(degrees: number, seats: number): string {
    const { shoulder, half, radius, large } = lobe(seats);
    return (
        `M${at(INNER, degrees - half)}L${at(shoulder, degrees - half)}` +
        `A${radius} ${radius} 0 ${large} 1 ${at(shoulder, degrees + half)}L${at(INNER, degrees + half)}` +
        `A${INNER} ${INNER} 0 0 0 ${at(INNER, degrees - half)}Z`
    );
}

const middleRadius = (seats: number): number => (seats > 4 ? 30.5 : seats > 3 ? 29.5 : 28);

/** The middle of a pane, for its numeral. */
export function paneMiddle(degrees: number, seats: number): { x: number; y: number } {
    const a = (degrees * Math.PI) / 180;
    return { x: round(middleRadius(seats) * Math.cos(a)), y: round(middleRadius(seats) * Math.sin(a)) };
}

/** A crown of rays around the middle of a pane, for the best card so far, in any colour. */
export function rays(x: number, y: number): string {
    const points = Array.from({ length: 24 }, (_, k) => {
        const [px, py] = at(k % 2 ? 10.6 : 15.2, k * 15).split(' ').map(Number);
        return `${round(x + (px ?? 0))} ${round(y + (py ?? 0))}`;
    });
    return `M${points.join('L')}Z`;
}

/** The lines of lead within a pane: from its middle to its arch, its shoulders and its foot. */
export function leads(degrees: number, seats: number): string {
    const { shoulder, half, radius, centre } = lobe(seats);
    const a = (degrees * Math.PI) / 180;
    const from = at(middleRadius(seats), degrees);
    const ends = [at(INNER, degrees - half * 0.5), at(INNER, degrees + half * 0.5)];
    ends.push(at(shoulder, degrees - half), at(shoulder, degrees + half));
    for (const turn of [-66, -22, 22, 66]) {
        const b = ((degrees + turn) * Math.PI) / 180;
        const x = centre * Math.cos(a) + radius * Math.cos(b);
        const y = centre * Math.sin(a) + radius * Math.sin(b);
        ends.push(`${round(x)} ${round(y)}`);
    }
    return ends.map((end) => `M${from}L${end}`).join('');
}

/** The little stones between the petals. */
export function studs(seats: number): { x: number; y: number; r: number }[] {
    const { shoulder } = lobe(seats);
    const radius = (shoulder + 52) / 2;
    return Array.from({ length: seats }, (_, k) => {
        const a = ((direction(k, seats) + 180 / seats) * Math.PI) / 180;
        const r = seats > 4 ? 2.2 : seats > 3 ? 3 : 5;
        return { x: round(radius * Math.cos(a)), y: round(radius * Math.sin(a)), r };
    });
}
