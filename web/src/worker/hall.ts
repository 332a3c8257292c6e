/*
 * The tables of this device: what server/session.c and server/hall.c are to the server, for one
 * person and bots. It keeps no rule and no secret of a game: those are in the engine, which also
 * writes every update. A journal is appended to the store before its update is sent, and stored
 * behind; a table that was closed or reloaded is read from its journal again.
 */
import type { Answers, Asks, Incoming, Kind, Pace, Refusal, TableRow } from '../lib/protocol';
import type { Engine } from './engine';
import type { Mind } from './mind';
import type { Head, JournalEvent, Me, Store } from './store';

/** How long bots seem to think, in milliseconds. */
const DELAY: Record<Pace, number> = { slow: 2000, normal: 900, instant: 0 };
const PROTOCOL = 1;
const LISTED_MOST = 20;
/** Finished tables that are kept. */
const KEPT = 50;
const PHASE_OVER = 2;
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 16;
/** Ids of this device; a server's have no dash. */
const ID_START = 'here-';

export interface Parts {
    engine: Engine;
    store: Store;
    mind: Mind;
    send: (message: Incoming) => void;
    /** Milliseconds since 1970. */
    now?: () => number;
    /** Random bytes that nobody can foresee. */
    draw?: (bytes: number) => Uint8Array;
}

interface Table {
    id: string;
    /** In the engine's memory. */
    at: number;
    journal: JournalEvent[];
    open: boolean;
}

/** A request that was refused: thrown inside, answered outside. */
class No extends Error {
    constructor(readonly why: Refusal) {
        super(why.id);
    }
}

/** Marks a message id for po/check.py. */
const MSG = (id: string): string => id;

const refusal = (id: string, ...args: string[]): Refusal => ({ id, args });
const no = (id: string, ...args: string[]): No => new No(refusal(id, ...args));

function drawBytes(bytes: number): Uint8Array {
    return crypto.getRandomValues(new Uint8Array(bytes));
}

const hex = (bytes: Uint8Array): string =>
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A message as the engine reads it; what is no JSON is no request. */
function textOf(message: unknown): string {
    try {
        return JSON.stringify(message) ?? 'null';
    } catch {
        return 'null';
    }
}

/** A request: its number, and all of it as the engine reads it. */
interface Call {
    id: number;
    text: string;
}

type Handlers = { [K in Kind]: (members: Asks[K], call: Call) => Promise<Answers[K]> | Answers[K] };

export class Hall {
    private tables = new Map<string, Table>();
    private greeted = false;
    private pace: Pace = 'normal';
    private timer: ReturnType<typeof setTimeout> | undefined;
    /** Updates that go out after the reply. */
    private after: (() => void)[] = [];
    private engine: Engine;
    private store: Store;
    private mind: Mind;
    private now: () => number;
    private draw: (bytes: number) => Uint8Array;

    private constructor(
        private parts: Parts,
        private me: Me,
    ) {
        this.engine = parts.engine;
        this.store = parts.store;
        this.mind = parts.mind;
        this.now = parts.now ?? (() => Date.now());
        this.draw = parts.draw ?? drawBytes;
    }

    static async open(parts: Parts): Promise<Hall> {
        const id = hex((parts.draw ?? drawBytes)(8));
        const known = await parts.store.me();
        const me = known ?? { id, name: `Guest ${id.slice(-4)}` };
        if (!known) parts.store.setMe(me);
        parts.engine.call('who', me.id, me.name);
        return new Hall(parts, me);
    }

    /** Carries one request out. Resolves when later requests may follow; hints and reviews go on behind. */
    async handle(message: unknown): Promise<void> {
        const request = (typeof message === 'object' ? message : null) as Record<string, unknown> | null;
        const id = typeof request?.['id'] === 'number' ? request['id'] : 0;
        const text = textOf(message);
        if (!this.engine.call('check', text)) return this.say({ re: id, error: this.engine.json() });
        const kind = this.engine.text() as Kind;
        if (!this.greeted && kind !== 'hello')
            return this.say({ re: id, error: refusal(MSG('hello.first')) });
        const work = this.answer(kind, request as never, { id, text });
        if (kind !== 'hint' && kind !== 'chance' && kind !== 'review') await work;
    }

    private say(message: unknown): void {
        this.parts.send(message as Incoming);
    }

    private async answer<K extends Kind>(kind: K, request: Asks[K], call: Call): Promise<void> {
        const { id } = call;
        try {
            const members = await this.handlers[kind](request, call);
            this.say({ re: id, ok: true, ...members });
        } catch (reason) {
            const why = reason instanceof No ? reason.why : refusal(MSG('offline.failed'));
            this.say({ re: id, error: why });
            if (!(reason instanceof No)) console.error(reason);
        }
        for (const tell of this.after.splice(0)) tell();
    }

