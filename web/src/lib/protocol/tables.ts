// A table's state, its updates and its events.
import type { Clock, Level, Message, Options, Phase, PhraseName, Refusal } from './basics';
import type { View } from './games';
import type { Fork, Result } from './records';
import type { TableRow } from './requests';
import type { ReviewDecision } from './review';

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
    | (At & { e: 'sit'; chair: number; player: string; name: string; seal?: string; number?: string })
    | (At & { e: 'stand' | 'free' | 'late'; chair: number })
    | (At & { e: 'seal'; chair: number; seal: string })
    | (At & { e: 'reveal'; chair: number; number: string })
    | (At & { e: 'draw' })
    | (At & { e: 'bot'; chair: number; level: Level })
    | (At & { e: 'begins'; chair: number | null })
    | (At & { e: 'start'; order: number[]; begins?: number })
    | (At & { e: 'deal' })
    | (At & { e: 'move'; seat: number; text?: string })
    | (At & { e: 'ask' | 'leave' | 'back' | 'pause' | 'resume'; seat: number })
    | (At & { e: 'takeback'; seat: number; practice?: true })
    | (At & { e: 'agree'; seat: number; yes: boolean })
    | (At & { e: 'standin'; seat: number; level: Level })
    | TalkEvent
    | (At & { e: 'over'; result: Result; secret: string })
    | (At & { e: 'rematch'; table: string })
    | (At & { e: 'remove'; player: string; name: string; chair?: number; level?: Level })
    | (At & { e: 'silence'; player: string; name: string; on: boolean });

/** People at one device. */
export interface Together {
    /** Whose view it is; null: nobody's, the device is handed over. */
    seat: number | null;
    people: { name: string; seat: number }[];
    /** The seats of the others who may act now. */
    next: number[];
}

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
    /** The maker of the table permits aids to all. */
    aids?: true;
    start: 'full' | 'host';
    phase: Phase;
    /** Player id. */
    host: string;
    commit: string;
    /** Numbers for the fair deal, before the game: seals by chair, and the chairs that must act now. */
    draw?: { seals: (string | null)[]; on: boolean; waiting: number[] } | null;
    you: You;
    people: Person[];
    /** What the host's version cannot do at this table, in words; comes with `people`. */
    notes?: Message[];
    /** The chair that is to begin, null for the lot; not there where nobody begins. */
    begins?: number | null;
    /** null before the game. */
    view: View | null;
    /** Your moves now; signals (`say ...`) are allowed but never listed. */
    legal: string[];
    times: Times | null;
    /** A move was taken back with what followed it, against bots alone. */
    practice?: true;
    fork?: Fork;
    /** It has the daily deal of that date. */
    daily?: { date: string; version: number };
    ask: { seat: number; waiting: number[] } | null;
    /** Who asked for the pause; older servers have none. */
    pause?: { seat: number } | null;
    result: Result | null;
    talk: TalkEvent[];
    rematch?: string;
    /** Several people play at this device. */
    together?: Together;
    /** In the update of a further deal of the same game: your last look at the one that ended. */
    ended?: View | undefined;
    /** In an update of several moves: the cards that were shown in between, oldest first, as the game writes them. */
    shown?: Record<string, unknown>[] | undefined;
    /** The first event of the journal that is damaged: the table is as it was before, and nothing may change. */
    damaged?: number | undefined;
}

/** A change: each member replaces the previous value. Without `events` it is the whole table. */
export type Update = Pick<TableState, 'table' | 'n'> &
    Partial<TableState> & {
        events?: TableEvent[];
        /** By protocol 2, in place of `view` and `legal`: see sight.ts. */
        sight?: string;
        of?: number;
    };

/** The server has closed the table: after `store.failed` it can be opened again, else the reason stands. Without a
 * table it closes the connection. */
export interface Closed {
    table?: string;
    closed: Refusal;
}

/** A restart that the operator has announced, or null: it is taken back. */
export interface RestartNotice {
    id: string;
    /** A date, and the milliseconds until then. */
    at: number;
    in: number;
    /** The operator's own words. */
    text?: string;
}

export interface Announcement {
    notice: RestartNotice | null;
}

export interface LobbyChange {
    lobby: TableRow | { table: string; phase: 'gone' };
}

/** How far a `review` has come, 0 to 1, and the choice that is valued now. */
export interface Progress {
    /** The `id` of the request. */
    of: number;
    progress: number;
    decision?: ReviewDecision;
}
