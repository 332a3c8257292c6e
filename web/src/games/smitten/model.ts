// Smitten's view and listed moves prepared for drawing: the moves of each card, the contents of the squares, the
// last move. This is display only; the engine lists the legal moves.
import type {
    SmittenHand,
    SmittenLogEntry,
    SmittenPending,
    SmittenSignal,
    SmittenSquare,
    SmittenView,
    SmittenWho,
} from '../../lib/protocol';

export const CELLS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
export const SQUARES: readonly SmittenSquare[] = ['L', 'R'];
export const otherSquare = (square: SmittenSquare): SmittenSquare => (square === 'L' ? 'R' : 'L');

export type Call = 'higher' | 'lower';

/** A move text taken apart; `hand` is '' with two players and for the card from the deck. */
export interface Listed {
    text: string;
    do: 'play' | 'place' | 'reveal' | 'flip' | 'swap';
    hand: '' | 'A' | 'B';
    card: number | null;
    square: SmittenSquare | null;
    call: Call | null;
}

export function readMove(text: string): Listed | null {
    const found = /^(play|place|reveal|flip|swap) ([AB]?)([1-9]?)([LR]?)(?: (higher|lower))?$/.exec(text);
    if (!found) return null;
    return {
        text,
        do: found[1] as Listed['do'],
        hand: found[2] as Listed['hand'],
        card: found[3] ? Number(found[3]) : null,
        square: found[4] ? (found[4] as SmittenSquare) : null,
        call: found[5] ? (found[5] as Call) : null,
    };
}

export const readMoves = (legal: string[]): Listed[] =>
    legal.map(readMove).filter((x): x is Listed => x !== null);

/** A card that can be picked: one of a hand, or the one that a 3 turned up from the deck. */
export interface Source {
    hand: '' | 'A' | 'B';
    card: number;
    top: boolean;
}

export const sameSource = (a: Source | null, b: Source | null): boolean =>
    a !== null && b !== null && a.hand === b.hand && a.card === b.card && a.top === b.top;

/** The listed moves of one card. */
export const movesOf = (moves: Listed[], source: Source): Listed[] =>
    moves.filter((x) => x.card === source.card && x.hand === (source.top ? '' : source.hand));

/** The listed moves of one card to one square, a 5 perhaps with both announcements. */
export const movesTo = (moves: Listed[], source: Source, square: SmittenSquare): Listed[] =>
    movesOf(moves, source).filter((x) => x.square === square);

/** The text to ask the engine about, for a card that has no listed move to that square. */
export function tryText(view: SmittenView, source: Source, square: SmittenSquare): string {
    const hand = source.top ? '' : source.hand;
    const must = view.pending?.must;
    const verb = must === 'place' || must === 'place-top' ? 'place' : 'play';
    if (must === 'reveal') return `reveal ${hand}${source.card}`;
    // Only the card is in question here: the announcement is any one that the place could have.
    const call = verb === 'play' && source.card === 5 ? ' higher' : '';
    return `${verb} ${hand}${source.card}${square}${call}`;
}

/** Whose key a hand has: a seat number or a letter. */
export const whoOf = (hand: SmittenHand): SmittenWho => hand.hand ?? hand.seat ?? 0;

/** The filled cells of a square; when the game is won, the card set aside completes the picture. */
export function filled(view: SmittenView, square: SmittenSquare): Set<number> {
    const set = new Set(view.squares[square]);
    if (view.won && view.aside !== null && !set.has(view.aside)) set.add(view.aside);
    return set;
}

/** The last card that was placed, and its player. */
export function lastPut(view: SmittenView): SmittenLogEntry | null {
    for (let k = view.log.length - 1; k >= 0; k--) {
        const entry = view.log[k];
        if (entry && (entry.do === 'play' || entry.do === 'place')) return entry;
    }
    return null;
}

export type Clause =
    | 'reveal'
    | 'another'
    | 'play'
    | 'top'
    | 'new'
    | `${'above' | 'below' | 'near' | 'in'}-${SmittenSquare}`
    | 'either';

/** Which sentence an instruction is said by: its square is named, not told by the card's. */
export function clauseOf(pending: SmittenPending): Clause {
    const square = pending.where === 'other' ? otherSquare(pending.square) : pending.square;
    if (pending.must === 'reveal') return 'reveal';
    if (pending.must === 'play') return 'play';
    if (pending.must === 'place-top') return 'top';
    if (pending.kept !== null) return 'another';
    if (pending.only === 'above') return `above-${square}`;
    if (pending.only === 'below') return `below-${square}`;
    if (pending.only === 'new') return 'new';
    if (pending.where === 'near') return `near-${square}`;
    return pending.where === 'either' ? 'either' : `in-${square}`;
}

/** The sign of a card's instruction, as printed (or by the options for 4 and 9). */
export type Sign = 'reveal' | 'play' | 'top' | 'call' | 'new' | 'other' | 'same' | 'any' | 'near' | 'none';

export function signOf(card: number, options: Record<string, string>): Sign {
    const printed: Record<number, Sign> = {
        1: 'reveal', 2: 'play', 3: 'top', 5: 'call', 6: 'new', 7: 'other', 8: 'same',
    };
    return printed[card] ?? ((options[`card${card}`] ?? 'any') as Sign);
}

/** Rule S3.2: both players may signal throughout the game. */
export const mayTalk = (view: SmittenView): boolean =>
    view.mode === 'two' && view.seat >= 0 && view.phase !== 'deal' && view.phase !== 'over';

/** The latest signal of a seat in a turn. */
export const signalIn = (view: SmittenView, seat: number, turn: number): SmittenSignal | null =>
    view.signals.filter((x) => x.seat === seat && x.turn === turn).pop() ?? null;

/** The words of a signal text, "can want". */
export const signalWords = (said: string | null | undefined): string[] =>
    said ? said.replace(/^say /, '').split(' ').filter(Boolean) : [];

/** The signal after one word more (or less) of it: can and cannot exclude each other, want and pass too. */
export function withWord(said: string | null | undefined, word: string): string | null {
    const words = signalWords(said);
    const pairs = [
        ['can', 'cannot'],
        ['want', 'pass'],
    ];
    const kept = pairs.map((pair) => {
        const had = words.find((x) => pair.includes(x));
        if (!pair.includes(word)) return had;
        return had === word ? undefined : word;
    });
    const text = kept.filter(Boolean).join(' ');
    return text === '' ? null : `say ${text}`;
}
