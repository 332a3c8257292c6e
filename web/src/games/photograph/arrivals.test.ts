import { expect, test } from 'vitest';
import type { PhotographPlayer } from '../../lib/protocol';
import { filmFrom, freshIn, handFrom, newIn } from './arrivals';
import { readTake, type Shot, type Step } from './model';

const step = (members: Partial<Step>): Step => ({ seat: 0, take: null, shots: new Map(), columns: [], taken: [], ...members }) as Step;
const shot = (card: string): Shot => ({ card, sharp: true, good: false });
const withFilm = (count: number): PhotographPlayer =>
    ({ films: { B: { cards: Array.from({ length: count }, () => ({ back: 'B+' })) } } }) as unknown as PhotographPlayer;

test('a dark photo comes to the hand from its place in the field, an open one by its own name', () => {
    const taken = step({ take: readTake('take 2L2'), columns: [0, 1], taken: ['R5', 'B+'] });
    const hand = ['Y1', 'R5', 'B9'];
    const fresh = freshIn(taken, 0, 'wind');
    expect(fresh).toBe(2);
    expect([0, 1, 2].map((place) => handFrom(taken, hand, fresh, place))).toEqual([undefined, undefined, 'f:1:1']);
    expect([freshIn(taken, 1, 'wind'), freshIn(taken, 0, 'take'), freshIn(null, 0, 'wind')]).toEqual([0, 0, 0]);
});

test('the new frames of a film come from the shutter or from the card that was seen', () => {
    const shots = new Map([[0, [shot('R2'), shot('B9'), shot('B+')]]]);
    const wound = step({ shots });
    expect([newIn(wound, 0, 'B'), newIn(wound, 1, 'B'), newIn(null, 0, 'B')]).toEqual([2, 0, 0]);
    const from = [0, 1, 2, 3].map((index) => filmFrom(wound, 0, withFilm(4), 'B', index));
    expect(from).toEqual([undefined, undefined, 'c:B9', 'shutter:0']);
    expect(filmFrom(null, 0, withFilm(2), 'B', 1)).toBeUndefined();
});
