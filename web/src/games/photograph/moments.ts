// Photograph's moments: cards taken, the shutter on each shot, a Good Shot pinned, Sunset.
import type { Film, PhotographColour, PhotographView, TableEvent, TableState } from '../../lib/protocol';
import { isCourse, type Moment, type Places } from '../../moments/moment';

/* Nothing is imported from the table's own files: they belong to the first screen, this does not. */
const viewOf = (state: TableState): PhotographView | null => (state.view?.game === 'photograph' ? state.view : null);

const filmAt = (seat: number, colour: string): string => `[data-film="${seat}:${colour}"]`;

export const places: Places = {
    /* The others stand in the order of play after the player in front. */
    player: ({ seats, you }, seat) => `.rivals > :nth-child(${(seat - (you.seat ?? 0) + seats) % seats})`,
    hand: '.hand',
};

/** Cards that the viewer's hand has now and had not before, one after another. */
function taken(before: PhotographView, after: PhotographView): Moment[] {
    const now = after.players[after.seat]?.hand ?? [];
    const old = new Set(before.players[after.seat]?.hand);
    return now
        .filter((card) => !old.has(card))
        .map((card, step) => ({ effect: 'slide', at: `[data-place] [data-flip="c:${card}"], [data-place][data-flip="c:${card}"]`, step, sound: 'paper' }));
}

/** The new frames of one film: each closes the shutter, then it develops or smears. */
function shots(seat: number, colour: string, before: Film | undefined, after: Film, step: number): Moment[] {
    const fresh = after.cards.slice(before?.cards.length ?? 0);
    return fresh.flatMap((card, k): Moment[] => {
        const where = { at: `${filmAt(seat, colour)} .frame:not(.coming)`, nth: k - fresh.length, step: step + k * 2 };
        return [
            { effect: 'shutter', ...where, sound: 'shutter' },
            card.card ? { effect: 'develop', ...where } : { effect: 'smear', ...where, sound: 'smear' },
        ];
    });
}

export function tell(before: TableState, after: TableState, events: TableEvent[]): Moment[] {
    const [old, now] = [viewOf(before), viewOf(after)];
    if (!old || !now || !isCourse(before, after, events)) return [];
    const out = taken(old, now);
    now.players.forEach((player, seat) => {
        const had = old.players[seat];
        for (const [colour, film] of Object.entries(player.films)) {
            const last = out.at(-1)?.step ?? -1;
            out.push(...shots(seat, colour, had?.films[colour as PhotographColour], film, last + 1));
            if (!player.good.includes(colour as PhotographColour) || had?.good.includes(colour as PhotographColour)) continue;
            out.push({ effect: 'pin', at: `${filmAt(seat, colour)} .medal.own, ${filmAt(seat, colour)} em`, step: out.at(-1)?.step ?? 0, sound: 'pin' });
        }
    });
    if (old.sunset === 'ahead' && now.sunset !== 'ahead') out.push({ effect: 'dusk', at: '.table', step: 0, sound: 'dusk' });
    return out;
}
