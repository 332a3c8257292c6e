// Photograph's moments, told by the difference of two views.
import { expect, test } from 'vitest';
import { tie } from './ending';
import { tell } from './moments';

const film = (...cards: string[]): unknown => ({ cards: cards.map((card) => (/[+-]$/.test(card) ? { back: card } : { card })), open: cards.filter((card) => !/[+-]$/.test(card)).length });
const player = (hand: string[], films: Record<string, unknown>, good: string[] = [], score = 0): unknown => ({ hand, films, good, score });
const state = (n: number, players: unknown[], more: object = {}): never =>
    ({ table: 't', n, game: 'photograph', you: { seat: 0 }, result: null, view: { game: 'photograph', seat: 0, sunset: 'ahead', players, ...more } }) as never;

test('taken cards slide in one after another', () => {
    const told = tell(state(1, [player(['R1'], {})]), state(2, [player(['R1', 'B2', 'G3'], {})]), []);
    expect(told.map(({ effect, step, sound }) => [effect, step, sound])).toEqual([['slide', 0, 'paper'], ['slide', 1, 'paper']]);
    expect(told[1]?.at).toContain('c:G3');
});

test('each shot closes the shutter; sharp ones develop, blurry ones smear; a Good Shot is pinned', () => {
    const before = state(3, [player(['R7'], { R: film('R5') }), player([], { B: film() })]);
    const after = state(4, [player([], { R: film('R5', 'R7', 'R+') }, ['R']), player([], { B: film('B3') })]);
    const told = tell(before, after, []);
    expect(told.map(({ effect, nth }) => [effect, nth])).toEqual([
        ['shutter', -2], ['develop', -2], ['shutter', -1], ['smear', -1], ['pin', undefined], ['shutter', -1], ['develop', -1],
    ]);
    expect(told[0]?.at).toBe('[data-film="0:R"] .frame:not(.coming)');
    expect(told[4]?.at).toContain('[data-film="0:R"] .medal.own');
    expect(told.at(-1)?.at).toContain('[data-film="1:B"]');
});

test('Sunset falls once', () => {
    const now = (n: number, sunset: string): never => state(n, [], { sunset });
    expect(tell(now(1, 'ahead'), now(2, 'now'), []).map((one) => one.effect)).toEqual(['dusk']);
    expect(tell(now(2, 'now'), now(3, 'past'), [])).toEqual([]);
});

test('a tie is explained by what decided it', () => {
    const over = (winners: number[], ...players: unknown[]): never => ({ ...(state(9, players) as object), result: { winners, scores: [] } }) as never;
    const names = ['Ann', 'Bob'];
    const [two, one] = [player([], { R: film('R1', 'R2') }, ['R', 'B'], 20), player([], { R: film('R1', 'R2', 'R3') }, ['R'], 20)];
    expect(tie(over([1], one, two), names)).toBe('photo.tie-good');
    expect(tie(over([1], player([], { R: film('R1') }, ['R'], 20), one), names)).toBe('photo.tie-film');
    expect(tie(over([0, 1], one, one), names)).toBe('photo.tie-shared');
});
