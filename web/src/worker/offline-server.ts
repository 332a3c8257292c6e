/*
 * The server of this device: answers the requests of docs/protocol.md for one person and bots, as
 * the requests of server/ do. It keeps no rule and no secret of a game: those are in the engine, which
 * also writes every update. The tables themselves are in offline-tables.ts.
 */
import { MSG } from '../lib/msg';
import type { Answers, Asks, Kind, Pace, Refusal, TableRow } from '../lib/protocol';
import type { Engine } from './engine';
import type { Bots } from './bot-client';
import type { Hear } from './reviewer';
import type { Games } from './shelf-games';
import { OfflineTables, type Parts, type Table } from './offline-tables';
import { No, no, refusal } from './refusal';
import type { Me } from './store';

const PROTOCOL = 1;
const LISTED_MOST = 20;

/** A message as text for the engine; `null` if it cannot be written as JSON. */
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

/** The verbs that need more than their table; the engine carries out all others. */
type Handlers = { [K in Kind]?: (members: Asks[K], call: Call) => Promise<Answers[K]> | Answers[K] };

export class OfflineServer {
    private greeted = false;
    private engine: Engine;
    private bots: Bots;
    /** By their requests. */
    private reviews = new Map<number, AbortController>();

    private constructor(
        private tables: OfflineTables,
        private me: Me,
    ) {
        tables.me = me;
        this.engine = tables.engine;
        this.bots = tables.bots;
    }

    static async open(parts: Parts): Promise<OfflineServer> {
        const tables = new OfflineTables(parts);
        const id = tables.digits(8);
        const known = await parts.store.me();
        const me = known ?? { id, name: `Guest ${id.slice(-4)}` };
        if (!known) parts.store.setMe(me);
        return new OfflineServer(tables, me);
    }

    /** Handles one request. Resolves when the next may follow; hints and reviews continue in the background. */
    async handle(message: unknown): Promise<void> {
        const request = (typeof message === 'object' ? message : null) as Record<string, unknown> | null;
        const id = typeof request?.['id'] === 'number' ? request['id'] : 0;
        const text = textOf(message);
        if (!this.engine.call('check', text)) return this.say({ re: id, error: this.engine.json() });
        const kind = this.engine.text() as Kind;
        if (!this.greeted && kind !== 'hello')
            return this.say({ re: id, error: refusal(MSG('hello.first')) });
        const work = this.answer(kind, request as never, { id, text });
        if (kind !== 'hint' && kind !== 'chance' && kind !== 'review' && kind !== 'fared') await work;
    }

    private say(message: unknown): void {
        this.tables.say(message);
    }

    private async answer<K extends Kind>(kind: K, request: Asks[K], call: Call): Promise<void> {
        const { id } = call;
        try {
            const handler = this.handlers[kind];
            const members = handler ? await handler(request, call) : await this.ask((request as { table: string }).table, call);
            this.say({ re: id, ok: true, ...members });
        } catch (reason) {
            const why = reason instanceof No ? reason.why : refusal(MSG('offline.failed'));
            this.say({ re: id, error: why });
            if (!(reason instanceof No)) console.error(reason);
        }
        this.tables.flush();
    }

