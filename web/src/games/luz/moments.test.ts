// Luz's moments: the winning pane and the bead of the trick.
import { expect, test } from 'vitest';
import { tie } from './ending';
import { tell } from './moments';

const state = (n: number, deal: number, tricks: number[], more: object = {}): never =>
    ({ table: 't', n, game: 'luz', you: { seat: 0 }, view: { deal, tricks }, ...more }) as never;
const played = { e: 'move', n: 5, at: 0, seat: 1, text: 'play 3' } as const;

test('a trick lights the window and fills a bead of its winner', () => {
    const told = tell(state(4, 1, [1, 2, 0]), state(5, 1, [1, 3, 0]), [played]);
    expect(told.map((one) => one.effect)).toEqual(['slide', 'light', 'bead']);
    expect(told[2]?.at).toBe('[data-luz-seat="1"] .string i:nth-child(3)');
});

test('the last trick of a deal is told from the look at its end, a new deal is no trick', () => {
    const next = state(5, 2, [0, 0, 0], { ended: { deal: 1, tricks: [2, 3, 5] } });
    expect(tell(state(4, 1, [2, 3, 4]), next, [played]).at(-1)?.at).toBe('[data-luz-seat="2"] .string i:nth-child(5)');
    expect(tell(state(4, 1, [2, 3, 4]), state(5, 2, [0, 0, 0]), [])).toEqual([]);
});

test('a tie is decided by deal 4, then by the first player', () => {
    const over = (...last: number[]): never =>
        ({ you: { seat: 0 }, result: { winners: [1], scores: [30, 30] }, view: { scores: [30, 30], sheet: [[], [], [], last] } }) as never;
    expect(tie(over(10, 20), ['Ann', 'Bob'])).toBe('luzt.tie-deal');
    expect(tie(over(20, 20), ['Ann', 'Bob'])).toBe('luzt.tie-first');
});
