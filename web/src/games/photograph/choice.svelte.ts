// What somebody at Photograph's table is about to do, until it is sent: the take or the wind that is looked at or
// waits for a yes, and where the shots of a wind would land, as the engine says.
import type { PhotographColour, PhotographPlayer } from '../../lib/protocol';
import { colourOf, ownShots, readWind, wound, type Shot, type Side, type Take, type Wind } from './model';

/** The table as it is now. */
export interface Offer {
    n: number;
    me: PhotographPlayer | undefined;
    /** Cards that go out after a wind. */
    count: number;
    takes: Take[];
    winds: Wind[];
}

export class Choice {
    /** The take that is pointed at. */
    peek: Take | null = $state.raw(null);
    /** The take that waits for its button. */
    chosen: Take | null = $state.raw(null);
    /** The wind that waits for a yes. */
    pending: string | null = $state(null);
    /** The wind of the gap that is looked at. */
    looking: string | null = $state(null);
    /** The place of the card that is held. */
    held: number | null = $state(null);
    private previews: Record<string, Shot[]> = $state({});

    constructor(
        private offer: () => Offer,
        /** One's own entry of `players` after a move; nothing if it cannot be told. */
        private preview: (text: string) => Promise<unknown>,
    ) {}

    clear(): void {
        this.peek = null;
        this.looking = null;
        this.held = null;
        this.previews = {};
        this.drop();
    }

    /** Takes back what waits for a yes. */
    drop(): void {
        this.chosen = null;
        this.pending = null;
    }

    /** Whether the chosen row offers a take of `n` from `side`. */
    has(side: Side, n: number): boolean {
        return this.like(side, n) !== undefined;
    }

    /** Changes how many photos the chosen take brings, or from which end, if that is offered. */
    change(side: Side, n: number): void {
        this.chosen = this.like(side, n) ?? this.chosen;
    }

    private like(side: Side, n: number): Take | undefined {
        const row = this.chosen?.row;
        return this.offer().takes.find((take) => take.row === row && take.side === side && take.n === n);
    }

    /** A card is held, or let go: asks what its winds would bring. */
    hold(place: number | null): void {
        this.held = place;
        this.pending = null;
        for (const wind of this.offer().winds) if (wind.from === place) void this.load(wind.text);
    }

    /** Asks where the shots of a wind would land. */
    async load(text: string): Promise<void> {
        const { me, n } = this.offer();
        if (!me || this.previews[text]) return;
        const after = (await this.preview(text).catch(() => null)) as PhotographPlayer | null;
        if (after && this.offer().n === n) this.previews[text] = ownShots(this.played(text), me, after);
    }

    private played(text: string): string[] {
        const wind = readWind(text);
        const { me, count } = this.offer();
        return wind && me ? wound(me.hand, wind.from, wind.to).slice(0, count) : [];
    }

    /** The shots of a wind; how they land is not known until the engine has said it. */
    shotsOf(text: string): Shot[] {
        const { me } = this.offer();
        return this.previews[text] ?? (me ? ownShots(this.played(text), me, null) : []);
    }

    /** What would land in a film by the wind that is looked at. */
    coming(colour: PhotographColour): Shot[] {
        const text = this.pending ?? this.looking;
        return text ? this.shotsOf(text).filter((shot) => colourOf(shot.card) === colour) : [];
    }
}
