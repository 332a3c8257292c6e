// A recorded game as the engine replays it: any moment of it, as a seat saw it then or with all cards open.
import { Refused } from '../lib/client.svelte';
import type { GameFace } from '../lib/contract';
import type { GameRecord, Moment, Refusal, TableEvent, TableState } from '../lib/protocol';
import { Engine } from '../worker/engine';

/** Whose eyes: a seat, a spectator's, or with all cards open. */
export type Eyes = number | 'watch' | 'open';
/** The moments of a game, recorded or running. */
export type Steps = Pick<Moments, 'steps' | 'at'>;

export class Moments {
    private constructor(
        private engine: Engine,
        public steps: number,
    ) {}

    /** Reads and checks a record; one that breaks a rule is refused with why. */
    static async open(record: unknown, load: () => Promise<Response> | BufferSource = fetchModule): Promise<Moments> {
        const engine = await Engine.load(load());
        const steps = engine.call('open', JSON.stringify(record));
        if (steps < 0) throw new Refused(engine.json() as Refusal);
        return new Moments(engine, steps);
    }

    /** Judges one record after the other by the rules. */
    static async judge(load: () => Promise<Response> | BufferSource = fetchModule): Promise<(record: unknown) => Refusal | null> {
        const engine = await Engine.load(load());
        return (record) => (engine.call('open', JSON.stringify(record)) < 0 ? (engine.json() as Refusal) : null);
    }

    /** The position of a line of a file of puzzles, with the puzzle; null: the line is none. */
    static async puzzle<T>(kind: string, line: string, load: () => Promise<Response> | BufferSource = fetchModule): Promise<{ moments: Moments; record: GameRecord; puzzle: T } | null> {
        const engine = await Engine.load(load());
        if (!engine.call('puzzle', kind, line)) return null;
        const { record, puzzle } = engine.json() as { record: GameRecord; puzzle: T };
        return { moments: new Moments(engine, engine.call('open', JSON.stringify(record))), record, puzzle };
    }

    /** The moment after so many steps; `open`: all cards are, also for a seat. */
    at(step: number, eyes: Eyes, open = eyes === 'open'): Moment {
        this.engine.call('moment', step, typeof eyes === 'number' ? eyes : -1, open);
        return this.engine.json() as Moment;
    }

    /** The moves that a seat may make after so many steps. */
    legal(step: number, seat: number): string[] {
        this.engine.call('legal', step, seat);
        return this.engine.json() as string[];
    }

    /** Why the seat may not make a move then: the id of a message; null: it may. */
    why(step: number, seat: number, text: string): string | null {
        this.engine.call('why', step, seat, text);
        return this.engine.text() || null;
    }

    /** The seat's side of the table after a move, if the move reveals nothing new; null: it is not known. */
    preview(step: number, seat: number, text: string): unknown {
        return this.engine.call('preview', step, seat, text) ? this.engine.json() : null;
    }
}

const fetchModule = (): Promise<Response> => fetch(new URL('../generated/replay.wasm', import.meta.url).href);

/** The event of a moment as a table tells it. */
export function eventAt({ event, step, result }: Moment): TableEvent | null {
    return event ? ({ n: step, at: 0, ...event, ...(result ? { result } : {}) } as TableEvent) : null;
}

/** The moment as the state of a table at which nobody can move; `table` is what the page remembers it by. */
export function stateAt(record: GameRecord, moment: Moment, eyes: Eyes, table = ''): TableState {
    const seat = typeof eyes === 'number' ? eyes : null;
    const people = Array.from({ length: record.seats }, (_, k) => {
        const name = record.names?.[k] ?? null;
        const bot = name?.startsWith('bot:') ? name.slice(4) : null;
        return { chair: k, seat: k, player: null, name: bot ? null : name, bot, here: true, standin: false };
    });
    return {
        table, n: moment.step, game: record.game, rules: record.rules ?? 1, seats: record.seats, options: record.options,
        clock: { kind: 'none' }, listed: false, start: 'full', phase: moment.phase, host: '', commit: '', you: { chair: seat, seat },
        people, view: moment.view, legal: [], times: null, ask: null, result: moment.result ?? null, talk: [],
        ...(moment.shown ? { shown: [moment.shown] } : {}),
    } as TableState;
}

/** A choice in the words of its seat, by the index of its event. */
export type MoveWords = (text: string, event: number) => string;

/** With the cards as they lay before the event; all of them are open now. */
export function moveWordsBy(moments: Steps, record: GameRecord, face: GameFace): MoveWords {
    return (text, event) => {
        const who = record.events[event]?.[0];
        const eyes = typeof who === 'number' ? who : 'open';
        return face.moveName(text, stateAt(record, moments.at(event, eyes, true), eyes));
    };
}
