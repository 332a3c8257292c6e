// A seat's view of Smitten, as described in games/smitten/README.md.
import type { Options } from './basics';

export type SmittenWho = number | 'A' | 'B';
export type SmittenSquare = 'L' | 'R';

export interface SmittenPending {
    card: number;
    square: SmittenSquare;
    by: SmittenWho;
    for: SmittenWho;
    must: 'reveal' | 'play' | 'place' | 'place-top';
    where: 'either' | 'same' | 'other' | 'near';
    only: 'new' | 'above' | 'below' | null;
    kept: number | null;
    top: number | null;
}

export interface SmittenHand {
    seat?: number;
    hand?: 'A' | 'B';
    cards: { card: number; revealed: boolean }[];
    hidden: number;
    closed?: boolean;
}

export interface SmittenLogEntry {
    turn: number;
    seat?: number;
    hand?: 'A' | 'B';
    do: 'play' | 'place' | 'reveal' | 'top' | 'flip' | 'turn-up' | 'swap' | 'draw';
    card?: number;
    cards?: number;
    square?: SmittenSquare;
    call?: 'higher' | 'lower';
}

export interface SmittenSignal {
    turn: number;
    move: number;
    seat: number;
    said: string;
}

export interface SmittenView {
    game: 'smitten';
    seat: number;
    seats: number;
    mode: 'two' | 'solo';
    phase: 'deal' | 'turn' | 'carry' | 'flipped' | 'over';
    actors: number[];
    options: Options;
    squares: Record<SmittenSquare, number[]>;
    placed: number;
    deck: number;
    aside: number | null;
    swapped: boolean;
    turn: number;
    active: SmittenWho | null;
    pending: SmittenPending | null;
    flipped: { hand: SmittenWho; card: number } | null;
    hands: SmittenHand[];
    said: Record<string, string | null>;
    /** All that is remembered, in order; `move`: before which move of the turn, from 0. */
    signals: SmittenSignal[];
    log: SmittenLogEntry[];
    lost:
        | 'no-card-fits'
        | 'instruction'
        | 'top-fits-nowhere'
        | 'deck-empty'
        | 'flipped-fits-nowhere'
        | null;
    /** Of a lost game: the cells that a card could have taken then; null: no card would have helped. */
    open?: Record<SmittenSquare, number[]> | null;
    won: boolean | null;
}
