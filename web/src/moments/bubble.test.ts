import { expect, test } from 'vitest';
import { cornerFor } from './bubble';

const size = { width: 100, height: 30 };
const room = { left: 0, top: 50, right: 400, bottom: 800 };
const at = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

test('a bubble stands below its speaker, inside of the room', () => {
    expect(cornerFor(size, at(150, 60, 250, 100), room, [])).toEqual([150, 94]);
    expect(cornerFor(size, at(0, 60, 40, 100), room, [])).toEqual([6, 94]);
    expect(cornerFor(size, at(380, 60, 400, 100), room, [])).toEqual([294, 94]);
});

test('it never covers the hand: above the speaker then, or over the own place, or nowhere', () => {
    const hand = at(0, 600, 400, 800);
    expect(cornerFor(size, at(150, 500, 250, 595), room, [hand])).toEqual([150, 476]);
    expect(cornerFor(size, at(150, 52, 250, 595), room, [hand])).toEqual([150, 308.5]);
    expect(cornerFor(size, at(150, 700, 250, 790), room, [at(0, 60, 400, 800)])).toBeNull();
});
