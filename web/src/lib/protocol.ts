/*
 * The protocol of docs/protocol.md as types: what the page sends and what it receives, the same
 * from the server (text frames of /ws) and from the offline worker (objects by postMessage).
 * Types only: nothing here exists at run time, and nothing here knows a rule of a game.
 */

/* ---- words ---- */

/** A message id of the catalogue with its arguments, to be said in the reader's language. */
export interface Message {
    id: string;
    args: string[];
}

export interface Refusal extends Message {
    /** Further sentences of the same form. */
    more?: Message[];
}

export type GameName = 'photograph' | 'luz' | 'smitten';

/** A bot's level; which ones a game has stands in the reply to `hello`. */
export type Level = string;
export type Phase = 'open' | 'play' | 'over';

export type Clock =
    | { kind: 'none' }
    | { kind: 'live'; move: number; bank: number }
    | { kind: 'days'; days: number };

/** All options by name as text; one that the deal is to decide may be missing. */
export type Options = Record<string, string>;

export type PhraseName =
    'hello' | 'thanks' | 'well-played' | 'good-luck' | 'sorry' | 'thinking' | 'again' | 'bye';

/* ---- requests ---- */

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
    /** Photograph's wind: the own entry of `players` as it would leave it; changes nothing. */
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
    /* What only the offline worker knows. */
    /** How a bot of that level (`hard` if not given) would move in your place. */
    hint: { table: string; level?: Level };
    /** Solo Smitten: the exact chance to win under best play from what you know. */
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

/* ---- replies ---- */

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
    /** The option that says who begins, where the game has one. At tables a chair is named instead. */
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

/** How a bot values a move; `value` is what it maximises, the others null if not known. */
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
    preview: { player: PhotographPlayer };
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

/* ---- updates ---- */

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

/** What the games' tables call an event. */
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
    /** In an update of several moves: what the game showed in passing, oldest first, as the game writes it. */
    shown?: Record<string, unknown>[] | undefined;
}

/** What changed: each member replaces what you had. Without `events` it is the whole table. */
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

/** Everything that can arrive. Tell them apart by `'re' in m`, `'table' in m`, `'lobby' in m`, `'progress' in m`. */
export type Incoming = Reply | Update | LobbyChange | Progress;

/* ---- records, results ---- */

export interface ScoreResult {
    scores: number[];
    winners: number[];
}

export interface SmittenResult {
    won: boolean;
    placed: number;
    winners: number[];
}

export type Result = ScoreResult | SmittenResult;

/** See docs/records.md: `['deal', text]` or `[seat, move text]`. */
export type RecordEvent = ['deal', string] | [number, string];

export interface GameRecord {
    parlor: 1;
    game: string;
    seats: number;
    options: Options;
    events: RecordEvent[];
    result?: Result;
    rules?: number;
    table?: string;
    names?: string[];
    began?: number;
    ended?: number;
    fair?: {
        commit: string;
        secret: string;
        numbers: (string | null)[];
        order: number[];
        options: Options;
        /** The chair that the host named, or null for the lot; older records do not say. */
        begins?: number | null;
    };
}

export type Grade = 'best' | 'good' | 'slip' | 'mistake' | 'blunder';

export interface ReviewValue {
    move: string;
    win?: number;
    points?: number;
    visits: number;
}

/** One choice of the game; a forced one has nothing beyond `forced`, and one that a book knows only the best move. */
export interface ReviewDecision {
    /** Index into the record's events. */
    event: number;
    seat: number;
    played: string;
    forced: boolean;
    exact?: boolean;
    grade?: Grade;
    /** Since the seat's last choice: deals and reveals, and what others' choices lost. */
    luck?: number;
    others?: number;
    /** What this choice lost, 0 or less. */
    skill?: number;
    fair?: { played: ReviewValue; best: ReviewValue };
    hindsight?: { played: ReviewValue; best: ReviewValue };
    moves?: ReviewValue[];
    /** Luz: what lies behind a bid. */
    bid?: { tricks: number[]; points: Record<string, number>; met: Record<string, number>; best: string };
}

/** One seat's road: start + luck + others + skill = outcome, in chances to win. */
export type ReviewRoad = {
    seat: number;
    /** Not known before the first choice of a game that is won together. */
    start?: number;
    luck: number;
    others: number;
    skill: number;
    outcome?: number;
    /** The part of luck and others that follows the last choice. */
    last: { luck: number; others: number };
    over: boolean;
    exact: boolean;
    choices: number;
    points_lost?: number;
} & Record<Grade, number>;

/** What `parlor review --json` writes. */
export interface Review {
    game: string;
    seats: number;
    bot: Level;
    budget: number;
    decisions: ReviewDecision[];
    roads: ReviewRoad[];
}

/* ---- views: what a seat may know, as each game's README describes them ---- */

export type PhotographColour = 'B' | 'R' | 'Y' | 'G' | 'N' | 'S' | 'V';

