// The client of the protocol, over either transport (transport.ts). Tables are reactive: updates are merged into
// the state, gaps are detected and filled, and a lost connection resumes. The client never invents moves: `move`
// sends only texts that the engine listed, and signals.
import type {
    Announcement,
    Answers,
    Asks,
    BotRow,
    Closed,
    GameRow,
    Incoming,
    Kind,
    LobbyChange,
    MyRow,
    Progress,
    Refusal,
    Request,
    TableEvent,
    TableRow,
    TableState,
    Update,
} from './protocol';
import type { readSight } from './sight';
import type { Transport } from './transport';
import { MSG } from './msg';
import { needWords } from './words.svelte';

/** A request that was refused, with the reason as a message of the catalogue. */
export class Refused extends Error {
    constructor(readonly refusal: Refusal) {
        super(refusal.id);
    }
}

export interface LogEntry {
    event: TableEvent;
    after: TableState;
}

/** One open table. States are never changed in place: each update makes a new one. */
export class OpenTable {
    state: TableState | null = $state.raw(null);
    recent: TableEvent[] = $state.raw([]);
    log: LogEntry[] = $state.raw([]);
    /** The last event up to which the log was asked for. */
    askedUpTo = 0;
    /** What was answered when numbers for the deal were asked for, with the seal at that time. */
    answered = '';
    /** For sight.ts: the text of the last sight. */
    sight: string | null = null;
    constructor(readonly id: string) {}
}

/** What only a server tells: see order.ts. */
export type News = Answers['hello'] | Refused | Closed | Announcement | LobbyChange;

export type Status = 'new' | 'ready' | 'away' | 'none';

/** Hears of a request that takes long: the part done so far, and the message that told it. */
type Hear = (part: number, message: Progress) => void;

interface Waiting {
    done: (answer: never) => void;
    refused: (reason: Refused) => void;
    progress: Hear | undefined;
    request: Request;
}

/** The state after an update; null: events are missing in between, so the whole table must be requested. */
export function merge(
    before: TableState | null,
    update: Update,
): { state: TableState; events: TableEvent[] } | null {
    const { events, ...members } = update;
    if (!before) {
        if (update.game === undefined) return null;
        return { state: members as TableState, events: events ?? [] };
    }
    const fresh = (events ?? []).filter((event) => event.n > before.n);
    const first = fresh[0];
    /* Talk of muted people leaves gaps in the numbers, but a whole table is always complete. */
    if (first && first.n > before.n + 1 && update.game === undefined) return null;
    if (update.n < before.n) return { state: before, events: [] };
    /* `ended` and `shown` belong to one update only; a whole table without `damaged` is sound. */
    const passing: Partial<TableState> = { ended: undefined, shown: undefined };
    if (update.game !== undefined) passing.damaged = undefined;
    return { state: { ...before, ...passing, ...members }, events: fresh };
}

/** A log with the missing events added, in order: a reply may contain events from before the page was opened. */
export function withEvents(log: LogEntry[], events: TableEvent[], after: TableState): LogEntry[] {
    const known = new Set(log.map((entry) => entry.event.n));
    const fresh = events.filter((event) => !known.has(event.n)).map((event) => ({ event, after }));
    if (fresh.length === 0) return log;
    return [...log, ...fresh].sort((a, b) => a.event.n - b.event.n);
}

/** Whether the page may send this text as a move: only a listed move or a signal. */
export function listed(state: TableState | null, text: string): boolean {
    return state !== null && (state.legal.includes(text) || text.startsWith('say '));
}

/** Events that are asked for at once; the server gives up to 200. */
const longestLog = 150;

/** Milliseconds until a table that the server has closed is opened again, at first and at most. */
const firstWait = 500;
const longestWait = 8000;

export class Client {
    status: Status = $state('new');
    you: { id: string; name: string } | null = $state.raw(null);
    games: GameRow[] = $state.raw([]);
    bots: Record<string, BotRow[]> = $state.raw({});
    lobby: TableRow[] = $state.raw([]);
    mine: MyRow[] = $state.raw([]);

