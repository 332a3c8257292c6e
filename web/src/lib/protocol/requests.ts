// The requests of the page, and the members of each reply.
import type { Clock, Level, Options, Phase, PhraseName, Refusal } from './basics';
import type { PreviewedPlayer } from './games';
import type { GameRecord } from './records';
import type { Review } from './review';

/** Each kind of request with its members; `id` and `do` are added by `Request`. */
export interface Asks {
    hello: { protocol: 1 };
    name: { name: string };
    keep: { name: string; passphrase: string };
    login: { name: string; passphrase: string };
    transfer: Record<never, never>;
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
        /** 64 hexadecimal digits for the fair deal. */
        number?: string;
        /** The chair that begins; null: the lot decides. */
        begins?: number | null;
    };
    open: { table: string; after?: number };
    close: { table: string };
    sit: { table: string; chair?: number; number?: string };
    stand: { table: string };
    bot: { table: string; chair: number; level: Level | null };
    /** The host says, before the game, which chair begins; null: the lot. */
    begins: { table: string; chair: number | null };
    start: { table: string; level?: Level };
    move: { table: string; text: string };
    /** Whether `move` would be taken, and else why not; changes nothing. */
    why: { table: string; text: string };
    /** The viewer's entry of `players` after a wind in Photograph; changes nothing. */
    preview: { table: string; text: string };
    takeback: { table: string };
    agree: { table: string; yes: boolean };
    leave: { table: string };
    back: { table: string };
    talk: { table: string; text: string } | { table: string; phrase: PhraseName };
    mute: { player: string; on: boolean };
    rematch: { table: string };
    record: { table: string };
    share: { table: string };
    lobby: { watch: boolean };
    mine: Record<never, never>;
    /* Requests that only the offline worker answers. */
    /** How a bot of that level (`hard` if not given) would move in your place. */
    hint: { table: string; level?: Level };
    /** Solo Smitten: the exact chance to win under best play from your knowledge. */
    chance: { table: string };
    /** A finished record, looked at by the strongest bots; `progress` messages come first. */
    review: { record: GameRecord };
    /** How long bots seem to think at the tables of this device. */
    pace: { pace: Pace };
    /** Removes a table of this device for good. */
    forget: { table: string };
}

export type Kind = keyof Asks;
/** One request; `id` is a number of the client's choice. */
export type Request = { [K in Kind]: { id: number; do: K } & Asks[K] }[Kind];
export type Pace = 'slow' | 'normal' | 'instant';

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
}

export interface MyRow extends TableRow {
    turn: boolean;
}

/** How a bot values a move; it maximises `value`; the others are null if not known. */
export interface HintValue {
    text: string;
    value: number;
    points: number | null;
    /** Chance to win, 0 to 1. */
    win: number | null;
}

/** The members of each reply besides `re` and `ok`. */
export interface Answers {
    hello: {
        protocol: 1;
        you: { id: string; name: string };
        server: string;
        games: GameRow[];
        bots: Record<string, BotRow[]>;
        /** true: this is the worker on this device, not a server. */
        offline?: true;
    };
    name: { name: string };
    keep: Record<never, never>;
    login: { code: string; seconds: number };
    transfer: { code: string; seconds: number };
    create: { table: string };
    open: Record<never, never>;
    close: Record<never, never>;
    sit: { chair: number };
    stand: Record<never, never>;
    bot: Record<never, never>;
    begins: Record<never, never>;
    start: Record<never, never>;
    move: Record<never, never>;
    why: { legal: true };
    preview: { player: PreviewedPlayer };
    takeback: Record<never, never>;
    agree: Record<never, never>;
    leave: Record<never, never>;
    back: Record<never, never>;
    talk: Record<never, never>;
    mute: Record<never, never>;
    rematch: { table: string };
    record: { record: GameRecord };
    share: { path: string };
    lobby: { tables: TableRow[] };
    mine: { tables: MyRow[] };
    /** `text` null: wait, another may act first. */
    hint: { text: string | null; values: HintValue[] };
    chance: { value: number };
    review: { review: Review };
    pace: { pace: Pace };
    forget: Record<never, never>;
}

export type Done<K extends Kind> = { re: number; ok: true } & Answers[K];
export interface Refused {
    re: number;
    error: Refusal;
}
export type Reply<K extends Kind = Kind> = { [P in K]: Done<P> }[K] | Refused;