    private handlers: Handlers = {
        hello: ({ protocol }) => this.hello(protocol),
        name: ({ name }) => this.setName(name),
        keep: () => this.online(),
        login: () => this.online(),
        transfer: () => this.online(),
        signout: () => this.online(),
        create: (members, call) => this.create(members, call),
        open: (members, call) => this.look(members, call),
        close: ({ table }) => this.close(table),
        sit: (members, call) => this.sit(members, call),
        why: ({ table, text }) => this.why(table, text),
        preview: ({ table, text }) => this.preview(table, text),
        undoes: async ({ table }) => (await this.about(table, 'undoes')).json() as Answers['undoes'],
        past: ({ table, from }) => this.past(table, from),
        together: async (members) => (await import('./together')).startTogether(this.tables, members),
        turn: async ({ table, seat }) => (await import('./together')).handOver(this.tables, await this.tables.find(table), seat),
        aids: ({ table }) => this.aids(table),
        talk: () => {
            throw no(MSG('offline.talk'));
        },
        mute: () => ({}),
        report: () => this.online(),
        rematch: ({ table }) => this.rematch(table),
        record: async ({ table }) => ({ record: await (await this.shelf()).recordOf(table) }),
        share: () => this.online(),
        lobby: () => ({ tables: [] }),
        mine: () => this.mine(),
        ping: () => ({}),
        hint: ({ table, level }) => this.hint(table, level ?? 'hard'),
        chance: ({ table }) => this.chance(table),
        review: (asked, { id }) => this.review(asked, id),
        handin: () => this.online(),
        day: () => this.online(),
        daily: async (members) => (await import('./daily')).startDaily(this.tables, this.me, members),
        dailies: async (members) => (await import('./daily')).listDailies(this.tables, members),
        fared: async (members) => (await import('./daily')).tellFared(this.tables, members),
        fork: async (members) => (await import('./fork')).forkTable(this.tables, this.me, members),
        stop: ({ of }) => {
            this.reviews.get(of)?.abort();
            return {};
        },
        pace: ({ pace }) => this.setPace(pace),
        forget: async ({ table }) => (await this.shelf()).forget(table),
        games: async ({ from }) => (await this.shelf()).list(from),
        rate: async (members) => (await this.shelf()).rate(members),
        rated: async () => ({ sums: await (await this.shelf()).rated() }),
        import: async ({ record }) => (await this.shelf()).take(record, this.me.name),
    };

    private async shelf(): Promise<Games> {
        return (await import('./shelf-games')).gamesOf(this.tables);
    }

    private online(): never {
        throw no(MSG('offline.server-only'));
    }

    /** The engine's refusal. */
    private refused(): No {
        return new No(this.engine.json() as Refusal);
    }

