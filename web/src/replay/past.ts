// The past of a running game, for those who play it: the same moments as of a recorded game, but only those that the
// own seat saw. The engine decides how far back one may look.
import { device, server } from '../lib/clients';
import type { GameRecord, Moment, RecordEvent, TableState } from '../lib/protocol';
import type { Steps } from './moments';
import type { Place } from './source';

export interface Past {
    /** Names, options and events, as far as this seat knows them. */
    record: GameRecord;
    moments: Steps;
    /** The table's own number of the first of these moments: what addresses count from. */
    first: number;
    seat: number;
    /** The own last move or signal, where one begins to look. */
    from: number;
    close: () => void;
}

type Ask = (from: number) => Promise<{ first: number; last: number; moments: Moment[] }>;

/** All pages. The game may go on meanwhile: what may not be seen any more is left out. */
export async function momentsBy(ask: Ask): Promise<Moment[]> {
    let [list, last, next]: [Moment[], number, number] = [[], 0, 0];
    do {
        const page = await ask(next);
        list = [...list, ...page.moments].filter((one) => one.step >= page.first);
        last = page.last;
        if (page.moments.length === 0) break;
        next = (page.moments.at(-1)?.step ?? last) + 1;
    } while (next <= last);
    return list;
}

const eventOf = ({ event }: Moment): RecordEvent[] =>
    event ? [event.e === 'deal' ? ['deal', ''] : [event.seat, event.text ?? '']] : [];

export function recordSoFar(state: TableState, list: Moment[]): GameRecord {
    const names: string[] = [];
    for (const { seat, name, bot } of state.people) if (seat !== null) names[seat] = bot ? `bot:${bot}` : (name ?? '');
    const { game, seats, options, rules } = state;
    return { parlor: 1, game, seats, options, rules, names, events: list.slice(1).flatMap(eventOf) };
}

/** The own last move among the moments: where one begins to look. */
const lastOwn = (list: Moment[], seat: number): number => Math.max(0, list.map(({ event }) => event?.e === 'move' && event.seat === seat).lastIndexOf(true));

export function pastOf(state: TableState, list: Moment[]): Omit<Past, 'close'> {
    const seat = state.you.seat ?? 0;
    return {
        record: recordSoFar(state, list), seat, first: list[0]?.step ?? 0, from: lastOwn(list, seat),
        moments: { steps: list.length - 1, at: (step) => list[step] as Moment },
    };
}

/** The moment of an address; one that may not be seen any more gives way to the first. */
export const momentAt = ({ first, from, moments }: Pick<Past, 'first' | 'from' | 'moments'>, step: number | undefined): number =>
    step === undefined ? from : Math.max(0, Math.min(step - first, moments.steps));

export async function openPast({ from, id }: Place): Promise<Past> {
    const client = from === 'offline' ? device : server;
    const table = await client.enter(id);
    const list = await momentsBy((next) => client.request('past', { table: id, from: next }));
    const { state } = table; // it comes after the reply to `open`, but before the next one
    if (!state || list.length === 0) throw new Error('no moments');
    return { ...pastOf(state, list), close: () => client.close(id) };
}
