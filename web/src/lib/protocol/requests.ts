// The requests of the page, and the members of each reply.
import type { Aids } from './aids';
import type { Clock, Level, Options, Phase, PhraseName, Refusal } from './basics';
import type { PreviewedPlayer } from './games';
import type { GameRecord, Moment, Result } from './records';
import type { Reason, Review, Sums } from './review';
import type { RestartNotice, Together } from './tables';

/** Each kind of request with its members; `id` and `do` are added by `Request`. */
export interface Asks {
    hello: { protocol: 1 | 2 };
    name: { name: string };
    keep: { name: string; passphrase: string; old?: string };
    login: { name: string; passphrase: string };
    transfer: Record<never, never>;
    signout: Record<never, never>;
    create: {
        game: string;
        seats?: number;
        options?: Options;
        /** Levels, for the last chairs. */
        bots?: Level[];
        clock?: Clock;
        listed?: boolean;
        start?: 'full' | 'host';
        sit?: boolean;
        /** Of the number for the fair deal: 64 hexadecimal digits. */
        seal?: string;
        /** The chair that begins; null: the lot decides. */
        begins?: number | null;
        /** The maker permits aids to everybody at the table. */
        aids?: boolean;
    };
    open: { table: string; after?: number };
    close: { table: string };
    sit: { table: string; chair?: number; seal?: string };
    /** A new number for the fair deal, sealed; and the number itself, when it is asked for. */
    seal: { table: string; seal: string };
    reveal: { table: string; number: string };
    stand: { table: string };
    bot: { table: string; chair: number; level: Level | null };
    /** The host says, before the game, which chair begins; null: the lot. */
    begins: { table: string; chair: number | null };
    start: { table: string; level?: Level };
    /** `seen`: the newest event that the chooser had seen; a move for an older position is refused. */
    move: { table: string; text: string; seen?: number };
    /** Whether `move` would be taken, and else why not; changes nothing. */
    why: { table: string; text: string };
    /** The viewer's entry of `players` after a wind in Photograph; changes nothing. */
    preview: { table: string; text: string };
    /** What `takeback` would undo now; changes nothing. */
    undoes: { table: string };
    /** What happened so far, as the own seat saw it then, from moment `from` on; changes nothing. */
    past: { table: string; from?: number };
    /** What the player could work out from the cards; changes nothing. */
    aids: { table: string };
    takeback: { table: string };
    agree: { table: string; yes: boolean };
    /** Clocks stand and nobody moves until a player goes on. */
    pause: { table: string; on: boolean };
    leave: { table: string };
    back: { table: string };
    talk: { table: string; text: string } | { table: string; phrase: PhraseName };
    mute: { player: string; on: boolean };
    /** The host: nobody hears that person's talk at this table any more; or may again. */
    silence: { table: string; player: string; on: boolean };
    /** The host: that person leaves the table for good. */
    remove: { table: string; player: string };
    /** Tells the operator of a person, or of the table. */
    report: { table: string; player?: string; why: ReportReason };
    rematch: { table: string; seal?: string };
    record: { table: string };
    share: { table: string };
    lobby: { watch: boolean };
    mine: Record<never, never>;
    /** All my games, the latest first; `from`: the `next` of the answer before. */
    games: { from?: string };
    /** A finished game leaves the own list, or some of all; on this device any game, or all, for good. */
    forget: { table?: string };
    ping: Record<never, never>;
    /** The moves of a daily deal, to be verified and counted: `SEAT TEXT` with commas between, without deals. */
    handin: { game: string; date: string; version: number; moves: string };
    /** How people fared with a daily deal: how many have each score, the highest first. */
    day: { game: string; date: string };
    /* Requests that only the offline worker answers. */
    /** How a bot of that level (`hard` if not given) would move in your place. */
    hint: { table: string; level?: Level };
    /** Several people play at this device: `names` of the first chairs, bots on the others. */
    together: { game: string; seats: number; options: Options; bots: Level[]; names: string[]; begins: number | null };
    /** The device is handed over: to the person of this seat, or to nobody yet. */
    turn: { table: string; seat: number | null };
    /** Solo Smitten: the exact chance to win under best play from your knowledge; `deals`: over all deals, since counting
        this position would take too long. */
    chance: { table: string };
    /** A finished record, looked at by the strongest bots; `progress` messages come first. The choices of `seat` are valued
        before the others'. */
    review: { record: GameRecord; seat?: number };
    /** A new table of this device, from a moment of a record: one level for each other seat, in their order. */
    fork: { record: GameRecord; step: number; seat: number; bots: string[]; anew: boolean };
    /** The table of the daily deal of a date (2026-11-19), which is made if there is none yet. */
    daily: { game: string; date: string };
    /** The deals of a date, and all daily deals that were played on this device. */
    dailies: { date: string };
    /** How the person of this device and our bots fared with a daily deal. */
    fared: { game: string; date: string };
    /** Ends the review of the request `of`, which is refused then. */
    stop: { of: number };
    /** How long bots seem to think at the tables of this device. */
    pace: { pace: Pace };
    /** A finished game from elsewhere, kept among those of this device. */
    import: { record: GameRecord };
    /** Keeps what a review tells for ratings with its game, if it is one of mine (`server`: on a server); without `sums`
        drops it. */
    rate: { table: string; sums?: Sums; server?: boolean };
    /** All that is kept of reviews, by table. */
    rated: Record<never, never>;
}

/** The daily deal of a game: one person at `seat`, and these bots at the others. */
export interface DailyDeal {
    game: string;
    date: string;
    version: number;
    seats: number;
    seat: number;
    options: Options;
    bots: Level[];
}

