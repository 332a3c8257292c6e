/*
 * The tables of this device, in the engine's memory and in the store: journals, updates, clocks and
 * bots. Storing an event begins before its update is sent, but may finish later. A table that was
 * closed or reloaded is read from its journal again.
 */
import { MSG } from '../lib/msg';
import type { Incoming, Pace, Refusal, TableRow } from '../lib/protocol';
import type { Argument, Engine } from './engine';
import type { Bots } from './bot-client';
import { No, no } from './refusal';
import type { Head, JournalEvent, Me, Store } from './store';
import { type Group, groupOf, tellTogether } from './group';

/** How long bots seem to think, in milliseconds. With 0 they do not even wait for people (table_tick). */
const DELAY: Record<Pace, number> = { slow: 2000, normal: 900, instant: 1, none: 0 };
/** Finished tables that keep their journal. */
const KEPT = 50;
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';
/** Timers go no further, and the date may be set meanwhile. */
const LONGEST_WAIT = 60_000;
const ID_LENGTH = 16;
/** Ids of this device; a server's have no dash. */
const ID_START = 'here-';

export interface Parts {
    engine: Engine;
    store: Store;
    bots: Bots;
    send: (message: Incoming) => void;
    /** Milliseconds since 1970. */
    now?: () => number;
    /** Milliseconds that never jump, from any start. */
    steady?: () => number;
    /** Random bytes that nobody can foresee. */
    draw?: (bytes: number) => Uint8Array;
}

export interface Table {
    id: string;
    /** In the engine's memory. */
    at: number;
    journal: JournalEvent[];
    open: boolean;
    /** Its own steady time is so far ahead of ours: time in which no page had it does not count. */
    ahead: number;
    /** Several people play at this device. */
    group?: Group | undefined;
}

function drawBytes(bytes: number): Uint8Array {
    return crypto.getRandomValues(new Uint8Array(bytes));
}

export class OfflineTables {
    readonly engine: Engine;
    readonly store: Store;
    readonly bots: Bots;
    private now: () => number;
    private steady: () => number;
    private tables = new Map<string, Table>();
    private pace: Pace = 'normal';
    private timer: ReturnType<typeof setTimeout> | undefined;
    /** Updates that go out after the reply. */
    private after: (() => void)[] = [];
    /** The person of this device. */
    me: Me = { id: '', name: '' };
    private draw: (bytes: number) => Uint8Array;

    constructor(private parts: Parts) {
        this.engine = parts.engine;
        this.store = parts.store;
        this.bots = parts.bots;
        this.now = parts.now ?? (() => Date.now());
        this.steady = parts.steady ?? (() => performance.now());
        this.draw = parts.draw ?? drawBytes;
    }

    say(message: unknown): void {
        this.parts.send(message as Incoming);
    }

    /** Sends an update after the reply to the request that is being carried out. */
    later(tell: () => void): void {
        this.after.push(tell);
    }

    /** Sends the updates that waited for the reply. */
    flush(): void {
        for (const tell of this.after.splice(0)) tell();
    }