    private tables = new Map<string, OpenTable>();
    private waiting = new Map<number, Waiting>();
    private next = 1;
    /** The beginning of the keys of this page's requests; empty: the server knows no keys. */
    private key = '';
    private paths: boolean | undefined;
    private watching = false;
    private ready: Promise<void>;
    private begin: () => void = () => undefined;
    private giveUp: (reason: Refused) => void = () => undefined;
    private started = false;
    private readSight: typeof readSight | undefined;
    private orders: Promise<typeof import('./order')> | null = null;

    constructor(
        private transport: Transport,
        readonly offline: boolean,
    ) {
        this.ready = this.promiseReady();
    }

    private promiseReady(): Promise<void> {
        const promise = new Promise<void>((done, failed) => {
            this.begin = done;
            this.giveUp = failed;
        });
        promise.catch(() => undefined);
        return promise;
    }

    start(): void {
        if (this.started) return;
        this.started = true;
        this.transport.start({
            open: () => void this.greet(),
            down: (ever) => this.lost(ever),
            message: (message) => this.receive(message),
        });
    }

    /** Resolves when the client is connected; rejects at once if there is no server. */
    async reach(): Promise<void> {
        this.start();
        if (this.status === 'none') {
            this.status = 'new';
            this.ready = this.promiseReady();
            this.transport.retry();
        }
        await this.ready;
    }

    private async greet(): Promise<void> {
        try {
            /* A file of the page may be gone after an update of the server: whole views do without it. */
            if (!this.offline) this.readSight ??= (await import('./sight').catch(() => null))?.readSight;
            const hello = await this.send('hello', { protocol: this.readSight ? 2 : 1 });
            this.you = hello.you;
            this.paths = hello.paths;
            this.games = hello.games;
            this.bots = hello.bots;
            await this.order(hello);
            /* Requests that the last connection left without an answer; the tables that follow know of them. */
            for (const { request } of this.waiting.values()) this.transport.send(request);
            this.key = hello.keys ? this.key || Math.random().toString(36).slice(2) : '';
            this.status = 'ready';
            this.begin();
            for (const table of this.tables.values()) await this.reopen(table);
            if (this.watching) await this.watchLobby(true);
        } catch (reason) {
            /* If the connection was lost during hello, `lost` has handled it. */
            void this.order(reason as Refused);
        }
    }

    /** What only a server's tables need is fetched when it is needed: once, so that news keep their order. */
    private async order(news: News): Promise<void> {
        if (this.offline) return;
        this.orders ??= import('./order');
        await this.orders.then((order) => order.take(this, news)).catch(() => (this.orders = null));
    }

    private lost(ever: boolean): void {
        if (this.status === 'ready') this.ready = this.promiseReady();
        this.status = ever ? 'away' : 'none';
        const gone = new Refused({ id: this.away(), args: [] });
        for (const [id, one] of this.waiting)
            if (!ever || !one.request.key) {
                this.waiting.delete(id);
                one.refused(gone);
            }
        if (!ever) this.giveUp(gone);
    }

    private away(): string {
        return this.offline ? MSG('page.engine-failed') : MSG('page.offline');
    }

    send<K extends Kind>(
        kind: K,
        members: Asks[K],
        progress?: Hear,
    ): Promise<Answers[K]> {
        const request = { id: this.next++, do: kind, ...members } as unknown as Request;
        return new Promise((done, refused) => {
            this.waiting.set(request.id, { done: done as (answer: never) => void, refused, progress, request });
            this.transport.send(request);
        });
    }

    /**
     * Sends a request once the transport is open; rejects with Refused. One about a table has a key: if the connection
     * is lost before the answer, it is sent again, and counts once.
     */
    async request<K extends Kind>(
        kind: K,
        members: Asks[K],
        progress?: Hear,
    ): Promise<Answers[K]> {
        const whole = kind === 'move' ? this.guard(members as Asks['move']) : members;
        await this.reach();
        const keyed = this.key && ('table' in members || 'game' in members);
        return this.send(kind, (keyed ? { ...whole, key: `${this.key}-${this.next}` } : whole) as Asks[K], progress);
    }

    /** The move with the number of the position that it was chosen for. */
    private guard(move: Asks['move']): Asks['move'] {
        const state = this.tables.get(move.table)?.state ?? null;
        if (!listed(state, move.text)) throw new Refused({ id: MSG('move.not-now'), args: [] });
        return state ? { seen: state.n, ...move } : move;
    }

