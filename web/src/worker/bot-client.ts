/*
 * Bots run in a separate worker, so that tables answer at once while a bot thinks. Browsers without
 * nested workers run them in place.
 */
import type { DailyFared, ReviewDecision } from '../lib/protocol';
import type { ToFare } from './daily-bots';
import { type LoadModule, type Question, type Thought, BotRunner } from './bot-runner';
import type { Hear, Reviewed, ToReview } from './reviewer';

export interface Bots {
    warm(game: string, levels: string[]): Promise<void>;
    choose(q: Question): Promise<Thought>;
    chance(game: string, view: Uint8Array, options: Record<string, string>): Promise<number | null>;
    fared(what: ToFare): Promise<DailyFared>;
    /** Rejects when it is stopped. */
    review(what: ToReview, hear: Hear, stop?: AbortSignal): Promise<Reviewed>;
}

/** Messages to and from the bot worker, matched by number. */
export type BotRequest =
    | { n: number; what: 'warm'; game: string; levels: string[] }
    | { n: number; what: 'choose'; question: Question }
    | { n: number; what: 'chance'; game: string; view: Uint8Array; options: Record<string, string> }
    | ({ n: number; what: 'fared' } & ToFare)
    | ({ n: number; what: 'review' } & ToReview)
    /** Ends the question `n`. */
    | { n: number; what: 'stop' };
export type BotMessage =
    | { n: number; progress: number; decision?: ReviewDecision }
    | { n: number; done: unknown }
    | { n: number; failed: string };

/** The bot worker's side: answers one question after the other. */
export function answerAll(load: LoadModule, say: (message: BotMessage) => void): (ask: BotRequest) => void {
    const runner = new BotRunner(load);
    let last = Promise.resolve();
    const stops = new Map<number, AbortController>();
    const answer = async (ask: BotRequest): Promise<unknown> => {
        if (ask.what === 'warm') return runner.warm(ask.game, ask.levels);
        if (ask.what === 'choose') return runner.choose(ask.question);
        if (ask.what === 'chance') return runner.chance(ask.game, ask.view, ask.options);
        if (ask.what === 'fared') return runner.fared(ask);
        const stop = stops.get(ask.n)?.signal;
        if (ask.what === 'stop' || stop?.aborted) throw new Error('stopped');
        return runner.review(ask, (progress, decision) => say({ n: ask.n, progress, decision }), stop);
    };
    return (ask) => {
        if (ask.what === 'stop') return stops.get(ask.n)?.abort();
        stops.set(ask.n, new AbortController());
        last = last.then(async () => {
            try {
                say({ n: ask.n, done: await answer(ask) });
            } catch (reason) {
                say({ n: ask.n, failed: String(reason) });
            }
            stops.delete(ask.n);
        });
    };
}

interface Waiting {
    done: (answer: unknown) => void;
    failed: (reason: Error) => void;
    progress: Hear | undefined;
}

type Without<T> = T extends unknown ? Omit<T, 'n'> : never;

/** Bots in a worker, which is started with the first question and again after a crash. */
export class RemoteBots {
    private worker: Worker | null = null;
    private waiting = new Map<number, Waiting>();
    private next = 1;

    constructor(private make: () => Worker) {}

    private open(): Worker {
        if (this.worker) return this.worker;
        const worker = this.make();
        worker.onmessage = (event: MessageEvent<BotMessage>) => this.hear(event.data);
        worker.onerror = (event) => {
            worker.terminate();
            if (this.worker === worker) this.worker = null;
            for (const one of this.waiting.values()) one.failed(new Error(event.message));
            this.waiting.clear();
        };
        this.worker = worker;
        return worker;
    }

    /** Ends the worker to free its memory, unless it is busy. */
    rest(): void {
        if (this.waiting.size > 0) return;
        this.worker?.terminate();
        this.worker = null;
    }

    private hear(message: BotMessage): void {
        const one = this.waiting.get(message.n);
        if ('progress' in message) {
            one?.progress?.(message.progress, message.decision);
            return;
        }
        this.waiting.delete(message.n);
        if ('failed' in message) one?.failed(new Error(message.failed));
        else one?.done(message.done);
    }

    ask<T>(ask: Without<BotRequest>, progress?: Hear, stop?: AbortSignal): Promise<T> {
        const n = this.next++;
        stop?.addEventListener('abort', () => this.worker?.postMessage({ n, what: 'stop' }));
        return new Promise<T>((done, failed) => {
            this.waiting.set(n, { done: done as (answer: unknown) => void, failed, progress });
            this.open().postMessage({ n, ...ask });
        });
    }
}

/** Bots use one worker; reviews and exact chances use another, which is ended afterwards to free its memory. */
export function botsInWorkers(make: () => Worker): Bots {
    const bots = new RemoteBots(make);
    const study = new RemoteBots(make);
    const alone = async <T>(answer: Promise<T>): Promise<T> => {
        try {
            return await answer;
        } finally {
            study.rest();
        }
    };
    return {
        warm: (game, levels) => bots.ask({ what: 'warm', game, levels }),
        choose: (question) => bots.ask({ what: 'choose', question }),
        chance: (game, view, options) => study.ask({ what: 'chance', game, view, options }),
        fared: (what) => alone(study.ask({ what: 'fared', ...what })),
        review: (what, hear, stop) => alone(study.ask({ what: 'review', ...what }, hear, stop)),
    };
}
