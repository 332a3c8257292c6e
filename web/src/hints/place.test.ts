import { describe, expect, it } from 'vitest';
import type { Box } from '../replay/ghosts';
import { placeOf } from './place';

const room: Box = { x: 0, y: 50, w: 390, h: 794 };
const hand: Box = { x: 0, y: 640, w: 390, h: 204 };
const size = { w: 378, h: 120 };
const meets = (a: Box, b: Box): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

describe('the place of a panel', () => {
    it('is at the top where nothing is in the way', () => {
        expect(placeOf(size, room, hand, [], [])).toMatchObject({ y: 50 });
    });
    it('leaves what is marked visible', () => {
        const mark = { x: 20, y: 60, w: 60, h: 90 };
        const { x, y } = placeOf(size, room, hand, [mark], []);
        expect(meets({ x, y, ...size }, mark)).toBe(false);
    });
    it('is never over the hand, wherever the hand lies and however much is marked', () => {
        const hands: Box[] = [hand, { x: 600, y: 50, w: 240, h: 340 }, { x: 0, y: 50, w: 390, h: 150 }];
        for (const one of hands)
            for (let y = 50; y < 640; y += 45) {
                const wide = one.x > 0 ? { x: 0, y: 50, w: 844, h: 340 } : room;
                const found = placeOf(size, wide, one, [{ x: 0, y, w: 390, h: 200 }], [{ x: 0, y: 50, w: 390, h: 300 }]);
                expect(meets({ x: found.x, y: found.y, w: size.w, h: Math.min(size.h, found.most) }, one), `${one.x} ${y}`).toBe(false);
            }
    });
    it('is low and scrolls where there is little room', () => {
        const found = placeOf({ w: 378, h: 300 }, { x: 0, y: 50, w: 390, h: 300 }, { x: 0, y: 200, w: 390, h: 150 }, [], []);
        expect(found.most).toBeLessThanOrEqual(144);
    });
});
