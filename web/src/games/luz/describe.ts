// Luz in words: turns, events and moves. The sentences come from the catalogue.
import type { LuzTrick, LuzTrickCard, LuzView, ScoreResult, TableEvent, TableState } from '../../lib/protocol';
import { settings } from '../../lib/settings.svelte';
import { joined, MSG, t, tn } from '../../lib/words.svelte';
import { bottomSeat, colourOf, ledColour, type LuzState, places, playable, shownTricks, valueOf } from './model';

/** Of each colour: its name beside a card, its name as the required colour, which in some languages has another form, and
    its mark. */
const ids: Record<string, { name: string; led: string; mark: string }> = {
    R: { name: MSG('luzt.colour-R'), led: MSG('luzt.led-R'), mark: MSG('mark.lz-R') },
    Y: { name: MSG('luzt.colour-Y'), led: MSG('luzt.led-Y'), mark: MSG('mark.lz-Y') },
    G: { name: MSG('luzt.colour-G'), led: MSG('luzt.led-G'), mark: MSG('mark.lz-G') },
    B: { name: MSG('luzt.colour-B'), led: MSG('luzt.led-B'), mark: MSG('mark.lz-B') },
    V: { name: MSG('luzt.colour-V'), led: MSG('luzt.led-V'), mark: MSG('mark.lz-V') },
};

export const colourName = (colour: string): string => t(ids[colour]?.name ?? '');
export const ledName = (colour: string): string => t(ids[colour]?.led ?? '');
/** One or two letters beside a colour's symbol, in the palette for colour-blind players. */
export const markOf = (colour: string): string => (settings.palette === 'safe' ? t(ids[colour]?.mark ?? '') : '');

export const cardName = (card: string): string => t('luzt.card', colourName(colourOf(card)), valueOf(card));

export const bidName = (bid: { beads: number; safety: boolean }): string =>
    bid.safety ? t('luzt.bid-safe', bid.beads) : String(bid.beads);

/** One of the viewer's own cards, whose value is hidden: its colour and its place within that colour. */
export function ownCardName(view: LuzView, slot: number): string {
    const place = places(view.hands[bottomSeat(view)] ?? [])[slot - 1];
    if (!place?.card) return t('luzt.gone', slot);
    if (place.card.card) return cardName(place.card.card); // in a replay with all cards open
    const name = t('luzt.own', colourName(place.colour), place.rank, place.of);
    const may = place.card.may;
    return may ? joined([name, t('luzt.may', may.join(', '))]) : name;
}

export function moveName(text: string, state: TableState): string {
    const bid = /^bid (\d+)(\+?)$/.exec(text);
    if (bid) {
        const beads = Number(bid[1]);
        return bid[2] ? tn('luzt.do-bid-safe', beads) : tn('luzt.do-bid', beads);
    }
    const play = /^play (\d+)$/.exec(text);
    const view = state.view as LuzView | null;
    if (play && view) return t('luzt.do-play', ownCardName(view, Number(play[1])));
    return text;
}

function myTurn(view: LuzView, state: TableState): string {
    if (view.phase === 'bid') return t('luzt.your-bid');
    const led = ledColour(view);
    if (!led) return t('luzt.your-lead');
    const free = playable(state.legal);
    const colours = new Set(
        places(view.hands[view.seat] ?? [])
            .filter((x) => x.card && free.has(x.slot))
            .map((x) => x.colour),
    );
    if (colours.size === 1 && colours.has(led)) return t('luzt.your-follow', ledName(led));
    return t('luzt.your-any');
}

export function turn(state: TableState, names: string[]): string {
    const view = state.view as LuzView | null;
    if (!view || view.phase === 'deal') return t('turn.deal');
    if (view.phase === 'over') return outcome(state, names);
    const who = view.actors[0] ?? 0;
    if (who === view.seat) return myTurn(view, state);
    const name = names[who] ?? '';
    if (view.phase === 'bid') return t('luzt.their-bid', name);
    const led = ledColour(view);
    return led ? t('luzt.their-play', name, ledName(led)) : t('luzt.their-lead', name);
}

