// Aids and pencil marks of one person at one table. It is loaded when they are asked for, and asks the table again after each
// of its events.
import type { Client } from '../lib/client.svelte';
import type { CardNote, CardNotes, GameFace, HiddenCard } from '../lib/contract';
import type { Aids, TableState } from '../lib/protocol';
import { choose, settings } from '../lib/settings.svelte';
import { reasonOf } from '../lib/status.svelte';
import { joined, t } from '../lib/words.svelte';
import { heldMarks, inRuns, keepMarks, leftValues, readMarks, turnMark, wipeMarks, type CardMarks, type Marks } from './marks';

/** Whether the table's maker permits aids, or nobody else plays here; the engine decides it again. */
export const permits = (state: TableState): boolean =>
    state.aids === true || !state.people.some((one) => one.player !== null && one.chair !== state.you.chair);

const upTo = (n: number): number[] => Array.from({ length: n }, (_, k) => k + 1);

export class Helper {
    aids: Aids | null = $state.raw(null);
    /** Why there are none, in words. */
    fault = $state('');
    /** The own hidden cards; null: not known yet. */
    cards: HiddenCard[] | null = $state.raw(null);
    marks: Marks = $state.raw({ part: 0, cards: {} });
    /** The card that is being marked; 0: none. */
    marking = $state(0);
    /** Several people may play at one device: each has marks of their own. */
    private place: string;
    private asked = '';
    private done: Promise<void> = Promise.resolve();

    constructor(
        private client: Client,
        private table: string,
        seat: number,
    ) {
        this.place = `${table}-${seat}`;
        this.marks = readMarks(this.place);
    }

    /** Follows the table; `shown`: the panel is open. */
    follow(state: TableState, face: GameFace, shown: boolean): Promise<void> {
        const wants = shown || (settings.values && permits(state));
        const now = `${state.n} ${wants}`;
        if (now !== this.asked) {
            this.asked = now;
            this.done = this.look(state, face, wants ? now : '');
        }
        return this.done;
    }

    private async look(state: TableState, face: GameFace, ask: string): Promise<void> {
        const found = await face.hidden?.();
        const { part, cards } = (state.view && found?.hidden(state.view)) ?? { part: 0, cards: [] };
        this.take(part, cards);
        if (ask === '') this.aids = null;
        else await this.ask(ask);
    }

    private take(part: number, cards: HiddenCard[]): void {
        this.cards = cards;
        const slots = cards.map((card) => card.slot);
        const held = heldMarks(this.marks, part, slots);
        if (Object.keys(held.cards).length !== Object.keys(this.marks.cards).length) keepMarks(this.place, held);
        this.marks = held;
        if (!slots.includes(this.marking)) this.marking = 0;
    }

    /** An answer about an older moment is dropped. */
    private async ask(now: string): Promise<void> {
        const [aids, fault] = await this.client.request('aids', { table: this.table }).then(
            (answer): [Aids | null, string] => [answer.aids, ''],
            (reason: unknown): [Aids | null, string] => [null, reasonOf(reason)],
        );
        if (now === this.asked) [this.aids, this.fault] = [aids, fault];
    }

    card(slot: number): HiddenCard | undefined {
        return this.cards?.find((one) => one.slot === slot);
    }
    marksOf(slot: number): CardMarks {
        return this.marks.cards[slot] ?? {};
    }
    turn(slot: number, value: number): void {
        this.put(turnMark(this.marks, slot, value));
    }
    wipe(slot: number): void {
        this.put(wipeMarks(this.marks, slot));
    }
    private put(marks: Marks): void {
        this.marks = marks;
        keepMarks(this.place, marks);
        if (!settings.pencil) void choose('pencil', true);
    }

    private note(card: HiddenCard): CardNote | null {
        const may = settings.values ? this.aids?.own?.find((one) => one.slot === card.slot)?.may : undefined;
        const marked = this.marks.cards[card.slot];
        if (!may && !marked) return null;
        const values = inRuns(leftValues(may ?? upTo(card.values), marked ?? {}));
        const list = values.join(', ');
        return { values, pencil: marked !== undefined, words: marked ? t('aids.marked', list) : t('aids.may', list) };
    }

    /** What stands on the cards; with the pencil in hand a press marks one. */
    notesFor(pencil: boolean): CardNotes {
        const on: Record<number, CardNote> = {};
        for (const card of this.cards ?? []) {
            const note = this.note(card);
            if (note) on[card.slot] = note;
        }
        return { on, press: pencil ? (slot) => (this.marking = slot) : null };
    }
}

/** One of the own cards in words, for the panel: what it can be, and who can beat it. */
export function ownWords(aids: Aids, card: HiddenCard, names: string[]): { may: string; beaten: string } {
    const own = aids.own?.find((one) => one.slot === card.slot);
    if (!own) return { may: '', beaten: '' };
    const who = (seats: number[]): string => seats.map((seat) => names[seat] ?? '').join(', ');
    const { sure, maybe } = own.beaten ?? { sure: [], maybe: [] };
    const parts = [sure.length > 0 ? t('aids.beaten', who(sure)) : '', maybe.length > 0 ? t('aids.beaten-maybe', who(maybe)) : ''];
    const said = parts.filter(Boolean);
    const none = own.beaten ? t('aids.unbeaten') : '';
    return { may: inRuns(own.may).join(', '), beaten: said.length > 0 ? joined(said) : none };
}
