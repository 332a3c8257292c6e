/*
 * Where the bots think: a worker of its own, so that tables answer at once whatever is being
 * thought about. Browsers without workers inside workers think in place.
 */
import type { Review } from '../lib/protocol';
import { type LoadModule, type Question, type Thought, Thinker } from './thinker';

export interface Mind {
    warm(game: string): Promise<void>;
    choose(q: Question): Promise<Thought>;
    chance(game: string, view: Uint8Array, options: Record<string, string>): Promise<number | null>;
    review(
        record: unknown,
        progress: (part: number) => void,
    ): Promise<{ review: Review } | { error: unknown }>;
}

/** What goes to the thinking worker and comes back, by number. */
export type MindAsk =
    | { n: number; what: 'warm'; game: string }
    | { n: number; what: 'choose'; question: Question }
    | { n: number; what: 'chance'; game: string; view: Uint8Array; options: Record<string, string> }
    | { n: number; what: 'review'; record: unknown };
export type MindSays =
    | { n: number; progress: number }
    | { n: number; done: unknown }
    | { n: number; failed: string };

/** The thinking worker's side: answers one question after the other. */
export function answerAll(load: LoadModule, say: (message: MindSays) => void): (ask: MindAsk) => void {
    const thinker = new Thinker(load);
    let last = Promise.resolve();
    const answer = async (ask: MindAsk): Promise<unknown> => {
        if (ask.what === 'warm') return thinker.warm(ask.game);
        if (ask.what === 'choose') return thinker.choose(ask.question);
        if (ask.what === 'chance') return thinker.chance(ask.game, ask.view, ask.options);
        return thinker.review(ask.record, (progress) => say({ n: ask.n, progress }));
    };
    return (ask) => {
        last = last.then(async () => {
            try {
                say({ n: ask.n, done: await answer(ask) });
            } catch (reason) {
                say({ n: ask.n, failed: String(reason) });
            }
        });
    };
}

interface Waiting {
    done: (answer: unknown) => void;
    failed: (reason: Error) => void;
    progress: ((part: number) => void) | undefined;
}

type Without<T> = T extends unknown ? Omit<T, 'n'> : never;

/** A mind in a worker, which is started with the first question and again after a crash. */
export class FarMind {
    private worker: Worker | null = null;
    private waiting = new Map<number, Waiting>();
    private next = 1;

    constructor(private make: () => Worker) {}

    private open(): Worker {
        if (this.worker) return this.worker;
        const worker = this.make();
        worker.onmessage = (event: MessageEvent<MindSays>) => this.hear(event.data);
        worker.onerror = (event) => {
            worker.terminate();
            if (this.worker === worker) this.worker = null;
            for (const one of this.waiting.values()) one.failed(new Error(event.message));
            this.waiting.clear();
        };
        this.worker = worker;
        return worker;
    }

    /** Gives the worker's memory back, unless it is at work. */
    rest(): void {
        if (this.waiting.size > 0) return;
        this.worker?.terminate();
        this.worker = null;
    }

    private hear(message: MindSays): void {
        const one = this.waiting.get(message.n);
        if ('progress' in message) {
            one?.progress?.(message.progress);
            return;
        }
        this.waiting.delete(message.n);
        if ('failed' in message) one?.failed(new Error(message.failed));
        else one?.done(message.done);
    }

    ask<T>(ask: Without<MindAsk>, progress?: (part: number) => void): Promise<T> {
        const n = this.next++;
        return new Promise<T>((done, failed) => {
            this.waiting.set(n, { done: done as (answer: unknown) => void, failed, progress });
            this.open().postMessage({ n, ...ask });
        });
    }
}

/** Bots think in one worker; what takes long and much memory has another, and gives it back. */
export function twoMinds(make: () => Worker): Mind {
    const bots = new FarMind(make);
    const study = new FarMind(make);
    const alone = async <T>(answer: Promise<T>): Promise<T> => {
        try {
            return await answer;
        } finally {
            study.rest();
        }
    };
    return {
        warm: (game) => bots.ask({ what: 'warm', game }),
        choose: (question) => bots.ask({ what: 'choose', question }),
        chance: (game, view, options) => study.ask({ what: 'chance', game, view, options }),
        review: (record, progress) => alone(study.ask({ what: 'review', record }, progress)),
    };
}