    private handlers: Handlers = {
        hello: ({ protocol }) => this.hello(protocol),
        name: ({ name }) => this.setName(name),
        keep: () => this.online(),
        login: () => this.online(),
        transfer: () => this.online(),
        create: (members, call) => this.create(members, call),
        open: (members, call) => this.look(members, call),
        close: ({ table }) => this.close(table),
        sit: (members, call) => this.sit(members, call),
        stand: ({ table }, call) => this.ask(table, call),
        bot: ({ table }, call) => this.ask(table, call),
        begins: ({ table }, call) => this.ask(table, call),
        start: ({ table }, call) => this.ask(table, call),
        move: ({ table }, call) => this.ask(table, call),
        why: ({ table, text }) => this.why(table, text),
        preview: ({ table, text }) => this.preview(table, text),
        takeback: ({ table }, call) => this.ask(table, call),
        agree: ({ table }, call) => this.ask(table, call),
        leave: ({ table }, call) => this.ask(table, call),
        back: ({ table }, call) => this.ask(table, call),
        talk: () => {
            throw no(MSG('offline.talk'));
        },
        mute: () => ({}),
        rematch: ({ table }) => this.rematch(table),
        record: ({ table }) => this.record(table),
        share: () => this.online(),
        lobby: () => ({ tables: [] }),
        mine: () => this.mine(),
        hint: ({ table, level }) => this.hint(table, level ?? 'hard'),
        chance: ({ table }) => this.chance(table),
        review: ({ record }, { id }) => this.review(record, id),
        pace: ({ pace }) => this.setPace(pace),
        forget: ({ table }) => this.forget(table),
    };

    private online(): never {
        throw no(MSG('offline.server-only'));
    }

    /** What the engine refused, as it says. */
    private refused(): No {
        return new No(this.engine.json() as Refusal);
    }

    /* ---- who ---- */

    private hello(protocol: number): Answers['hello'] {
        if (protocol !== PROTOCOL) throw no(MSG('hello.version'), String(PROTOCOL));
        this.greeted = true;
        this.engine.call('lists');
        const lists = this.engine.json() as Pick<Answers['hello'], 'games' | 'bots'>;
        return { protocol: PROTOCOL, you: { ...this.me }, server: 'offline', offline: true, ...lists };
    }

    private setName(name: string): Answers['name'] {
        if (!this.engine.call('who', this.me.id, name)) throw no(MSG('name.bad'));
        this.me = { ...this.me, name };
        this.store.setMe(this.me);
        return { name };
    }

    /* ---- tables ---- */

    private newId(): string {
        const letters = Array.from(this.draw(ID_LENGTH - ID_START.length), (byte) => DIGITS[byte % 36]);
        return ID_START + letters.join('');
    }

    private add(id: string, at: number): Table {
        const table: Table = { id, at, journal: [], open: true };
        this.tables.set(id, table);
        this.engine.call('here', at, true);
        return table;
    }

    private create({ game }: Asks['create'], { text }: Call): Answers['create'] {
        const id = this.newId();
        const at = this.engine.call('create', text, id, hex(this.draw(32)), 0, this.now());
        if (at === 0) throw this.refused();
        void this.mind.warm(game).catch(() => undefined);
        const table = this.add(id, at);
        this.keep(table);
        this.after.push(() => this.tellWhole(table));
        void this.tidy();
        return { table: id };
    }

    /** A table in memory, read from its journal if it is not there yet. */
    private async find(id: string): Promise<Table> {
        const known = this.tables.get(id);
        if (known) return known;
        const journal = await this.store.read(id);
        if (journal.length === 0) throw no(MSG('table.none'));
        this.engine.call('restore', id);
        for (const event of journal) this.engine.call('restore_event', event.n, event.at, event.text);
        const at = this.engine.call('restored', this.now(), DELAY[this.pace]);
        if (at === 0) throw no(MSG('offline.broken'));
        const table: Table = { id, at, journal, open: false };
        this.tables.set(id, table);
        this.wake();
        return table;
    }

    private tellWhole(table: Table): void {
        this.engine.call('whole', table.at, this.now());
        this.say(this.engine.json());
    }

    /** All members, and the events after number `after` too; false: the run is too long. */
    private tellRun(table: Table, after: number): boolean {
        const missing = table.journal.slice(after + 1);
        if (after < 0 || after >= table.journal.length) return false;
        this.engine.call('run');
        for (const event of missing) this.engine.call('run_event', event.n, event.at, event.text);
        if (!this.engine.call('run_write', table.at, this.now())) return false;
        const { events = [] } = this.engine.json() as { events?: unknown[] };
        this.engine.call('whole', table.at, this.now());
        this.say({ ...(this.engine.json() as object), events });
        return true;
    }

