// What a player could work out from the cards: the answer to `aids`, as docs/protocol.md describes it.

/** The cards of a colour, or with '' of the whole game: a value stands there for each card. */
export interface AidSet {
    set: string;
    seen: number[];
    unseen: number[];
}

/** One of the own hidden cards. */
export interface OwnAid {
    slot: number;
    /** Its colour. */
    set: string;
    /** The values that it can still have. */
    may: number[];
    /** The seats that can beat it for sure, or with some of these values; missing where it cannot be played now. */
    beaten?: { sure: number[]; maybe: number[] };
}

export interface Aids {
    sets: AidSet[];
    own?: OwnAid[];
    /** The numbers that a hidden card of the partner can be, and those that the partner's signal excludes. */
    partner?: { seat: number; hidden: number; may: number[]; signals: number[] };
}
