// A lost game with all cards open: the record tells the deal, and the view's log who drew, placed and revealed.
import type { GameRecord, SmittenHand, SmittenView, SmittenWho } from '../../lib/protocol';
import { whoOf } from './model';

/** Takes one copy of a card out of a list; false: it was not there. */
function takeOut(cards: number[], card: number | undefined): boolean {
    const at = cards.indexOf(card ?? 0);
    if (at >= 0) cards.splice(at, 1);
    return at >= 0;
}

/** The deal as the record writes it: the card set aside, the two hands, the deck. */
function dealt(view: SmittenView, record: GameRecord): { aside: number; hands: Map<SmittenWho, number[]>; deck: number[] } | null {
    const deal = record.events.find((event) => event[0] === 'deal');
    const cards = String(deal?.[1] ?? '').match(/[1-9]/g)?.map(Number) ?? [];
    const [one, two] = view.hands;
    if (cards.length !== 18 || !one || !two) return null;
    const size = view.mode === 'two' && view.options.level === 'easy' ? 4 : 3;
    const hands = new Map([[whoOf(one), cards.slice(1, 1 + size)], [whoOf(two), cards.slice(1 + size, 1 + 2 * size)]]);
    return { aside: cards[0] ?? 0, hands, deck: cards.slice(1 + 2 * size) };
}

/** The hands at the end, from the deal and the log; null: they do not agree with what the view knows. */
function handsAtEnd(view: SmittenView, record: GameRecord): { aside: number; hands: Map<SmittenWho, number[]> } | null {
    const start = dealt(view, record);
    if (!start) return null;
    const { hands, deck } = start;
    let aside = start.aside;
    let top: number | undefined;
    for (const entry of view.log) {
        const hand = hands.get(entry.hand ?? entry.seat ?? 0) ?? [];
        if (entry.do === 'draw') hand.push(...deck.splice(0, entry.cards));
        else if (entry.do === 'top') top = deck.shift();
        else if (entry.do === 'swap') {
            if (!takeOut(hand, entry.card)) return null;
            hand.push(aside);
            aside = entry.card ?? 0;
        } else if (entry.do === 'play' || entry.do === 'place') {
            if (entry.do === 'place' && top !== undefined && top === entry.card) top = undefined;
            else if (!takeOut(hand, entry.card)) return null;
        }
    }
    const agrees = (one: SmittenHand): boolean => {
        const hand = [...(hands.get(whoOf(one)) ?? [])];
        return hand.length === one.cards.length + one.hidden && one.cards.every((known) => takeOut(hand, known.card));
    };
    return view.hands.every(agrees) && deck.length === view.deck ? { aside, hands } : null;
}

/** The lost game's view with both hands and the card set aside open; null: the record does not tell. */
export function opened(view: SmittenView, record: GameRecord): SmittenView | null {
    const end = handsAtEnd(view, record);
    if (!end) return null;
    const hands = view.hands.map((hand) => {
        const cards = [...(end.hands.get(whoOf(hand)) ?? [])].sort((a, b) => a - b);
        const { closed: _, ...rest } = hand;
        return { ...rest, hidden: 0, cards: cards.map((card) => ({ card, revealed: false })) };
    });
    return { ...view, hands, aside: end.aside };
}