    private async look({ table: id, after }: Asks['open'], { text }: Call): Promise<Answers['open']> {
        const table = await this.find(id);
        this.engine.call('ask', table.at, text, this.now()); // who comes back takes the own seat again
        table.open = true;
        this.engine.call('here', table.at, true);
        this.keep(table);
        this.after.push(() => {
            if (after === undefined || !this.tellRun(table, after)) this.tellWhole(table);
        });
        return {};
    }

    private async close(id: string): Promise<Answers['close']> {
        const table = await this.find(id);
        table.open = false;
        this.engine.call('here', table.at, false);
        return {};
    }

    private async ask(id: string, { text }: Call): Promise<Record<never, never>> {
        const table = await this.find(id);
        if (!this.engine.call('ask', table.at, text, this.now())) throw this.refused();
        this.publish(table);
        return {};
    }

    private async sit({ table: id }: Asks['sit'], call: Call): Promise<Answers['sit']> {
        const table = await this.find(id);
        const looks = table.open;
        await this.ask(id, call);
        if (!looks) {
            table.open = true;
            this.after.push(() => this.tellWhole(table));
        }
        this.engine.call('here', table.at, true);
        return { chair: this.engine.call('chair_of', table.at) };
    }

    private async why(id: string, text: string): Promise<Answers['why']> {
        const table = await this.find(id);
        if (!this.engine.call('why', table.at, text)) throw this.refused();
        return { legal: true };
    }

    private async preview(id: string, text: string): Promise<Answers['preview']> {
        const table = await this.find(id);
        if (!this.engine.call('preview', table.at, text)) throw this.refused();
        return { player: this.engine.json() as Answers['preview']['player'] };
    }

    private async rematch(id: string): Promise<Answers['rematch']> {
        const table = await this.find(id);
        this.engine.call('rematch_of', table.at);
        const known = this.engine.text();
        if (known !== '') return { table: known };
        const next = this.newId();
        const at = this.engine.call('again', table.at, next, hex(this.draw(32)), this.now());
        if (at === 0) throw this.refused();
        const again = this.add(next, at);
        this.keep(again);
        this.after.push(() => this.tellWhole(again));
        this.engine.call('rematch', table.at, next, this.now());
        this.publish(table);
        return { table: next };
    }

    private async record(id: string): Promise<Answers['record']> {
        const table = await this.find(id);
        if (!this.engine.call('record', table.at)) throw this.refused();
        return { record: this.engine.json() as Answers['record']['record'] };
    }

    private async mine(): Promise<Answers['mine']> {
        const heads = (await this.store.list()).filter((head) => head.mine);
        heads.sort((a, b) => b.changed - a.changed);
        return { tables: heads.slice(0, LISTED_MOST).map(({ row, turn }) => ({ ...row, turn })) };
    }

    private async forget(id: string): Promise<Answers['forget']> {
        const table = this.tables.get(id);
        if (!table && (await this.store.read(id)).length === 0) throw no(MSG('table.none'));
        this.drop(id);
        return {};
    }

    private drop(id: string): void {
        const table = this.tables.get(id);
        this.tables.delete(id);
        if (table) this.engine.call('forget', table.at);
        this.store.drop(id);
    }

    /** The oldest finished tables go when there are many. */
    private async tidy(): Promise<void> {
        const over = (await this.store.list()).filter((head) => head.row.phase === 'over');
        over.sort((a, b) => b.changed - a.changed);
        for (const head of over.slice(KEPT)) if (!this.tables.get(head.table)?.open) this.drop(head.table);
    }

    /* ---- what happened ---- */

    /** Keeps in the journal what the last call caused, and plans what follows; false: it was nothing. */
    private keep(table: Table): boolean {
        if (this.engine.call('journal', table.at) === 0) return false;
        const rows = this.engine.json() as [number, number, unknown][];
        const events = rows.map(([n, at, event]) => ({ n, at, text: JSON.stringify(event) }));
        table.journal.push(...events);
        this.engine.call('plan_bots', table.at, this.now(), DELAY[this.pace]);
        this.store.append(this.head(table), events);
        this.wake();
        return true;
    }

    private head(table: Table): Head {
        const turn = this.engine.call('turn_of', table.at) !== 0;
        const mine = this.engine.call('chair_of', table.at) >= 0;
        this.engine.call('row', table.at);
        const row = this.engine.json() as TableRow;
        return { table: table.id, row, turn, mine, changed: table.journal.at(-1)?.at ?? 0 };
    }