/** A daily deal that was played on this device, or begun. */
export interface DailyPlayed {
    game: string;
    date: string;
    table: string;
    over: boolean;
    /** It does not count. */
    practice: boolean;
    result: Result | null;
}

export interface DailyResult {
    score: number;
    /** From 1; the winners share it. */
    place: number;
    won: boolean;
}

export interface DailyFared {
    /** null: the record is refused, and `why` tells the reason. */
    own: DailyResult | null;
    why?: Refusal;
    levels: [Level, DailyResult][];
}

export interface Undo {
    /** The own move. */
    text: string;
    /** How many moves of others go with it. */
    others: number;
    /** The game would be practice from then on. */
    practice: boolean;
    /** People have to agree. */
    asks: boolean;
}

export type ReportReason = 'talk' | 'name' | 'play' | 'other';
export type Kind = keyof Asks;
/** One request; `id` is a number of the client's choice. */
/** `key`: docs/protocol.md, “Once and no more”. */
export type Request = { [K in Kind]: { id: number; do: K; key?: string } & Asks[K] }[Kind];
/** `none`, which no setting offers, is for tests: bots wait for nobody. */
export type Pace = 'slow' | 'normal' | 'instant' | 'none';

export interface OptionRow {
    name: string;
    /** One of these, or (without it) a set of `letters`. */
    values?: string[];
    letters?: string;
    /** null: the deal decides. */
    default: string | null;
}

export interface GameRow {
    name: string;
    rules: number;
    seats: { min: number; max: number; usual: number };
    /** The option for the first player, if the game has one. Tables name a chair instead. */
    begins?: string | null;
    options: OptionRow[];
}

export interface BotRow {
    name: Level;
    /** A message id. */
    about: string;
    /** Its signals are a code: never beside a person. */
    coded?: true;
}

/** One row of `lobby` or `mine`. */
export interface TableRow {
    table: string;
    game: string;
    seats: number;
    options: Options;
    taken: number;
    clock: Clock;
    host: string | null;
    phase: Phase;
    /** Of a finished game: when, how, and the player ids by seat (null: a bot). */
    ended?: number;
    result?: Result;
    players?: (string | null)[];
    practice?: true;
    /** It has the daily deal of that date. */
    daily?: { date: string; version: number };
    /** Of a finished game: who sat there, by seat, as in records; what else it tells for statistics. */
    names?: (string | null)[];
    facts?: Record<string, [number, number][]>;
}

export interface MyRow extends TableRow {
    turn: boolean;
}

/** One row of `games`. */
export interface GameEntry extends MyRow {
    /** When something happened last. */
    changed: number;
    /** On this device: the own seat; -1 if nobody knows. */
    own?: number;
}

/** How a bot values a move; it maximises `value`; the others are null if not known. */
export interface HintValue {
    /** null: let another begin. */
    text: string | null;
    value: number;
    points: number | null;
    /** Chance to win, 0 to 1. */
    win: number | null;
}

/** What to do now, by a bot in the viewer's place and from its view. A text null is waiting: let another begin. */
export interface Hint {
    text: string | null;
    /** Why, in comparison with the choice `other`; if that is `text`, in comparison with none. null: no reason is known. */
    why: Reason | null;
    other: string | null;
    /** The suggested choice, then the others, best first. */
    values: HintValue[];
}

/** The members of the replies that have any besides `re` and `ok`. */
interface Members {
    hello: {
        protocol: 1 | 2;
        you: { id: string; name: string };
        server: string;
        games: GameRow[];
        bots: Record<string, BotRow[]>;
        /** Requests may have keys; so many are remembered. */
        keys?: number;
        /** The server wants people by the paths of their tables. */
        paths?: boolean;
        /** A restart that is announced. */
        notice?: RestartNotice;
        /** true: this is the worker on this device, not a server. */
        offline?: true;
    };
    name: { name: string };
    login: { code: string; seconds: number };
    transfer: { code: string; seconds: number };
    signout: { code: string; seconds: number };
    create: { table: string };
    sit: { chair: number };
    why: { legal: true };
    preview: { player: PreviewedPlayer };
    undoes: Undo;
    /** `first`: the first moment that may be seen; `last`: the present one. At most 64 moments. */
    past: { first: number; last: number; moments: Moment[] };
    aids: { aids: Aids };
    rematch: { table: string };
    record: { record: GameRecord };
    share: { path: string };
    lobby: { tables: TableRow[] };
    mine: { tables: MyRow[] };
    ping: Record<never, never>;
    hint: Hint;
    together: { table: string };
    turn: Together;
    chance: { value: number; deals?: true };
    review: { review: Review };
    fork: { table: string };
    handin: DailyResult;
    day: { scores: [score: number, people: number][]; own: DailyResult | null };
    daily: { table: string };
    dailies: { deals: DailyDeal[]; played: DailyPlayed[] };
    fared: DailyFared;
    stop: Record<never, never>;
    pace: { pace: Pace };
    games: { games: GameEntry[]; next?: string };
    /** On a server: how many. */
    forget: { forgotten?: number };
    /** `known`: it was there already, and stays as it was. */
    import: { table: string; known: boolean };
    rated: { sums: Record<string, Sums> };
}

export type Answers = { [K in Kind]: K extends keyof Members ? Members[K] : Record<never, never> };
export type Done<K extends Kind> = { re: number; ok: true } & Answers[K];
export interface Refused {
    re: number;
    error: Refusal;
}
export type Reply<K extends Kind = Kind> = { [P in K]: Done<P> }[K] | Refused;