    /* ---- identity ---- */

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
        this.tables.me = this.me;
        this.tables.store.setMe(this.me);
        return { name };
    }

    /* ---- tables ---- */

    private create({ game, bots = [] }: Asks['create'], { text }: Call): Answers['create'] {
        const id = this.tables.newId();
        this.tables.start();
        this.engine.call('who', this.me.id, this.me.name);
        const at = this.engine.call('create', text, id, this.tables.digits(32), 0);
        if (at === 0) throw this.refused();
        void this.bots.warm(game, bots).catch(() => undefined);
        this.tables.add(id, at);
        void this.tables.tidy();
        return { table: id };
    }

    private async look({ table: id, after }: Asks['open'], { text }: Call): Promise<Answers['open']> {
        const table = await this.tables.find(id);
        this.tables.call('ask', table, text); // who comes back takes the own seat again
        table.open = true;
        this.tables.call('here', table, true);
        this.tables.keep(table);
        this.tables.wake(); // a bot may be due
        this.tables.later(() => {
            if (after === undefined || !this.tables.tellRun(table, after)) this.tables.tellWhole(table);
        });
        return {};
    }

    private async close(id: string): Promise<Answers['close']> {
        const table = await this.tables.find(id);
        table.open = false;
        this.tables.call('here', table, false);
        this.tables.wake();
        return {};
    }

    private async ask(id: string, { text }: Call): Promise<Record<never, never>> {
        const table = await this.tables.find(id);
        if (!this.tables.call('ask', table, text)) throw this.refused();
        this.tables.publish(table);
        return {};
    }

    private async sit({ table: id }: Asks['sit'], call: Call): Promise<Answers['sit']> {
        const table = await this.tables.find(id);
        const looks = table.open;
        await this.ask(id, call);
        if (!looks) {
            table.open = true;
            this.tables.later(() => this.tables.tellWhole(table));
        }
        this.tables.call('here', table, true);
        return { chair: this.tables.call('chair_of', table) };
    }

    /** Asks the engine about a table; the answer is its output. */
    private async about(id: string, what: 'why' | 'preview' | 'undoes', text?: string): Promise<Engine> {
        const table = await this.tables.find(id);
        if (!this.tables.call(what, table, text)) throw this.refused();
        return this.engine;
    }

    private async why(id: string, text: string): Promise<Answers['why']> {
        await this.about(id, 'why', text);
        return { legal: true };
    }

    private async preview(id: string, text: string): Promise<Answers['preview']> {
        return { player: (await this.about(id, 'preview', text)).json() as Answers['preview']['player'] };
    }

    private async rematch(id: string): Promise<Answers['rematch']> {
        const table = await this.tables.find(id);
        this.engine.call('rematch_of', table.at);
        const known = this.engine.text();
        if (known !== '') return { table: known };
        const next = this.tables.newId();
        this.tables.start();
        const at = this.tables.callAs(this.me, 'again', table, next, this.tables.digits(32));
        if (at === 0) throw this.refused();
        if (table.group) (await import('./together')).playTogetherAgain(this.tables, table, next, at);
        else this.tables.add(next, at);
        this.tables.call('rematch', table, next);
        this.tables.publish(table);
        return { table: next };
    }

    private async mine(): Promise<Answers['mine']> {
        const heads = (await this.tables.store.list()).filter((head) => head.mine);
        /* Unfinished games come first: however many others are newer, they are found. */
        heads.sort((a, b) => +(a.row.phase === 'over') - +(b.row.phase === 'over') || b.changed - a.changed);
        return { tables: heads.slice(0, LISTED_MOST).map(({ row, turn }) => ({ ...row, turn })) };
    }

    private setPace(pace: Pace): Answers['pace'] {
        if (!this.tables.setPace(pace)) throw no(MSG('request.member'), 'pace');
        return { pace };
    }

    /* ---- help ---- */

    private async past(id: string, from: number | undefined): Promise<Answers['past']> {
        const table = await this.tables.find(id);
        return (await import('./past')).tellPast(table, this.tables.lookerOf(table).id, from);
    }

    private async aids(id: string): Promise<Answers['aids']> {
        const table = await this.tables.find(id);
        return (await import('./past')).tellAids(table, this.tables.lookerOf(table).id);
    }

    private ownView(table: Table): { game: string; seat: number; view: Uint8Array } {
        const seat = this.tables.call('seat_of', table);
        if (seat < 0) throw no(MSG('table.not-seated'));
        if (this.engine.call('day_of', table.at) > 0) throw no(MSG('daily.no-hint'));
        this.engine.call('bot_at', table.at, -1);
        const [game] = this.engine.json() as [string];
        this.engine.call('view_of', table.at, seat);
        return { game, seat, view: this.engine.bytes() };
    }

    private async hint(id: string, level: string): Promise<Answers['hint']> {
        const table = await this.tables.find(id);
        const { game, seat, view } = this.ownView(table);
        if (!this.tables.call('turn_of', table)) throw no(MSG('move.not-your-turn'));
        this.engine.call('lists');
        const { bots } = this.engine.json() as Pick<Answers['hello'], 'bots'>;
        if (!bots[game]?.some((bot) => bot.name === level)) throw no(MSG('table.no-such-level'), level);
        const alone = this.engine.call('seats_of', table.at) === 1;
        const thought = await this.bots.choose({ game, level, seat, view, must: false, hint: true, seed: this.tables.seed(), alone });
        const { text, values, other = null, why = null } = thought;
        return { text, values, other, why };
    }

    private async chance(id: string): Promise<Answers['chance']> {
        const table = await this.tables.find(id);
        const { game, view } = this.ownView(table);
        this.engine.call('row', table.at);
        const { options } = this.engine.json() as TableRow;
        const alone = this.engine.call('seats_of', table.at) === 1;
        const value = alone ? await this.bots.chance(game, view, options) : null;
        if (value === null) throw no(MSG('offline.no-chance'));
        if (value === -1) throw no(MSG('offline.chance-long'));
        return value < 0 ? { value: -value, deals: true } : { value };
    }

    private async review({ record, seat = -1 }: Asks['review'], id: number): Promise<Answers['review']> {
        const stop = new AbortController();
        this.reviews.set(id, stop);
        const hear: Hear = (progress, decision) => this.say({ of: id, progress, decision });
        hear(0);
        try {
            const done = await this.bots.review({ record, first: seat }, hear, stop.signal);
            if ('error' in done) throw new No(done.error as Refusal);
            return done;
        } catch (reason) {
            throw stop.signal.aborted ? no(MSG('review.stopped')) : reason;
        } finally {
            this.reviews.delete(id);
        }
    }
}
