/*
 * Games of several people at this device: begun by one of them for all, and handed over. Fetched when such a
 * game is begun or goes on.
 */
import { MSG } from '../lib/msg';
import type { Answers, Asks } from '../lib/protocol';
import { idOf, NOBODY, tellTogether } from './group';
import type { OfflineTables, Table } from './offline-tables';
import { No, no } from './refusal';
import type { Me } from './store';

/** All others take their chairs; with the last one the game begins. */
function sitDown(tables: OfflineTables, table: Table, others: Me[]): void {
    for (const person of others) {
        if (!tables.callAs(person, 'ask', table, JSON.stringify({ id: 0, do: 'sit', table: table.id }))) throw new No(tables.engine.json() as never);
        tables.keep(table);
    }
}

export function startTogether(tables: OfflineTables, { game, seats, options, bots, names, begins }: Asks['together']): Answers['together'] {
    if (names.length < 2 || names.length + bots.length !== seats) throw no(MSG('request.member'), 'names');
    const people = names.map((name, k) => ({ id: idOf(tables.me.id, k), name }));
    const [host = tables.me, ...others] = people;
    const id = tables.newId();
    if (!people.every((person) => tables.engine.call('who', person.id, person.name))) throw no(MSG('name.bad'));
    tables.engine.call('who', host.id, host.name);
    tables.start();
    const at = tables.engine.call('create', JSON.stringify({ id: 0, do: 'create', game, seats, options, bots, start: 'full', begins }), id, tables.digits(32), 0);
    if (at === 0) throw new No(tables.engine.json() as never);
    sitDown(tables, tables.add(id, at, { people, looker: NOBODY }), others);
    void tables.bots.warm(game, bots).catch(() => undefined);
    void tables.tidy();
    return { table: id };
}

/** The same people and bots again. */
export function playTogetherAgain(tables: OfflineTables, table: Table, id: string, at: number): void {
    const people = table.group?.people ?? [];
    sitDown(tables, tables.add(id, at, { people, looker: NOBODY }), people.slice(1));
}

/** Shows the table to the person of that seat from now on, or to nobody. */
export function handOver(tables: OfflineTables, table: Table, seat: number | null): Answers['turn'] {
    const { group } = table;
    if (!group) throw no(MSG('table.not-seated'));
    const person = seat === null ? NOBODY : group.people.find((one) => tables.callAs(one, 'seat_of', table) === seat);
    if (!person) throw no(MSG('table.not-seated'));
    group.looker = person;
    table.open = false;
    return tellTogether(tables, table, group);
}