export function outcome(state: TableState, names: string[]): string {
    const result = state.result as ScoreResult | null;
    const winner = result?.winners[0];
    if (!result || winner === undefined) return t('luzt.over');
    const points = result.scores[winner] ?? 0;
    if (winner === state.you.seat) return tn('luzt.you-win', points);
    return tn('luzt.wins', points, names[winner] ?? '');
}

interface Found {
    card: LuzTrickCard;
    /** The trick that it finished. */
    last: LuzTrick | null;
}

const isIt =
    (seat: number, slot: number) =>
    (x: LuzTrickCard): boolean =>
        x.seat === seat && x.slot === slot;

/** A played card that is face up: on the table, in the finished trick, in the deal that has ended, or among the
    cards that the update showed in passing. */
function find(state: LuzState, seat: number, slot: number): Found | null {
    const views = [state.view as LuzView | null, state.ended];
    const tricks = views.flatMap((x) => (x ? [x.last, { winner: -1, cards: x.trick }] : []));
    for (const trick of [...tricks, ...shownTricks(state.shown)]) {
        const at = trick?.cards.findIndex(isIt(seat, slot)) ?? -1;
        const card = trick?.cards[at];
        if (trick && card) return { card, last: trick.winner >= 0 && at === trick.cards.length - 1 ? trick : null };
    }
    return null;
}

/** Whether a card that was seen may still be named: with strict memory only while it is face up. */
function mayBeNamed(card: LuzTrickCard, after: LuzState, now: LuzState | undefined): boolean {
    const view = now?.view as LuzView | null | undefined;
    if (!view || view.options['memory'] !== 'strict') return true;
    const open = [...(view.last?.cards ?? []), ...view.trick];
    return (after.ended ?? (after.view as LuzView)).deal === view.deal && open.some((x) => x.seat === card.seat && x.card === card.card);
}

function playWords(seat: number, slot: number, after: LuzState, names: string[], now?: LuzState): string {
    const mine = seat === after.you.seat;
    const name = names[seat] ?? '';
    const found = find(after, seat, slot);
    const words = found && mayBeNamed(found.card, after, now) ? cardName(found.card.card) : null;
    const plain = mine ? t('luzt.you-play-one') : t('luzt.plays-one', name);
    const sentence = words === null ? plain : mine ? t('luzt.you-play', words) : t('luzt.plays', name, words);
    if (!found?.last) return sentence;
    const winner = found.last.winner;
    return `${sentence} ${winner === after.you.seat ? t('luzt.you-take') : t('luzt.takes', names[winner] ?? '')}`;
}

function describeMove(seat: number, text: string, after: LuzState, names: string[], now?: LuzState): string | null {
    const bid = /^bid (\d+)(\+?)$/.exec(text);
    if (bid) {
        const words = bidName({ beads: Number(bid[1]), safety: bid[2] === '+' });
        return seat === after.you.seat ? t('luzt.you-bid', words) : t('luzt.bids', names[seat] ?? '', words);
    }
    const play = /^play (\d+)$/.exec(text);
    return play ? playWords(seat, Number(play[1]), after, names, now) : null;
}

export function describe(event: TableEvent, after: TableState, names: string[], now?: TableState): string | null {
    const view = after.view as LuzView | null;
    if (!view) return null;
    switch (event.e) {
        case 'move':
            return event.text ? describeMove(event.seat, event.text, after as LuzState, names, now as LuzState | undefined) : null;
        case 'deal':
            return view.leader === after.you.seat && view.leader !== null
                ? t('luzt.deal-you', view.deal)
                : t('luzt.deal', view.deal, names[view.leader ?? view.first] ?? '');
        case 'over':
            return outcome(after, names);
        default:
            return null;
    }
}
