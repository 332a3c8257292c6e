// A seat's view of Photograph, as described in games/photograph/README.md.
import type { Options } from './basics';

export type PhotographColour = 'B' | 'R' | 'Y' | 'G' | 'N' | 'S' | 'V';

export interface FilmCard {
    /** Face up, e.g. `R7`. */
    card?: string;
    /** Blurry: its back, `R-` low or `R+` high. */
    back?: string;
    /** Blurry, with aided memory: its face. */
    was?: string;
}

export interface Film {
    cards: FilmCard[];
    direction: 'none' | 'up' | 'down';
    open: number;
    blurry: number;
}

export interface PhotographPlayer {
    /** Bottom card (next to be played) first: cards `R7` or backs `R+`. */
    hand: string[];
    chosen: boolean;
    /** The own sealed wind. */
    sealed?: string;
    films: Partial<Record<PhotographColour, Film>>;
    good: PhotographColour[];
    /** The values that would be laid face up next; a colour that takes any is left out. */
    fits: Partial<Record<PhotographColour, number[]>>;
    /** When the game is over: the sources of the score. */
    points?: Partial<Record<PhotographColour, { film: number; good: number; blurry: number }>>;
    missed?: PhotographColour;
    score: number;
}

/** A card that was shot: everybody is shown its face, also that of a blurry one (P5.2). */
export interface PhotographShot {
    seat: number;
    card: string;
    blurry: boolean;
    /** It took the Good Shot. */
    good: boolean;
}

export interface PhotographView {
    game: 'photograph';
    /** -1: a spectator. */
    seat: number;
    seats: number;
    phase: 'deal' | 'take' | 'wind' | 'sunset' | 'end' | 'over';
    actors: number[];
    turn: number;
    count: number;
    options: Options;
    deck: number;
    /** Back of the deck's top card; null: there is none. */
    top: string | null;
    /** The last shots, until the next move. */
    shots: PhotographShot[];
    sunset: 'ahead' | 'now' | 'past';
    /** Rows of four: a card, a back, or null. */
    field: (string | null)[][];
    good: Partial<Record<PhotographColour, number | null>>;
    need: number;
    /** How far above or below a photo's value the next one of its film may be. */
    reach: number;
    seen?: string[];
    players: PhotographPlayer[];
}
