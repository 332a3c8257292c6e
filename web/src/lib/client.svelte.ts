// The client of the protocol, over either transport (transport.ts). Tables are reactive: updates are merged into
// the state, gaps are detected and filled, and a lost connection resumes. The client never invents moves: `move`
// sends only texts that the engine listed, and signals.
import type {
    Answers,
    Asks,
    BotRow,
    GameRow,
    Incoming,
    Kind,
    LobbyChange,
    MyRow,
    Refusal,
    Request,
    TableEvent,
    TableRow,
    TableState,
    Update,
} from './protocol';
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
    constructor(readonly id: string) {}
}

export type Status = 'new' | 'ready' | 'away' | 'none';

interface Waiting {
    done: (answer: never) => void;
    refused: (reason: Refused) => void;
    progress: ((part: number) => void) | undefined;
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
    /* `ended` and `shown` belong to one update only. */
    return { state: { ...before, ended: undefined, shown: undefined, ...members }, events: fresh };
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

/** 32 random bytes, this person's share in a fair deal. */
export function randomNumber(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    return [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');
}

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
    private watching = false;
    private ready: Promise<void>;
    private begin: () => void = () => undefined;
    private giveUp: (reason: Refused) => void = () => undefined;
    private started = false;

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
            const hello = await this.send('hello', { protocol: 1 });
            this.you = hello.you;
            this.games = hello.games;
            this.bots = hello.bots;
            this.status = 'ready';
            this.begin();
            for (const table of this.tables.values()) await this.reopen(table);
            if (this.watching) await this.watchLobby(true);
        } catch {
            /* The connection was lost during hello: `lost` has handled it. */
        }
    }

    private lost(ever: boolean): void {
        if (this.status === 'ready') this.ready = this.promiseReady();
        this.status = ever ? 'away' : 'none';
        const gone = new Refused({ id: this.away(), args: [] });
        for (const one of this.waiting.values()) one.refused(gone);
        this.waiting.clear();
        if (!ever) this.giveUp(gone);
    }

    private away(): string {
        return this.offline ? MSG('page.engine-failed') : MSG('page.offline');
    }

    private send<K extends Kind>(
        kind: K,
        members: Asks[K],
        progress?: (part: number) => void,
    ): Promise<Answers[K]> {
        const id = this.next++;
        return new Promise((done, refused) => {
            this.waiting.set(id, { done: done as (answer: never) => void, refused, progress });
            this.transport.send({ id, do: kind, ...members } as unknown as Request);
        });
    }

    /** Sends a request once the transport is open; rejects with Refused. */
    async request<K extends Kind>(
        kind: K,
        members: Asks[K],
        progress?: (part: number) => void,
    ): Promise<Answers[K]> {
        if (kind === 'move') this.guard(members as Asks['move']);
        await this.reach();
        return this.send(kind, members, progress);
    }

    private guard(move: Asks['move']): void {
        const table = this.tables.get(move.table);
        if (!listed(table?.state ?? null, move.text)) throw new Refused({ id: MSG('move.not-now'), args: [] });
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
        } else if ('progress' in message) this.waiting.get(message.of)?.progress?.(message.progress);
        else if ('lobby' in message) this.changeLobby(message);
        else if ('table' in message) this.update(message);
    }

    private update(update: Update): void {
        const table = this.tables.get(update.table);
        if (!table) return;
        const merged = merge(table.state, update);
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
    }

    /** A whole table comes without events: requests the last ones. The server may refuse a longer run. */
    private askLog(table: OpenTable, n: number): void {
        if (n <= table.askedUpTo || table.log.at(-1)?.event.n === n) return;
        table.askedUpTo = n;
        void this.send('open', { table: table.id, after: Math.max(0, n - longestLog) }).catch(() => undefined);
    }

    private changeLobby(change: LobbyChange): void {
        const row = change.lobby;
        const others = this.lobby.filter((other) => other.table !== row.table);
        this.lobby = row.phase === 'gone' ? others : [...others, row as TableRow];
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
        const known = this.tables.get(id);
        if (known?.state) return known;
        const table = this.open(id);
        try {
            await this.request('open', { table: id });
        } catch (reason) {
            if (!table.state) this.tables.delete(id);
            throw reason;
        }
        return table;
    }

    private async reopen(table: OpenTable): Promise<void> {
        const after = table.state?.n;
        await this.send('open', after === undefined ? { table: table.id } : { table: table.id, after }).catch(
            () => undefined,
        );
    }

    /** Stops watching the table; the seat is kept. */
    close(id: string): void {
        this.tables.delete(id);
        if (this.status === 'ready') void this.send('close', { table: id }).catch(() => undefined);
    }

    async create(members: Omit<Asks['create'], 'number'>): Promise<string> {
        const { table } = await this.request('create', { ...members, number: randomNumber() });
        /* The table is open already: its first update follows the reply. */
        this.open(table);
        return table;
    }

    async why(table: string, text: string): Promise<Refusal | null> {
        try {
            await this.request('why', { table, text });
            return null;
        } catch (reason) {
            if (reason instanceof Refused) return reason.refusal;
            throw reason;
        }
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
