/*
 * Runs the bots: a view comes in, a move goes out. Thinking blocks, so browsers run this in a worker
 * (bot-client.ts); tests call it directly.
 */
import type { DailyFared, HintValue, Reason } from '../lib/protocol';
import type { ToFare } from './daily-bots';
import { Engine, type Source } from './engine';
import type { Hear, Reviewed, ToReview } from './reviewer';

/** A question to a bot, with its seat's view as bytes from the tables' module. */
export interface Question {
    game: string;
    level: string;
    seat: number;
    view: Uint8Array;
    /** Waiting is no answer. */
    must: boolean;
    /** Weigh waiting against the moves, and say why. */
    hint?: boolean;
    /** Nobody else plays: the expert looks into the solver's book then. */
    alone?: boolean;
    /** Equal seeds give equal moves. */
    seed: [number, number];
    /** The level's whole budget, however slow the device is. */
    whole?: boolean;
    /** The thinking budget; 0: the level's own, or less on a slow device. */
    iterations?: number;
}

export interface Thought {
    /** null: nothing now. */
    text: string | null;
    values: HintValue[];
    iterations: number;
    /** Of a hint: the choice that `why` compares it with, which may be itself; null is waiting. */
    other?: string | null;
    /** Of a hint: null: no reason is known. */
    why?: Reason | null;
}

/** The answer of `hint` (wasm/hint.c). */
interface Told {
    text: string | null;
    other: string | null;
    why: Reason | null;
    seen: (string | null)[];
}

export type LoadModule = (name: string) => Source | Promise<Source>;

/** The longest time for a choice on any device; a level's own budget is used if it fits. */
const PATIENCE_MS = 3000;
/** Levels with a budget from here on are tried with a small part of it first. */
const LARGE_BUDGET = 2000;
const UNKNOWN = -1e9;
const VALUES = 4;
const HINT_VALUES = 3;

/** The levels of a first game have a small module of their own, so that it begins soon. */
const FIRST = ['random', 'easy'];
const moduleOf = (game: string, level: string): string => `${FIRST.includes(level) ? 'easy' : 'bots'}-${game}`;

const known = (value: number): number | null => (value > UNKNOWN ? value : null);

export class BotRunner {
    private modules = new Map<string, Promise<Engine>>();
    /** Milliseconds of one iteration, by game and level. */
    private speed = new Map<string, number>();

    constructor(
        private load: LoadModule,
        private clock: () => number = () => performance.now(),
        private patience = PATIENCE_MS,
    ) {}

    private module(name: string): Promise<Engine> {
        let engine = this.modules.get(name);
        if (!engine) {
            engine = Engine.load(this.load(name));
            this.modules.set(name, engine);
            engine.catch(() => this.modules.delete(name));
        }
        return engine;
    }

    /** Fetches the bots of a game before they are asked. */
    async warm(game: string, levels: string[]): Promise<void> {
        await Promise.all([...new Set(levels.map((level) => moduleOf(game, level)))].map((name) => this.module(name)));
    }

    private run(engine: Engine, q: Question, iterations: number): number {
        engine.put(engine.call('view'), q.view);
        const start = this.clock();
        const spent = engine.call('think', q.game, q.level, q.seat, q.seed[0], q.seed[1], iterations, Number(q.must) + (q.hint ? 2 : 0));
        if (spent < 0) throw new Error(`no bot ${q.level} for ${q.game}`);
        const took = this.clock() - start;
        if (spent > 0 && took > 50) this.speed.set(`${q.game} ${q.level}`, took / spent);
        return spent;
    }

    /** How many iterations this device can afford; 0: the level's own. */
    private afford(engine: Engine, q: Question): number {
        const name = `${q.game} ${q.level}`;
        const budget = engine.call('budget', q.game, q.level);
        if (budget >= LARGE_BUDGET && !this.speed.has(name)) {
            const start = this.clock();
            this.run(engine, q, Math.ceil(budget / 16));
            if ((this.clock() - start) * 16 < this.patience) return 0;
        }
        const speed = this.speed.get(name);
        if (speed === undefined || speed * budget <= this.patience) return 0;
        return Math.max(1, Math.floor(this.patience / speed));
    }

    async choose(q: Question): Promise<Thought> {
        /* Only the reviewer's module knows reasons. */
        const engine = await this.module(q.hint || (q.alone && q.level === 'expert') ? 'review' : moduleOf(q.game, q.level));
        const iterations = q.iterations ?? (q.whole ? 0 : this.afford(engine, q));
        // Alone, an expert without a budget would think to the end, however long that takes.
        const budget = iterations || !q.alone ? iterations : engine.call('budget', q.game, q.level);
        const spent = this.run(engine, q, budget);
        if (q.hint) return this.explain(engine, spent);
        const [text, ...seen] = engine.json() as (string | null)[];
        const numbers = engine.doubles(engine.call('values'), VALUES * seen.length);
        const values = seen.map((one, i) => ({
            text: one ?? '',
            value: numbers[VALUES * i] ?? 0,
            points: known(numbers[VALUES * i + 1] ?? UNKNOWN),
            win: known(numbers[VALUES * i + 2] ?? UNKNOWN),
        }));
        return { text: text ?? null, values, iterations: spent };
    }

    private explain(engine: Engine, iterations: number): Thought {
        engine.call('hint');
        const { seen, ...told } = engine.json() as Told;
        const numbers = engine.doubles(engine.call('hint_values'), HINT_VALUES * seen.length);
        const values = seen.map((text, i) => ({
            text,
            value: numbers[HINT_VALUES * i] ?? 0,
            points: known(numbers[HINT_VALUES * i + 1] ?? UNKNOWN),
            win: known(numbers[HINT_VALUES * i + 2] ?? UNKNOWN),
        }));
        return { ...told, values, iterations };
    }

    /** See reviewer.ts. */
    async chance(game: string, view: Uint8Array, options: Record<string, string>): Promise<number | null> {
        const engine = this.module('review');
        return (await import('./reviewer')).chance(await engine, game, view, options);
    }

    /** See daily-bots.ts. */
    async fared(what: ToFare): Promise<DailyFared> {
        const engine = this.module('review');
        return (await import('./daily-bots')).fared(await engine, what);
    }

    /** See reviewer.ts. */
    async review(what: ToReview, hear: Hear, stop?: AbortSignal): Promise<Reviewed> {
        const engine = this.module('review');
        return (await import('./reviewer')).review(await engine, what, hear, stop, this.clock);
    }
}
