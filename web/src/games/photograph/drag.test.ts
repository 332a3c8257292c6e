import { expect, test } from 'vitest';
import { Drag, placeUnder } from './drag.svelte';

const at = (clientX: number, clientY = 0, pointerId = 1) => ({ pointerId, clientX, clientY });

test('a small movement is a tap, a larger one a drag', () => {
    const drag = new Drag();
    expect(drag.move(at(50))).toBeNull();
    drag.press(at(10));
    expect([drag.down, drag.move(at(14)), drag.offset]).toEqual([true, null, null]);
    expect([drag.move(at(20)), drag.offset]).toEqual(['begins', { x: 10, y: 0 }]);
    expect([drag.move(at(12)), drag.offset]).toEqual(['goes on', { x: 2, y: 0 }]);
    expect([drag.end(at(12)), drag.offset, drag.down]).toEqual([true, null, false]);
    drag.press(at(10));
    expect(drag.end(at(10))).toBe(false);
});

test('another pointer neither moves the card nor drops it', () => {
    const drag = new Drag();
    drag.press(at(10));
    expect([drag.move(at(90, 0, 2)), drag.offset]).toEqual([null, null]);
    drag.move(at(30));
    expect(drag.end(at(30, 0, 2))).toBe(false);
});

test('a card goes to the place whose card the pointer is over', () => {
    const boxes = [0, 50, 100, 150].map((left) => ({ left, width: 50, card: 44 }));
    expect(placeUnder(boxes, 0, 10)).toBeNull();
    expect(placeUnder(boxes, 0, 75)).toBe(1);
    expect(placeUnder(boxes, 0, 160)).toBe(2);
    expect(placeUnder(boxes, 0, 500)).toBe(3);
    expect(placeUnder(boxes, 3, 120)).toBe(2);
    expect(placeUnder(boxes, 3, 5)).toBe(0);
});