    private receive(message: Incoming): void {
        if ('re' in message) {
            const one = this.waiting.get(message.re);
            this.waiting.delete(message.re);
            if ('error' in message) {
                const { error } = message;
                /* The caller will show the refusal in words, so load those first. */
                const refuse = (): void => one?.refused(new Refused(error));
                needWords('more').then(refuse, refuse);
            } else one?.done(message as never);
        } else if ('progress' in message) this.waiting.get(message.of)?.progress?.(message.progress, message);
        else if ('n' in message) this.update(message);
        else void this.order(message);
    }

    private update(update: Update): void {
        const table = this.tables.get(update.table);
        if (!table) return;
        const merged = this.readSight?.(table, update) === false ? null : merge(table.state, update);
        if (!merged) {
            if (this.status === 'ready') void this.send('open', { table: table.id }).catch(() => undefined);
            return;
        }
        const first = table.state === null;
        table.state = merged.state;
        table.log = withEvents(table.log, update.events ?? [], merged.state);
        /* Events from before the table was opened are not news. */
        if (first) table.recent = [];
        else if (merged.events.length > 0) table.recent = merged.events;
        if (update.game !== undefined && !update.events) this.askLog(table, update.n);
        if (!this.offline && merged.state.phase === 'open')
            void import('./promise')
                .then((promise) => promise.answerDraw(this, table, merged.state))
                .catch(() => (table.answered = ''));
    }

    /** A whole table comes without events: requests the last ones. The server may refuse a longer run. */
    private askLog(table: OpenTable, n: number): void {
        if (n <= table.askedUpTo || table.log.at(-1)?.event.n === n) return;
        table.askedUpTo = n;
        void this.send('open', { table: table.id, after: Math.max(0, n - longestLog) }).catch(() => undefined);
    }

    /** The table as it is known here, opened if it is not yet. */
    open(id: string): OpenTable {
        const known = this.tables.get(id);
        if (known) return known;
        const table = new OpenTable(id);
        this.tables.set(id, table);
        return table;
    }

    /** Opens a table and waits until it has come; refused if there is none. */
    async enter(id: string): Promise<OpenTable> {
        if (this.paths) this.transport.move?.();
        const known = this.tables.get(id);
        if (known?.state) return known;
        const table = this.open(id);
        try {
            await this.reach();
            await this.send('open', { table: id });
        } catch (reason) {
            if (!table.state) this.tables.delete(id);
            throw reason;
        }
        return table;
    }

    /** The server could not store a turn or read the table: it comes back when the server can. */
    reopenLater(table: OpenTable, wait = firstWait): void {
        setTimeout(() => {
            if (this.status === 'ready' && this.tables.get(table.id) === table) void this.reopen(table, wait);
        }, wait);
    }

    private async reopen(table: OpenTable, wait = firstWait): Promise<void> {
        const after = table.state?.damaged === undefined ? table.state?.n : undefined;
        try {
            await this.send('open', after === undefined ? { table: table.id } : { table: table.id, after });
        } catch (reason) {
            const later = reason instanceof Refused && reason.refusal.id === 'store.failed';
            if (later) this.reopenLater(table, Math.min(2 * wait, longestWait));
        }
    }

    /** Stops watching the table; the seat is kept. */
    close(id: string): void {
        this.tables.delete(id);
        if (this.status === 'ready') void this.send('close', { table: id }).catch(() => undefined);
    }

    /** A request that takes a chair, with the seal of a new number; on this device alone nobody needs one. */
    private async take<K extends 'create' | 'sit' | 'rematch'>(kind: K, members: Asks[K]): Promise<Answers[K]> {
        return this.offline ? this.request(kind, members) : (await import('./promise')).take(this, kind, members);
    }

    async create(members: Omit<Asks['create'], 'seal'>): Promise<string> {
        const { table } = await this.take('create', members);
        /* The table is open already: its first update follows the reply. */
        this.open(table);
        return table;
    }

    async sit(table: string, chair: number): Promise<void> {
        await this.take('sit', { table, chair });
    }

    async rematch(table: string): Promise<string> {
        return (await this.take('rematch', { table })).table;
    }

    async watchLobby(on: boolean): Promise<void> {
        this.watching = on;
        if (this.status !== 'ready') return;
        this.lobby = (await this.send('lobby', { watch: on })).tables;
    }

    async loadMine(): Promise<void> {
        this.mine = (await this.request('mine', {})).tables;
    }
}
