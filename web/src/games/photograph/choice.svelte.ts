// A move at Photograph's table before it is sent: the take or wind that is being previewed or waits for
// confirmation, and the engine's answer to where the shots of a wind would land.
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
    /** The wind that waits for confirmation. */
    pending: string | null = $state(null);
    /** The wind to the gap under the pointer or focus. */
    looking: string | null = $state(null);
    /** The place of the card that is held. */
    held: number | null = $state(null);
    private previews: Record<string, Shot[]> = $state({});

    constructor(
        private offer: () => Offer,
        /** The viewer's entry of `players` after a move; nothing if it is not known. */
        private preview: (text: string) => Promise<unknown>,
    ) {}

    clear(): void {
        this.peek = null;
        this.looking = null;
        this.held = null;
        this.previews = {};
        this.drop();
    }

    /** Drops the take or wind that waits for confirmation. */
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

    /** Picks a card up, or lets it go, and loads the previews of its winds. */
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

    /** The shots of a wind; how they land is unknown until the engine has answered. */
    shotsOf(text: string): Shot[] {
        const { me } = this.offer();
        return this.previews[text] ?? (me ? ownShots(this.played(text), me, null) : []);
    }

    /** The shots that the previewed wind would put into a film. */
    coming(colour: PhotographColour): Shot[] {
        const text = this.pending ?? this.looking;
        return text ? this.shotsOf(text).filter((shot) => colourOf(shot.card) === colour) : [];
    }
}