    /** The same, and tells the person who looks, after the reply if there is one to come. */
    private publish(table: Table): void {
        if (!this.keep(table) || !table.open) return;
        this.engine.call('here', table.at, true);
        this.engine.call('update', table.at, this.now());
        const update = this.engine.json();
        this.after.push(() => this.say(update));
    }

    /* ---- time and bots ---- */

    private setPace(pace: Pace): Answers['pace'] {
        if (!Object.hasOwn(DELAY, pace)) throw no(MSG('request.member'), 'pace');
        this.pace = pace;
        return { pace };
    }

    /** Wakes when the first table has something to do. Tables that nobody looks at wait. */
    private wake(): void {
        let first = Infinity;
        for (const table of this.tables.values()) {
            const due = table.open ? this.engine.call('due', table.at) : -1;
            if (due >= 0) first = Math.min(first, due);
        }
        clearTimeout(this.timer);
        if (first < Infinity) this.timer = setTimeout(() => this.tick(), Math.max(0, first - this.now()));
    }

    private tick(): void {
        for (const table of [...this.tables.values()]) {
            const due = table.open ? this.engine.call('due', table.at) : -1;
            if (due < 0 || due > this.now()) continue;
            const think = this.engine.call('tick', table.at, this.now(), DELAY[this.pace]);
            const must = this.engine.call('must');
            const asks: (() => void)[] = [];
            for (let seat = 0; think >> seat !== 0; seat++)
                if ((think >> seat) & 1) asks.push(() => void this.askBot(table, seat, ((must >> seat) & 1) === 1));
            this.publish(table);
            for (const ask of asks) ask();
        }
        for (const tell of this.after.splice(0)) tell();
        this.wake();
    }

    private seed(): [number, number] {
        const numbers = new DataView(this.draw(8).buffer);
        return [numbers.getUint32(0), numbers.getUint32(4)];
    }

    private async askBot(table: Table, seat: number, must: boolean): Promise<void> {
        const version = this.engine.call('version_of', table.at);
        this.engine.call('bot_at', table.at, seat);
        const [game, level] = this.engine.json() as [string, string];
        this.engine.call('view_of', table.at, seat);
        const view = this.engine.bytes();
        try {
            const { text } = await this.mind.choose({ game, level, seat, view, must, seed: this.seed() });
            if (this.tables.get(table.id) !== table) return;
            this.engine.call('answer', table.at, seat, version, text, this.now(), DELAY[this.pace]);
            this.publish(table);
            for (const tell of this.after.splice(0)) tell();
        } catch (reason) {
            /* The table plays for a bot that does not answer. */
            console.error(reason);
        }
        this.wake();
    }

    /* ---- help ---- */

    private ownView(table: Table): { game: string; seat: number; view: Uint8Array } {
        const seat = this.engine.call('seat_of', table.at);
        if (seat < 0) throw no(MSG('table.not-seated'));
        this.engine.call('bot_at', table.at, -1);
        const [game] = this.engine.json() as [string];
        this.engine.call('view_of', table.at, seat);
        return { game, seat, view: this.engine.bytes() };
    }

    private async hint(id: string, level: string): Promise<Answers['hint']> {
        const table = await this.find(id);
        const { game, seat, view } = this.ownView(table);
        if (!this.engine.call('turn_of', table.at)) throw no(MSG('move.not-your-turn'));
        this.engine.call('lists');
        const { bots } = this.engine.json() as Pick<Answers['hello'], 'bots'>;
        if (!bots[game]?.some((bot) => bot.name === level)) throw no(MSG('table.no-such-level'), level);
        const alone = this.engine.call('seats_of', table.at) === 1;
        const thought = await this.mind.choose({ game, level, seat, view, must: false, seed: this.seed(), alone });
        return { text: thought.text, values: thought.values };
    }

    private async chance(id: string): Promise<Answers['chance']> {
        const table = await this.find(id);
        const { game, view } = this.ownView(table);
        this.engine.call('row', table.at);
        const { options } = this.engine.json() as TableRow;
        const alone = this.engine.call('seats_of', table.at) === 1;
        const value = alone ? await this.mind.chance(game, view, options) : null;
        if (value === null) throw no(MSG('offline.no-chance'));
        if (value < 0) throw no(MSG('offline.chance-long'));
        return { value };
    }

    private async review(record: Asks['review']['record'], id: number): Promise<Answers['review']> {
        const done = await this.mind.review(record, (progress) => this.say({ of: id, progress }));
        if ('error' in done) throw new No(done.error as Refusal);
        return { review: done.review };
    }

    /** For tests: whether the table's game is over. */
    isOver(id: string): boolean {
        const table = this.tables.get(id);
        return table !== undefined && this.engine.call('phase_of', table.at) === PHASE_OVER;
    }
}
