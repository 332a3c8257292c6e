// One chapter of a tutorial being played: where the person is, what lies on the table, and what is said to each answer.
import type { GameRecord, Moment } from '../lib/protocol';
import { MSG } from '../lib/msg';
import { Moments } from '../replay/moments';
import { asksMove, isRight, listedWrong, recordAt, wordOfWrong, type Chapter, type Step } from './lesson';
import { keepStep, stepKept } from './progress';

/** What was said to the last answer. */
export interface Answer {
    right: boolean;
    /** The id of a message. */
    id: string;
}

let module: Promise<ArrayBuffer> | undefined;
/** The engine's module, fetched once for all steps. */
const fetchEngine = (): Promise<ArrayBuffer> =>
    (module ??= fetch(new URL('../generated/replay.wasm', import.meta.url).href).then((answer) => answer.arrayBuffer()));

export class Teacher {
    /** The step, from 0; as many as there are steps: the end. */
    at = $state(0);
    answer: Answer | null = $state.raw(null);
    record: GameRecord | null = $state.raw(null);
    moments: Moments | null = $state.raw(null);
    /** Grows with every position and every try: the table is a new one then, with nothing picked. */
    tries = $state(0);
    readonly all: number;
    /** The step that the person left the chapter at; 0: none. */
    readonly resumed: number;

    constructor(
        readonly game: string,
        readonly chapter: Chapter,
    ) {
        this.all = chapter.steps.length;
        const kept = stepKept(game, chapter.id);
        this.resumed = Math.max(0, chapter.steps.findIndex((step) => step.id === kept));
        this.at = this.resumed;
    }

    get step(): Step | undefined {
        return this.chapter.steps[this.at];
    }
    get over(): boolean {
        return this.at >= this.all;
    }
    get solved(): boolean {
        return this.answer?.right ?? false;
    }
    get asks(): 'move' | 'choice' | null {
        if (!this.step || this.solved) return null;
        return asksMove(this.step) ? 'move' : this.step.choices ? 'choice' : null;
    }
    get seat(): number {
        return this.chapter.seat ?? 0;
    }
    /** The position on the table. */
    get moment(): Moment | null {
        return this.moments?.at(this.moments.steps, this.seat) ?? null;
    }
    get legal(): string[] {
        return this.moments && this.asks === 'move' ? this.moments.legal(this.moments.steps, this.seat) : [];
    }

    private async open(after: { answer: string | null } | null): Promise<void> {
        const record = recordAt(this.game, this.chapter, this.at, after);
        const bytes = await fetchEngine();
        this.moments = await Moments.open(record, () => bytes);
        this.record = record;
        this.tries++;
    }

    /** Goes to a step, or to the end, and remembers it. */
    async go(to: number): Promise<void> {
        this.at = Math.min(Math.max(0, to), this.all);
        this.answer = null;
        keepStep(this.game, this.chapter.id, this.step?.id ?? '');
        if (!this.over) await this.open(null);
    }

    /** A right answer without a word to it goes straight on. */
    private async succeed(answer: string | null): Promise<void> {
        if (!this.step?.done) return this.go(this.at + 1);
        this.answer = { right: true, id: this.step.done };
        await this.open({ answer });
    }
    private fail(id: string): void {
        this.answer = { right: false, id };
        this.tries++;
    }

    /** A move or signal that the table offered, or that one typed. */
    async move(text: string): Promise<void> {
        if (!this.step || this.asks !== 'move') return;
        const refused = this.why(text);
        if (refused) this.fail(refused);
        else if (isRight(this.step, text)) await this.succeed(text);
        else this.fail(wordOfWrong(this.step, text) ?? MSG('learn.not-this'));
    }
    async choose(k: number): Promise<void> {
        const choice = this.step?.choices?.[k];
        if (choice?.right) await this.succeed(null);
        else if (choice) this.fail(choice.wrong ?? MSG('learn.not-this'));
    }

    /** Why the engine refuses a move: the step's own word for it, or the rule's; null: it does not. */
    why(text: string): string | null {
        const refusal = this.moments?.why(this.moments.steps, this.seat, text) ?? null;
        return refusal && this.step ? (listedWrong(this.step, text) ?? refusal) : refusal;
    }
    preview(text: string): unknown {
        return this.moments?.preview(this.moments.steps, this.seat, text) ?? null;
    }
}
