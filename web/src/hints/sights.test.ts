import { describe, expect, it } from 'vitest';
import { placeLabels } from './sights';

const room = { x: 0, y: 0, w: 200, h: 100 };
const size = { w: 40, h: 12 };

describe('labels', () => {
    it('lie beside their things, within the room', () => {
        const [low, high] = placeLabels([{ thing: { x: 10, y: 10, w: 40, h: 20 }, size }, { thing: { x: 100, y: 80, w: 40, h: 20 }, size }], room, []);
        expect(low).toMatchObject({ x: 10, y: 32 });
        expect(high).toMatchObject({ x: 100, y: 66 });
    });
    it('cover neither each other nor what is taken', () => {
        const thing = { x: 80, y: 40, w: 40, h: 20 };
        const found = placeLabels([{ thing, size }, { thing: { ...thing, x: 81 }, size }], room, [{ x: 0, y: 0, w: 200, h: 39 }]);
        const [one, other] = found;
        expect(one?.y).toBe(62);
        expect(other === null || other === undefined || other.y !== one?.y || Math.abs(other.x - (one?.x ?? 0)) >= 40).toBe(true);
    });
    it('cover as little as possible of the rest', () => {
        const thing = { x: 80, y: 40, w: 40, h: 20 };
        expect(placeLabels([{ thing, size }], room, [], [{ x: 0, y: 60, w: 200, h: 40 }])[0]?.y).toBe(26);
    });
    it('are left out where there is no room, and where their thing is not drawn', () => {
        expect(placeLabels([{ thing: { x: 0, y: 0, w: 200, h: 100 }, size }, { thing: null, size }], room, [])).toEqual([null, null]);
    });
});
