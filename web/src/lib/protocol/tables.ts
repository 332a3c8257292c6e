// A table's state, its updates and its events.
import type { Clock, Level, Options, Phase, PhraseName } from './basics';
import type { View } from './games';
import type { Result } from './records';
import type { TableRow } from './requests';

export interface Person {
    chair: number;
    seat: number | null;
    player: string | null;
    name: string | null;
    bot: Level | null;
    here: boolean;
    standin: boolean;
}

export interface You {
    chair: number | null;
    seat: number | null;
}

export interface Times {
    now: number;
    seats: { until: number | null; bank: number }[];
}

interface At {
    n: number;
    at: number;
}

export type TalkEvent = At & {
    e: 'talk';
    player: string;
    name: string;
    text?: string;
    phrase?: PhraseName;
};

export type TableEvent =
    | (At & { e: 'create'; player: string; name: string })
    | (At & { e: 'sit'; chair: number; player: string; name: string; number?: string })
    | (At & { e: 'stand' | 'free'; chair: number })
    | (At & { e: 'bot'; chair: number; level: Level })
    | (At & { e: 'begins'; chair: number | null })
    | (At & { e: 'start'; order: number[]; begins?: number })
    | (At & { e: 'deal' })
    | (At & { e: 'move'; seat: number; text?: string })
    | (At & { e: 'ask' | 'takeback' | 'leave' | 'back'; seat: number })
    | (At & { e: 'agree'; seat: number; yes: boolean })
    | (At & { e: 'standin'; seat: number; level: Level })
    | TalkEvent
    | (At & { e: 'over'; result: Result; secret: string })
    | (At & { e: 'rematch'; table: string });

/** The name of an event in the games' tables. */
export type GameEvent = TableEvent;

/** All members of a table, as `open` without `after` brings them. */
export interface TableState {
    table: string;
    /** Number of the table's last event. */
    n: number;
    game: string;
    rules: number;
    seats: number;
    options: Options;
    clock: Clock;
    listed: boolean;
    start: 'full' | 'host';
    phase: Phase;
    /** Player id. */
    host: string;
    commit: string;
    you: You;
    people: Person[];
    /** The chair that is to begin, null for the lot; not there where nobody begins. */
    begins?: number | null;
    /** null before the game. */
    view: View | null;
    /** Your moves now; signals (`say ...`) are allowed but never listed. */
    legal: string[];
    times: Times | null;
    ask: { seat: number; waiting: number[] } | null;
    result: Result | null;
    talk: TalkEvent[];
    rematch?: string;
    /** In the update of a further deal of the same game: your last look at the one that ended. */
    ended?: View | undefined;
    /** In an update of several moves: the cards that were shown in between, oldest first, as the game writes them. */
    shown?: Record<string, unknown>[] | undefined;
}

/** A change: each member replaces the previous value. Without `events` it is the whole table. */
export type Update = Pick<TableState, 'table' | 'n'> & Partial<TableState> & { events?: TableEvent[] };

export interface LobbyChange {
    lobby: TableRow | { table: string; phase: 'gone' };
}

/** How far a `review` has come, 0 to 1. */
export interface Progress {
    /** The `id` of the request. */
    of: number;
    progress: number;
}
