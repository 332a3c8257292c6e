// The shots that all players see for a moment (P5.2): which of them are new on this screen, and how long each is
// held. A blurry card shows its face while it is held, and is face down in its film afterwards.
import type { PhotographColour, PhotographShot, PhotographView, TableEvent, TableState } from '../../lib/protocol';
import type { Settings } from '../../lib/settings.svelte';
import { asView, colourOf } from './model';

/** The shots of one moment, with the place of each in its film. */
export interface Showing {
    shots: PhotographShot[];
    places: number[];
}

/* By table: the cards that were shown here. Each card is shot once in a game. */
export const memories = new Map<string, { seen: Set<string>; last: PhotographShot[] }>();

/** All shots that a state contains, grouped by moment, oldest first; the view has the latest. */
function momentsOf(state: TableState, view: PhotographView): PhotographShot[][] {
    const lists = [...(state.shown ?? []).map((entry) => entry.shots), view.shots];
    return lists.filter((list): list is PhotographShot[] => Array.isArray(list) && list.length > 0);
}

/** The place of each shot in its film. Films end with these shots, so places are counted from the newest back. */
function placesOf(moments: PhotographShot[][], view: PhotographView): number[][] {
    const ends = new Map<string, number>();
    return [...moments]
        .reverse()
        .map((shots) =>
            [...shots]
                .reverse()
                .map(({ seat, card }) => {
                    const film = `${seat}${colourOf(card)}`;
                    const place = (ends.get(film) ?? view.players[seat]?.films[colourOf(card)]?.cards.length ?? 0) - 1;
                    ends.set(film, place);
                    return place;
                })
                .reverse(),
        )
        .reverse();
}

/** Shots that were not shown here yet, oldest first; they count as shown from now on. */
export function unseen(state: TableState, recent: TableEvent[]): Showing[] {
    const view = asView(state);
    if (!view) return [];
    const memory = memories.get(state.table) ?? { seen: new Set<string>(), last: [] };
    memories.set(state.table, memory);
    if (recent.some((event) => event.e === 'takeback')) memory.last.forEach((shot) => memory.seen.delete(shot.card));
    memory.last = view.shots;
    const seen = new Set<string>();
    /* The latest shots are in both lists. */
    const moments = momentsOf(state, view)
        .map((shots) => shots.filter((shot) => !seen.has(shot.card) && seen.add(shot.card)))
        .filter((shots) => shots.length > 0);
    const places = placesOf(moments, view);
    const out = moments.map((shots, i) => ({ shots, places: places[i] ?? [] })).filter(({ shots }) => !memory.seen.has(shots[0]?.card ?? ''));
    for (const card of seen) memory.seen.add(card);
    return out;
}

/** The faces that blurry frames of a film show now, by their place. */
export function facesIn(showing: Showing | null, seat: number, colour: PhotographColour): Map<number, string> {
    const out = new Map<number, string>();
    showing?.shots.forEach((shot, i) => {
        if (shot.blurry && shot.seat === seat && colourOf(shot.card) === colour) out.set(showing.places[i] ?? -1, shot.card);
    });
    return out;
}

const holds: Record<Settings['pace'], number> = { slow: 1800, normal: 1500, instant: 1200 };

/** How long shots are held, in milliseconds: blurry ones long enough to be read, more of them longer. */
export function holdOf({ shots }: Showing, pace: Settings['pace']): number {
    const hold = shots.some((shot) => shot.blurry) ? holds[pace] : holds[pace] / 2;
    return hold + Math.max(0, shots.length - 3) * 250;
}
