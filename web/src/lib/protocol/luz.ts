// A seat's view of Luz, as described in games/luz/README.md.
import type { Options } from './basics';

export interface LuzTrickCard {
    seat: number;
    slot: number;
    card: string;
}

export interface LuzHandCard {
    slot: number;
    card?: string;
    /** The colour alone, if the viewer does not see the face. */
    back?: string;
    may?: number[];
}

export interface LuzTrick {
    winner: number;
    cards: LuzTrickCard[];
}

export interface LuzView {
    game: 'luz';
    seat: number;
    seats: number;
    phase: 'deal' | 'bid' | 'play' | 'over';
    actors: number[];
    options: Options;
    deal: number;
    first: number;
    leader: number | null;
    values: number;
    bids: ({ beads: number; safety: boolean } | null)[];
    tricks: number[];
    scores: number[];
    sheet: number[][];
    trick: LuzTrickCard[];
    /** Whose card is winning the trick so far. */
    ahead: number | null;
    /** The finished trick; with strict memory only until the next card is led. */
    last: LuzTrick | null;
    hands: LuzHandCard[][];
    played?: string[];
}
