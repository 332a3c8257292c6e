// The table of Smitten works out no rules, but takes move texts apart and chooses sentences; that is tried here.
import { describe, expect, it } from 'vitest';
import type { SmittenPending, SmittenView, TableEvent, TableState } from '../../lib/protocol';
import { needWords } from '../../lib/words.svelte';
import { describeMove, instruction, momentWords } from './describe';
import * as model from './model';

const pending = (more: Partial<SmittenPending>): SmittenPending => ({
    card: 7,
    square: 'L',
    by: 0,
    for: 1,
    must: 'place',
    where: 'either',
    only: null,
    kept: null,
    top: null,
    ...more,
});

describe('move texts', () => {
    it('are taken apart, with two players and alone', () => {
        expect(model.readMove('play 5R higher')).toMatchObject({ do: 'play', hand: '', card: 5, square: 'R', call: 'higher' });
        expect(model.readMove('place B7R')).toMatchObject({ do: 'place', hand: 'B', card: 7, square: 'R', call: null });
        expect(model.readMove('flip A')).toMatchObject({ do: 'flip', hand: 'A', card: null, square: null });
        expect(model.readMove('swap A5')).toMatchObject({ do: 'swap', hand: 'A', card: 5 });
        expect(model.readMove('say can')).toBeNull();
    });
    it('belong to their card and square', () => {
        const moves = model.readMoves(['play A4L', 'play B4L', 'play A5L higher', 'play A5L lower', 'place 4R']);
        const four = { hand: 'A', card: 4, top: false } as const;
        expect(model.movesOf(moves, four).map((x) => x.text)).toEqual(['play A4L']);
        expect(model.movesTo(moves, { hand: 'A', card: 5, top: false }, 'L')).toHaveLength(2);
        expect(model.movesOf(moves, { hand: '', card: 4, top: true }).map((x) => x.text)).toEqual(['place 4R']);
    });
    it('are asked about as the instruction wants them', () => {
        const view = { pending: pending({}) } as SmittenView;
        expect(model.tryText(view, { hand: 'B', card: 3, top: false }, 'R')).toBe('place B3R');
        expect(model.tryText({ pending: null } as SmittenView, { hand: '', card: 5, top: false }, 'L')).toBe('play 5L higher');
        const reveal = { pending: pending({ must: 'reveal' }) } as SmittenView;
        expect(model.tryText(reveal, { hand: '', card: 6, top: false }, 'L')).toBe('reveal 6');
    });
});

describe('the sentence of an instruction', () => {
    it('names the square that is meant', () => {
        expect(model.clauseOf(pending({ where: 'same' }))).toBe('in-L');
        expect(model.clauseOf(pending({ where: 'other' }))).toBe('in-R');
        expect(model.clauseOf(pending({ where: 'other', only: 'above', square: 'R' }))).toBe('above-L');
        expect(model.clauseOf(pending({ where: 'near' }))).toBe('near-L');
    });
    it('tells the kinds apart', () => {
        expect(model.clauseOf(pending({ must: 'reveal' }))).toBe('reveal');
        expect(model.clauseOf(pending({ kept: 6 }))).toBe('another');
        expect(model.clauseOf(pending({ must: 'place-top', top: 4 }))).toBe('top');
        expect(model.clauseOf(pending({ must: 'play' }))).toBe('play');
        expect(model.clauseOf(pending({ only: 'new' }))).toBe('new');
        expect(model.clauseOf(pending({}))).toBe('either');
    });
});

describe('signals', () => {
    it('combine one of each pair', () => {
        expect(model.withWord(null, 'can')).toBe('say can');
        expect(model.withWord('can', 'want')).toBe('say can want');
        expect(model.withWord('can want', 'cannot')).toBe('say cannot want');
        expect(model.withWord('want', 'can')).toBe('say can want');
        expect(model.withWord('can', 'can')).toBeNull();
    });
    it('are open to both players all through the game (S3.2)', () => {
        const view = { mode: 'two', seat: 0, phase: 'turn' } as SmittenView;
        expect(model.mayTalk(view)).toBe(true);
        expect(model.mayTalk({ ...view, phase: 'carry', actors: [1] })).toBe(true);
        expect(model.mayTalk({ ...view, seat: 1, phase: 'carry', actors: [1] })).toBe(true);
        for (const not of [{ phase: 'deal' }, { phase: 'over' }, { seat: -1 }, { mode: 'solo' }] as Partial<SmittenView>[])
            expect(model.mayTalk({ ...view, ...not })).toBe(false);
    });
    it('have their moment', () => {
        const signals = [
            { turn: 1, move: 0, seat: 1, said: 'can' },
            { turn: 2, move: 0, seat: 0, said: 'want' },
            { turn: 2, move: 0, seat: 1, said: 'pass' },
            { turn: 2, move: 1, seat: 1, said: 'cannot' },
        ];
        const view = { turn: 2, signals } as unknown as SmittenView;
        expect(model.signalIn(view, 1, 2)?.said).toBe('cannot');
        expect(model.signalIn(view, 0, 2)?.move).toBe(0);
        expect(model.signalIn(view, 1, 1)?.said).toBe('can');
        expect(model.signalIn(view, 0, 1)).toBeNull();
    });
    it('are told with the moment when they come within a turn', async () => {
        await needWords('smitten');
        const view = { seat: 0, turn: 2, signals: [{ turn: 2, move: 1, seat: 1, said: 'cannot' }] } as unknown as SmittenView;
        const after = { view, you: { seat: 0 } } as unknown as TableState;
        const event = { n: 9, at: 0, e: 'move', seat: 1, text: 'say cannot' } as TableEvent;
        const words = describeMove(event, after, ['Ann', 'Bob']) ?? '';
        expect(words).toContain('Bob');
        expect(words).toContain(momentWords({ turn: 2, move: 1, seat: 1, said: 'cannot' }));
        const start = { ...view, signals: [{ turn: 2, move: 0, seat: 1, said: 'cannot' }] } as SmittenView;
        expect(describeMove(event, { ...after, view: start }, ['Ann', 'Bob'])).not.toContain('(');
    });
});

describe('cards', () => {
    it('show the sign that the options give to 4 and 9', () => {
        expect(model.signOf(7, {})).toBe('other');
        expect(model.signOf(4, { card4: 'near' })).toBe('near');
        expect(model.signOf(9, {})).toBe('any');
    });
    it('let the card set aside complete a won picture', () => {
        const squares = { L: [1, 2, 3, 4, 5, 6, 7, 8, 9], R: [1, 2, 3, 4, 5, 6, 7, 8] };
        const view = { squares, won: true, aside: 9 } as unknown as SmittenView;
        expect(model.filled(view, 'R').size).toBe(9);
        expect(model.filled({ ...view, won: null, aside: null } as SmittenView, 'R').size).toBe(8);
    });
});

describe('instructions', () => {
    it('name the card that came from the deck, or the deck where none came', async () => {
        await needWords('smitten');
        const view = (top: number | null): SmittenView =>
            ({ phase: 'carry', seat: 0, mode: 'solo', pending: pending({ card: 3, for: 'A', must: 'place-top', top }) }) as unknown as SmittenView;
        expect(instruction(view(8), [])).toMatch(/place the 8 from the deck/);
        expect(instruction(view(null), [])).toMatch(/place the top card of the deck/);
    });
});
