// The listed moves as the table offers them: the card that must move, its possible cells, and its buttons.
import type { SmittenSquare, SmittenView } from '../../lib/protocol';
import { moveName } from './describe';
import { movesTo, type Listed, type Source } from './model';

/** The card that a 3 turned up from the deck, as long as it has to be placed. */
export const topCard = (view: SmittenView): number | null =>
    view.pending?.must === 'place-top' ? view.pending.top : null;

/** The card that has to be the one; it is chosen without asking. */
export function forcedSource(view: SmittenView, moves: Listed[]): Source | null {
    if (moves.length === 0) return null;
    const top = topCard(view);
    if (top !== null) return { hand: '', card: top, top: true };
    return view.flipped && { hand: view.flipped.hand as 'A' | 'B', card: view.flipped.card, top: false };
}

const withoutCall = (text: string): string => moveName(text.replace(/ (higher|lower)$/, ''));

/** The cells of a square that the chosen card may go to, with the move in words. */
export function litCells(moves: Listed[], chosen: Source | null, square: SmittenSquare): Map<number, string> {
    const to = chosen ? movesTo(moves, chosen, square) : [];
    const one = to[0];
    return new Map(chosen && one ? [[chosen.card, to.length > 1 ? withoutCall(one.text) : moveName(one.text)]] : []);
}

/** The cells of a square that some card may go to, as long as none is chosen. */
export const hintedCells = (moves: Listed[], chosen: Source | null, square: SmittenSquare): Set<number> =>
    new Set(chosen ? [] : moves.filter((move) => move.square === square).map((move) => move.card ?? 0));

/** A button for one action of a card. */
export interface Button {
    name: string;
    /** More than one: the announcement of a 5 is asked for next. */
    moves: Listed[];
}

/** The buttons of a card. A 5 has two moves to one square: the place first, then the announcement. */
export function buttonsOf(moves: Listed[]): Button[] {
    const list: Button[] = [];
    for (const move of moves) {
        const found = list.find((x) => move.square && x.moves[0]?.square === move.square && x.moves[0]?.do === move.do);
        if (found) {
            found.moves.push(move);
            found.name = withoutCall(move.text);
        } else list.push({ name: moveName(move.text), moves: [move] });
    }
    return list;
}
