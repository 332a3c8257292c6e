/*
 * My games on this device: those with a journal, and those on the shelf (shelf.ts). A finished game
 * has one row there, written by the module of records from its record, whether it was played here or
 * came from a file; so lists and statistics never read a journal. It is loaded when it is asked for.
 */
import { MSG } from '../lib/msg';
import type { Answers, Asks, GameEntry, GameRecord, Refusal, Sums, TableRow } from '../lib/protocol';
import { Engine } from './engine';
import { module } from './fork';
import type { OfflineTables } from './offline-tables';
import { No, no } from './refusal';
import { openShelf, type Shelf } from './shelf';
import type { Head } from './store';

/** Rows of one answer. */
const PAGE = 500;
/** Games that are kept; practice takes no room from others. */
const GAMES_MOST = 5000;
const PRACTICE_MOST = 200;

/** The latest first; equal dates in the order of ids, so that pages fit together. */
const later = (a: GameEntry, b: GameEntry): number => b.changed - a.changed || (a.table < b.table ? 1 : -1);
const placeOf = (entry: GameEntry): string => `${entry.changed}.${entry.table}`;

/** Whether a file tells of a review what can be. */
const areSums = ({ budget, seats }: Sums, count: number): boolean =>
    Number.isFinite(budget) && Array.isArray(seats) && seats.length === count &&
    seats.every(({ choices, lost, result = 0, rest = 0 }) => Number.isInteger(choices) && lost >= 0 && lost <= choices && [result, rest].every(Number.isFinite));

export class Games {
    private shelf: Promise<Shelf> = openShelf();
    private replay: Promise<Engine> | undefined;
    /** Finished tables that cannot be read: they are tried once. */
    private broken = new Set<string>();

    constructor(private tables: OfflineTables) {}

    private async entryOf(record: GameRecord, own: number): Promise<GameEntry> {
        this.replay ??= Engine.load(module.load());
        const replay = await this.replay.catch((reason: unknown) => {
            this.replay = undefined;
            throw reason;
        });
        if (replay.call('open', JSON.stringify(record)) < 0) throw new No(replay.json() as Refusal);
        if (!replay.call('row')) throw no(MSG('table.not-over'));
        const row = replay.json() as TableRow;
        return { ...row, turn: false, own, changed: row.ended ?? 0 };
    }

    /** The record and the own seat of a table with a journal. */
    private async readTable(id: string): Promise<{ record: GameRecord; own: number }> {
        const known = this.tables.known(id);
        const table = await this.tables.find(id);
        const { engine, me } = this.tables;
        const own = this.tables.callAs(me, 'seat_of', table);
        const good = engine.call('record', table.at);
        const record = engine.json();
        if (!known) this.tables.release(id);
        if (!good) throw new No(record as Refusal);
        return { record: record as GameRecord, own };
    }

    async recordOf(id: string): Promise<GameRecord> {
        return (await (await this.shelf).record(id)) ?? (await this.readTable(id)).record;
    }

    /** Gives a finished table its row; null: it cannot be read. */
    private async add({ table, changed }: Head): Promise<GameEntry | null> {
        if (this.broken.has(table)) return null;
        try {
            const { record, own } = await this.readTable(table);
            const entry = { ...(await this.entryOf(record, own)), table };
            entry.changed ||= changed;
            await (await this.shelf).put(entry);
            return entry;
        } catch {
            this.broken.add(table);
            return null;
        }
    }

    /** All games, in no order. */
    private async all(): Promise<GameEntry[]> {
        const found = new Map((await (await this.shelf).entries()).map((entry) => [entry.table, entry]));
        for (const head of await this.tables.store.list()) {
            if (!head.mine) continue;
            const row = { ...head.row, turn: head.turn, changed: head.changed };
            const known = found.get(head.table);
            if (head.row.phase !== 'over') found.set(head.table, row);
            else if (!known) found.set(head.table, (await this.add(head)) ?? row);
        }
        return [...found.values()];
    }

    /** Those with a daily deal. */
    async dailies(): Promise<GameEntry[]> {
        return (await this.all()).filter((one) => one.daily);
    }

    async list(from?: string): Promise<Answers['games']> {
        const all = (await this.all()).sort(later);
        const [, changed, table = ''] = /^(\d+)\.(.+)$/.exec(from ?? '') ?? [];
        const start = changed === undefined ? 0 : all.findIndex((one) => later(one, { changed: Number(changed), table } as GameEntry) > 0);
        const games = start < 0 ? [] : all.slice(start, start + PAGE);
        const last = games.at(-1);
        return last && start + PAGE < all.length ? { games, next: placeOf(last) } : { games };
    }

    async forget(id?: string): Promise<Answers['forget']> {
        const shelf = await this.shelf;
        const heads = await this.tables.store.list();
        if (id === undefined) {
            for (const { table } of heads) this.tables.drop(table);
            await shelf.clear();
        } else {
            const here = heads.some(({ table }) => table === id);
            if (!here && !(await shelf.has(id))) throw no(MSG('table.none'));
            if (here) this.tables.drop(id);
            await shelf.drop([id]);
        }
        await this.tables.store.settled();
        return {};
    }

    async rate({ table, sums, server = false }: Asks['rate']): Promise<Record<never, never>> {
        const shelf = await this.shelf;
        const mine = server || (await shelf.has(table)) || (await this.tables.store.list()).some((head) => head.table === table);
        if (mine) await shelf.rate(table, sums ?? null);
        return {};
    }

    async rated(): Promise<Record<string, Sums>> {
        return (await this.shelf).rated();
    }

    /** A game from a file; `name` tells the own seat where the file does not. */
    async take({ own, rated, ...record }: GameRecord, name: string): Promise<Answers['import']> {
        const names = Array.isArray(record.names) ? record.names : [];
        const told = Number.isInteger(own) && own! >= -1 && own! < record.seats;
        const entry = await this.entryOf(record as GameRecord, told ? own! : names.indexOf(name));
        const shelf = await this.shelf;
        const { table } = entry;
        const heads = await this.tables.store.list();
        const known = heads.some((head) => head.table === table) || (await shelf.has(table));
        if (!known) await shelf.put(entry, record as GameRecord);
        if (!known && rated && areSums(rated, record.seats)) await shelf.rate(table, rated);
        return { table, known };
    }

    /** Finished tables but the `kept` latest become records; of too many games the oldest go. */
    async tidy(kept: number): Promise<void> {
        const shelf = await this.shelf;
        const over = (await this.tables.store.list()).filter((head) => head.row.phase === 'over');
        over.sort((a, b) => b.changed - a.changed);
        for (const { table, changed } of over.slice(kept)) {
            if (this.tables.known(table)?.open) continue;
            const game = await this.readTable(table).catch(() => null);
            if (game) {
                const known = (await shelf.entries()).find((entry) => entry.table === table);
                const entry = known ?? { ...(await this.entryOf(game.record, game.own)), table };
                entry.changed ||= changed;
                await shelf.put(entry, game.record);
            }
            this.tables.drop(table);
        }
        const rows = (await shelf.entries()).sort(later);
        const old = [...rows.filter((row) => !row.practice).slice(GAMES_MOST), ...rows.filter((row) => row.practice).slice(PRACTICE_MOST)];
        if (old.length > 0) await shelf.drop(old.map(({ table }) => table));
        for (const { table } of old) if (!this.tables.known(table)?.open) this.tables.drop(table);
    }
}

const opened = new WeakMap<OfflineTables, Games>();

export function gamesOf(tables: OfflineTables): Games {
    const known = opened.get(tables) ?? new Games(tables);
    opened.set(tables, known);
    return known;
}