    /** Random bytes as hexadecimal digits. */
    digits(bytes: number): string {
        return Array.from(this.draw(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
    }

    seed(): [number, number] {
        const numbers = new DataView(this.draw(8).buffer);
        return [numbers.getUint32(0), numbers.getUint32(4)];
    }

    /** false: there is no such pace. */
    setPace(pace: Pace): boolean {
        if (!Object.hasOwn(DELAY, pace)) return false;
        this.pace = pace;
        return true;
    }

    /* ---- time ---- */

    /** Tells the engine the time of a new table. */
    start(): void {
        this.engine.call('time', this.now(), this.now());
    }

    /** Who looks at the table now; what the engine tells of it is for that person alone. */
    lookerOf = (table: Table): Me => (table.group ? table.group.looker : this.me);

    /** Calls the engine about a table, at that table's time, for its looker or another person there. */
    call(name: string, table: Table, ...given: Argument[]): number {
        return this.callAs(this.lookerOf(table), name, table, ...given);
    }

    callAs(person: Me, name: string, table: Table, ...given: Argument[]): number {
        this.engine.call('who', person.id, person.name);
        this.engine.call('time', this.now(), this.steady() + table.ahead);
        return this.engine.call(name, table.at, ...given);
    }

    /* ---- tables ---- */

    newId(): string {
        const letters = Array.from(this.draw(ID_LENGTH - ID_START.length), (byte) => DIGITS[byte % 36]);
        return ID_START + letters.join('');
    }

    /** Adds a table that the engine has just created; that of a group is opened later. */
    add(id: string, at: number, group?: Group): Table {
        const table: Table = { id, at, journal: [], open: !group, ahead: 0, group };
        this.beginTime(table);
        this.tables.set(id, table);
        if (!group) this.call('here', table, true);
        this.keep(table);
        if (!group) this.later(() => this.tellWhole(table));
        return table;
    }

    /** The table's steady time begins now: nothing has happened there that clocks go by. */
    beginTime(table: Table): void {
        table.ahead = this.now() - this.steady();
    }

    /** The table, if it is in memory. */
    known(id: string): Table | undefined {
        return this.tables.get(id);
    }

    /** A table in memory, read from its journal if it is not there yet. */
    async find(id: string): Promise<Table> {
        const known = this.tables.get(id);
        if (known) return known;
        const journal = await this.store.read(id);
        if (journal.length === 0) throw no(MSG('table.none'));
        this.engine.call('restore', id);
        for (const event of journal) this.engine.call('restore_event', event.n, event.at, event.text);
        const at = this.engine.call('restored');
        if (at === 0) throw new No(this.engine.json() as Refusal);
        const ahead = this.engine.call('steady_of', at) - this.steady();
        const table: Table = { id, at, journal, open: false, ahead };
        this.tables.set(id, table);
        table.group = groupOf(this, table);
        this.call('plan_bots', table, DELAY[this.pace]);
        this.wake();
        return table;
    }

    tellWhole(table: Table): void {
        this.call('whole', table);
        this.say(this.told(table));
    }

    /** The output of the last call, an update; at a group's table with who may act. */
    private told(table: Table): object {
        const update = this.engine.json() as object;
        return table.group ? { ...update, together: tellTogether(this, table, table.group) } : update;
    }

    /** All members, and the events after number `after` too; false: the run is too long. */
    tellRun(table: Table, after: number): boolean {
        const missing = table.journal.slice(after + 1);
        if (after < 0 || after >= table.journal.length) return false;
        this.engine.call('run');
        for (const event of missing) this.engine.call('run_event', event.n, event.at, event.text);
        if (!this.call('run_write', table)) return false;
        const { events = [] } = this.engine.json() as { events?: unknown[] };
        this.call('whole', table);
        this.say({ ...this.told(table), events });
        return true;
    }

    /** Forgets the table, not its journal. */
    release(id: string): void {
        const table = this.tables.get(id);
        this.tables.delete(id);
        if (table) this.engine.call('forget', table.at);
    }

    drop(id: string): void {
        this.release(id);
        this.store.drop(id);
    }

    /** Of many finished tables the oldest become records. */
    async tidy(): Promise<void> {
        const over = (await this.store.list()).filter((head) => head.row.phase === 'over');
        if (over.length > KEPT) await (await import('./shelf-games')).gamesOf(this).tidy(KEPT);
    }

    /* ---- events ---- */

    /** Appends the events of the last call to the journal and schedules bots; false: there were none. */
    keep(table: Table): boolean {
        if (this.engine.call('journal', table.at) === 0) return false;
        const rows = this.engine.json() as [number, number, unknown][];
        const events = rows.map(([n, at, event]) => ({ n, at, text: JSON.stringify(event) }));
        table.journal.push(...events);
        this.call('plan_bots', table, DELAY[this.pace]);
        this.store.append(this.head(table), events);
        this.wake();
        return true;
    }

    private head(table: Table): Head {
        const turn = this.callAs(this.me, 'turn_of', table) !== 0;
        const mine = this.callAs(this.me, 'chair_of', table) >= 0;
        this.engine.call('row', table.at);
        const row = this.engine.json() as TableRow;
        return { table: table.id, row, turn, mine, changed: table.journal.at(-1)?.at ?? 0 };
    }

    /** The same, and queues an update for the person, to be sent after the reply. */
    publish(table: Table): void {
        if (!this.keep(table) || !table.open) return;
        this.call('here', table, true);
        this.call('update', table);
        const update = this.told(table);
        this.later(() => this.say(update));
    }

    /* ---- time and bots ---- */

    /** Sets the timer for the first due table. Tables that are not open wait. */
    wake(): void {
        let first = Infinity;
        for (const table of this.tables.values()) {
            const wait = table.open ? this.call('wait', table) : -1;
            if (wait >= 0) first = Math.min(first, wait, LONGEST_WAIT);
        }
        clearTimeout(this.timer);
        if (first < Infinity) this.timer = setTimeout(() => this.tick(), first);
    }

    private tick(): void {
        for (const table of [...this.tables.values()]) {
            if (!table.open || this.call('wait', table) !== 0) continue;
            const think = this.call('tick', table, DELAY[this.pace]);
            const must = this.engine.call('must');
            const asks: (() => void)[] = [];
            for (let seat = 0; think >> seat !== 0; seat++)
                if ((think >> seat) & 1) asks.push(() => void this.askBot(table, seat, ((must >> seat) & 1) === 1));
            this.publish(table);
            for (const ask of asks) ask();
        }
        this.flush();
        this.wake();
    }

    private async askBot(table: Table, seat: number, must: boolean): Promise<void> {
        const version = this.engine.call('version_of', table.at);
        this.engine.call('bot_at', table.at, seat);
        const [game, level] = this.engine.json() as [string, string];
        const given = this.engine.call('view_of', table.at, seat);
        const view = this.engine.bytes();
        /* With a daily deal bots do on every device what they do on all others. */
        const seed: [number, number] = given < 0 ? this.seed() : [Math.floor(given / 2 ** 32), given % 2 ** 32];
        try {
            const { text } = await this.bots.choose({ game, level, seat, view, must, seed, whole: given >= 0 });
            if (this.tables.get(table.id) !== table) return;
            this.call('answer', table, seat, version, text, DELAY[this.pace]);
            this.publish(table);
            this.flush();
        } catch (reason) {
            /* If a bot does not answer, the table plays for it. */
            console.error(reason);
        }
        this.wake();
    }
}
