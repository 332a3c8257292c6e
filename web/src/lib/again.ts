// A finished game played again, by the engine here in the page, from the secret and everybody's numbers
// (docs/fair-deals.md): the result is the fair deal.
import type { Engine } from '../worker/engine';
import type { Answers, GameRecord, TableState } from './protocol';

export type Fair = NonNullable<GameRecord['fair']>;

/** All chairs get placeholder people: names do not influence a deal. */
const stranger = (chair: number): [string, string] => [`00000000000000${(0x10 + chair).toString(16)}`, `P${chair}`];

/** The game's option for the first player. */
function beginsOption(engine: Engine, game: string): string | null {
    engine.call('lists');
    const { games } = engine.json() as Pick<Answers['hello'], 'games'>;
    return games.find((row) => row.name === game)?.begins ?? null;
}

/** The request for the table as it was: at a table a chair begins, not a seat. */
function planOf(engine: Engine, record: GameRecord, fair: Fair): Record<string, unknown> {
    const option = beginsOption(engine, record.game);
    const options = Object.entries(fair.options).filter(([name]) => name !== option);
    /* Older records name the seat, and the lot had no part in it. */
    const older = option === null ? null : fair.order.indexOf(Number(fair.options[option]));
    const begins = fair.begins === undefined ? older : fair.begins;
    const { game, seats } = record;
    return { game, seats, options: Object.fromEntries(options), begins, start: 'host' };
}

export function playAgain(engine: Engine, record: GameRecord, fair: Fair): GameRecord | null {
    const id = record.table ?? '';
    const text = (kind: string, members: Record<string, unknown>): string =>
        JSON.stringify({ id: 1, do: kind, ...members });
    const ask = (at: number, kind: string, members: Record<string, unknown>): boolean =>
        engine.call('ask', at, text(kind, { table: id, ...members })) !== 0;
    /* A person who gave no number has none in the request either. */
    const number = (chair: number): Record<string, string> => {
        const given = fair.numbers[chair];
        return given ? { number: given } : {};
    };
    engine.call('who', ...stranger(0));
    const create = text('create', { ...planOf(engine, record, fair), ...number(0) });
    const at = engine.call('create', create, id, fair.secret, record.rules ?? 0);
    if (at === 0) return null;
    for (let chair = 1; chair < record.seats; chair++) {
        engine.call('who', ...stranger(chair));
        if (!ask(at, 'sit', { chair, ...number(chair) })) return null;
    }
    engine.call('who', ...stranger(0));
    if (!ask(at, 'start', {})) return null;
    const chairOf = (seat: number): number => fair.order.indexOf(seat);
    for (const [who, move] of record.events) {
        if (who === 'deal') continue;
        engine.call('who', ...stranger(chairOf(who)));
        if (!ask(at, 'move', { text: move })) break;
    }
    engine.call('who', ...stranger(0));
    const told = engine.call('record', at) ? (engine.json() as GameRecord) : null;
    if (told) return told;
    /* The moves did not fit this deal: at least the start can be compared. */
    engine.call('whole', at);
    const state = engine.json() as TableState;
    const order = state.people.map((person) => person.seat ?? -1);
    return { ...record, events: [], fair: { ...fair, commit: state.commit, order, options: state.options } };
}
