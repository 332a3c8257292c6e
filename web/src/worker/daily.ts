/*
 * Daily deals on this device: the module of records writes the journal of a new table up to its
 * start, and the table deals by itself. Each day has one table per game: who comes back finds it.
 */
import { dayOf, FIRST_DAY, today } from '../daily/days';
import { MSG } from '../lib/msg';
import type { Answers, Asks, DailyDeal, DailyPlayed, GameEntry } from '../lib/protocol';
import { Engine } from './engine';
import { keepJournal, module, type JournalRow } from './fork';
import type { OfflineTables } from './offline-tables';
import { no } from './refusal';
import { gamesOf } from './shelf-games';
import type { Me } from './store';

/** The day of a date that has begun. */
function checkDay(date: string): number {
    const day = dayOf(date);
    if (day < FIRST_DAY) throw no(MSG('daily.date'), date);
    if (day > dayOf(today())) throw no(MSG('daily.future'), date);
    return day;
}

async function played(tables: OfflineTables): Promise<(GameEntry & { daily: { date: string } })[]> {
    const all = await gamesOf(tables).dailies();
    return all as (GameEntry & { daily: { date: string } })[];
}

const told = ({ game, daily, table, phase, practice, result }: GameEntry & { daily: { date: string } }): DailyPlayed => ({
    game, date: daily.date, table, over: phase === 'over', practice: practice === true, result: result ?? null,
});

/** Opens the deal's table, or makes it. */
export async function startDaily(tables: OfflineTables, me: Me, { game, date }: Asks['daily']): Promise<Answers['daily']> {
    const day = checkDay(date);
    const found = (await played(tables)).find((one) => one.game === game && one.daily.date === date);
    if (found) return { table: found.table };
    const records = await Engine.load(module.load());
    const [id, now] = [tables.newId(), Date.now()];
    if (!records.call('daily_journal', game, day, me.id, me.name, now)) throw no(MSG('request.member'), 'game');
    keepJournal(tables, id, records.json() as JournalRow[], now);
    const table = await tables.find(id);
    tables.beginTime(table);
    if (tables.call('go_on', table)) tables.keep(table);
    return { table: id };
}

/** The deals of a day, and all that was played here. */
export async function listDailies(tables: OfflineTables, { date }: Asks['dailies']): Promise<Answers['dailies']> {
    const day = checkDay(date);
    const records = await Engine.load(module.load());
    tables.engine.call('lists');
    const { games } = tables.engine.json() as Pick<Answers['hello'], 'games'>;
    const deals = games.flatMap(({ name }) => (records.call('daily', name, day) ? [records.json() as DailyDeal] : []));
    return { deals, played: (await played(tables)).map(told) };
}

/** How the person and our bots fared with the same cards. */
export async function tellFared(tables: OfflineTables, { game, date }: Asks['fared']): Promise<Answers['fared']> {
    const day = checkDay(date);
    const found = (await played(tables)).find((one) => one.game === game && one.daily.date === date && one.phase === 'over');
    if (!found) throw no(MSG('daily.unfinished'));
    return tables.bots.fared({ game, day, record: await gamesOf(tables).recordOf(found.table) });
}
