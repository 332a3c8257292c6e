/*
 * Playing on from a moment of a record: a new table of this device. The module of records writes its
 * journal, and checks all that it is given; the table is then opened as any table in the store.
 */
import { MSG } from '../lib/msg';
import type { Answers, Asks, Refusal, TableRow } from '../lib/protocol';
import { Engine, type Source } from './engine';
import type { OfflineTables } from './offline-tables';
import { No, no } from './refusal';
import type { Me } from './store';

/** Where the module comes from; tests have no pages to fetch it from. */
export const module: { load: () => Promise<Source> | Source } = {
    load: () => fetch(new URL('../generated/replay.wasm', import.meta.url).href),
};

/** The level at each seat: `bots` in the order of the others; a dash at the own seat. */
function levelsOf({ record, seat, bots }: Asks['fork'], known: string[]): string {
    const levels = [...bots];
    const wrong = levels.find((level) => !known.includes(level));
    if (wrong !== undefined) throw no(MSG('table.no-such-level'), wrong);
    if (levels.length !== record.seats - 1) throw no(MSG('request.member'), 'bots');
    levels.splice(seat, 0, '-');
    return levels.join(' ');
}

export type JournalRow = [n: number, at: number, event: unknown];

/** Stores the journal of a new table. */
export function keepJournal(tables: OfflineTables, id: string, rows: JournalRow[], now: number): void {
    const events = rows.map(([n, at, event]) => ({ n, at, text: JSON.stringify(event) }));
    const { engine, me } = tables;
    engine.call('who', me.id, me.name);
    engine.call('restore', id);
    for (const event of events) engine.call('restore_event', event.n, event.at, event.text);
    const at = engine.call('restored');
    if (at === 0) throw new No(engine.json() as Refusal);
    const turn = engine.call('turn_of', at) !== 0;
    engine.call('row', at);
    tables.store.append({ table: id, row: engine.json() as TableRow, turn, mine: true, changed: now }, events);
    engine.call('forget', at);
    void tables.tidy();
}

export async function forkTable(tables: OfflineTables, me: Me, ask: Asks['fork']): Promise<Answers['fork']> {
    const replay = await Engine.load(module.load());
    const refused = (): No => new No(replay.json() as Refusal);
    if (replay.call('open', JSON.stringify(ask.record)) < 0) throw refused();
    tables.engine.call('lists');
    const { bots } = tables.engine.json() as Pick<Answers['hello'], 'bots'>;
    const known = (bots[ask.record.game] ?? []).filter((bot) => !bot.coded).map((bot) => bot.name as string);
    const [id, now] = [tables.newId(), Date.now()];
    if (!replay.call('fork', ask.step, ask.seat, ask.anew, levelsOf(ask, known), me.id, me.name, tables.digits(32), now)) throw refused();
    keepJournal(tables, id, replay.json() as JournalRow[], now);
    return { table: id };
}
