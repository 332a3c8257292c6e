// A finished game played again, by the engine here in the page, from the secret and everybody's numbers
// (docs/protocol.md, "Fair deals"): what comes out is what a fair deal would have been.
import type { Engine } from '../worker/engine';
import type { Answers, GameRecord, TableState } from './protocol';

/** Requests of table/table.h. */
const SIT = 0;
const START = 3;
const MOVE = 4;

export type Fair = NonNullable<GameRecord['fair']>;

/** People stand in for all chairs: who they were has no part in a deal. */
const stranger = (chair: number): [string, string] => [`00000000000000${(0x10 + chair).toString(16)}`, `P${chair}`];

/** The option of the game that says who begins. */
function beginsOption(engine: Engine, game: string): string | null {
    engine.call('lists');
    const { games } = engine.json() as Pick<Answers['hello'], 'games'>;
    return games.find((row) => row.name === game)?.begins ?? null;
}

/** Sets the plan as it was: at a table a chair begins, not a seat. False: there is no such set-up. */
function plan(engine: Engine, record: GameRecord, fair: Fair): boolean {
    const option = beginsOption(engine, record.game);
    if (!engine.call('plan_game', record.game)) return false;
    if (record.rules !== undefined) engine.call('plan_rules', record.rules);
    for (const [name, value] of Object.entries(fair.options))
        if (name !== option) engine.call('plan_option', name, value);
    if (!engine.call('plan_check', record.seats, false, true)) return false;
    /* Older records name the seat, and the lot had no part in it. */
    const older = option === null ? null : fair.order.indexOf(Number(fair.options[option]));
    const chair = fair.begins === undefined ? older : fair.begins;
    return chair === null || engine.call('plan_begins', chair) !== 0;
}

export function playAgain(engine: Engine, record: GameRecord, fair: Fair): GameRecord | null {
    const ask = (at: number, kind: number, chair: number, text: string | null, number: string | null): boolean =>
        engine.call('ask', at, kind, chair, null, text, 0, number, 0) !== 0;
    engine.call('who', ...stranger(0));
    if (!plan(engine, record, fair)) return null;
    engine.call('plan_clock', 0, 0, 0);
    const at = engine.call('make', record.table ?? '', fair.secret, '', 0, true, fair.numbers[0] ?? null, 0);
    if (at === 0) return null;
    for (let chair = 1; chair < record.seats; chair++) {
        engine.call('who', ...stranger(chair));
        if (!ask(at, SIT, chair, null, fair.numbers[chair] ?? null)) return null;
    }
    engine.call('who', ...stranger(0));
    if (!ask(at, START, -1, null, null)) return null;
    const chairOf = (seat: number): number => fair.order.indexOf(seat);
    for (const [who, text] of record.events) {
        if (who === 'deal') continue;
        engine.call('who', ...stranger(chairOf(who)));
        if (!ask(at, MOVE, -1, text, null)) break;
    }
    engine.call('who', ...stranger(0));
    const told = engine.call('record', at) ? (engine.json() as GameRecord) : null;
    if (told) return told;
    /* The moves did not fit this deal: at least the start can be compared. */
    engine.call('whole', at, 0);
    const state = engine.json() as TableState;
    const order = state.people.map((person) => person.seat ?? -1);
    return { ...record, events: [], fair: { ...fair, commit: state.commit, order, options: state.options } };
}