export interface FilmCard {
    /** Face up, e.g. `R7`. */
    card?: string;
    /** Blurry: its back, `R-` low or `R+` high. */
    back?: string;
    /** Blurry, with aided memory: what it was. */
    was?: string;
}

export interface Film {
    cards: FilmCard[];
    direction: 'none' | 'up' | 'down';
    open: number;
    blurry: number;
}

export interface PhotographPlayer {
    /** Bottom card (next to be played) first: cards `R7` or backs `R+`. */
    hand: string[];
    chosen: boolean;
    /** The own sealed wind. */
    sealed?: string;
    films: Partial<Record<PhotographColour, Film>>;
    good: PhotographColour[];
    /** The values that would be laid face up next; a colour that takes any is left out. */
    fits: Partial<Record<PhotographColour, number[]>>;
    /** When the game is over: what the score came from. */
    points?: Partial<Record<PhotographColour, { film: number; good: number; blurry: number }>>;
    missed?: PhotographColour;
    score: number;
}

/** A card that was shot: everybody is shown its face, also that of a blurry one (P5.2). */
export interface PhotographShot {
    seat: number;
    card: string;
    blurry: boolean;
    /** It took the Good Shot. */
    good: boolean;
}

export interface PhotographView {
    game: 'photograph';
    /** -1: a spectator. */
    seat: number;
    seats: number;
    phase: 'deal' | 'take' | 'wind' | 'sunset' | 'end' | 'over';
    actors: number[];
    turn: number;
    count: number;
    options: Options;
    deck: number;
    /** Back of the deck's top card; null: there is none. */
    top: string | null;
    /** The last shots, until the next move. */
    shots: PhotographShot[];
    sunset: 'ahead' | 'now' | 'past';
    /** Rows of four: a card, a back, or null. */
    field: (string | null)[][];
    good: Partial<Record<PhotographColour, number | null>>;
    need: number;
    /** How far above or below a photo the next one of its film may lie. */
    reach: number;
    seen?: string[];
    players: PhotographPlayer[];
}

export interface LuzTrickCard {
    seat: number;
    slot: number;
    card: string;
}

export interface LuzHandCard {
    slot: number;
    card?: string;
    /** The colour alone, if the viewer does not see the face. */
    back?: string;
    may?: number[];
}

export interface LuzTrick {
    winner: number;
    cards: LuzTrickCard[];
}

export interface LuzView {
    game: 'luz';
    seat: number;
    seats: number;
    phase: 'deal' | 'bid' | 'play' | 'over';
    actors: number[];
    options: Options;
    deal: number;
    first: number;
    leader: number | null;
    values: number;
    bids: ({ beads: number; safety: boolean } | null)[];
    tricks: number[];
    scores: number[];
    sheet: number[][];
    trick: LuzTrickCard[];
    /** Whose card is winning the trick so far. */
    ahead: number | null;
    /** The finished trick; with strict memory only until the next card is led. */
    last: LuzTrick | null;
    hands: LuzHandCard[][];
    played?: string[];
}

export type SmittenWho = number | 'A' | 'B';
export type SmittenSquare = 'L' | 'R';

export interface SmittenPending {
    card: number;
    square: SmittenSquare;
    by: SmittenWho;
    for: SmittenWho;
    must: 'reveal' | 'play' | 'place' | 'place-top';
    where: 'either' | 'same' | 'other' | 'near';
    only: 'new' | 'above' | 'below' | null;
    kept: number | null;
    top: number | null;
}

export interface SmittenHand {
    seat?: number;
    hand?: 'A' | 'B';
    cards: { card: number; revealed: boolean }[];
    hidden: number;
    closed?: boolean;
}

export interface SmittenLogEntry {
    turn: number;
    seat?: number;
    hand?: 'A' | 'B';
    do: 'play' | 'place' | 'reveal' | 'top' | 'flip' | 'turn-up' | 'swap' | 'draw';
    card?: number;
    cards?: number;
    square?: SmittenSquare;
    call?: 'higher' | 'lower';
}

export interface SmittenSignal {
    turn: number;
    move: number;
    seat: number;
    said: string;
}

export interface SmittenView {
    game: 'smitten';
    seat: number;
    seats: number;
    mode: 'two' | 'solo';
    phase: 'deal' | 'turn' | 'carry' | 'flipped' | 'over';
    actors: number[];
    options: Options;
    squares: Record<SmittenSquare, number[]>;
    placed: number;
    deck: number;
    aside: number | null;
    swapped: boolean;
    turn: number;
    active: SmittenWho | null;
    pending: SmittenPending | null;
    flipped: { hand: SmittenWho; card: number } | null;
    hands: SmittenHand[];
    said: Record<string, string | null>;
    /** All that is remembered, in order; `move`: before which move of the turn, from 0. */
    signals: SmittenSignal[];
    log: SmittenLogEntry[];
    lost:
        | 'no-card-fits'
        | 'instruction'
        | 'top-fits-nowhere'
        | 'deck-empty'
        | 'flipped-fits-nowhere'
        | null;
    won: boolean | null;
}

export type View = PhotographView | LuzView | SmittenView;
