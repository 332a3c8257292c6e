// A game's account of a move's places; see ghosts.ts.

/** Selectors of one place of the table, the best first: what is not drawn in this layout is passed over. */
export type Spot = string[];

export interface Trace {
    /** The cards or places that the move begins with: all of them are framed. */
    from: Spot[];
    /** Where the arrow leads to; null: the move stays where it is. */
    to: Spot | null;
}
