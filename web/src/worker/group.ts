/*
 * Several people at this device. Each has an own player id, made from the device's, so that the engine
 * keeps their views apart; one of them looks at the table at a time, or nobody while the device is
 * handed over.
 */
import type { Together } from '../lib/protocol';
import type { OfflineTables, Table } from './offline-tables';
import type { Me } from './store';

export interface Group {
    people: Me[];
    /** NOBODY while the device is handed over. */
    looker: Me;
}

/** Sits nowhere: sees what spectators see. */
export const NOBODY: Me = { id: 'f'.repeat(16), name: 'Nobody' };

const MOST = 5;
/** Far from the ids of other people in the same journal. */
const MARK = 0xa8;

/** The id of person `k` at the device of `id`; 0 is the device's own. */
export const idOf = (id: string, k: number): string => (parseInt(id.slice(0, 2), 16) ^ (k && MARK + k)).toString(16).padStart(2, '0') + id.slice(2);

/** Of a table that was read from its journal: the people of this device who sit there, if there are several. */
export function groupOf(tables: OfflineTables, table: Table): Group | undefined {
    const ids = Array.from({ length: MOST }, (_, k) => idOf(tables.me.id, k));
    tables.callAs(NOBODY, 'whole', table);
    const { people } = tables.engine.json() as { people: { player: string | null; name: string | null }[] };
    const own = people.flatMap(({ player, name }) => (player && ids.includes(player) ? [{ id: player, name: name ?? '' }] : []));
    return own.length > 1 ? { people: own, looker: NOBODY } : undefined;
}

/** Whose view the table shows, and who of the others may act. */
export function tellTogether(tables: OfflineTables, table: Table, { people, looker }: Group): Together {
    const seats = people.map((person) => ({
        name: person.name,
        seat: tables.callAs(person, 'seat_of', table),
        acts: tables.callAs(person, 'turn_of', table) !== 0,
    }));
    const seat = looker === NOBODY ? null : (seats[people.indexOf(looker)]?.seat ?? null);
    return { seat, people: seats.map(({ name, seat: at }) => ({ name, seat: at })), next: seats.filter((one) => one.acts && one.seat !== seat).map((one) => one.seat) };
}
