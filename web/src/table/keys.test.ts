import { expect, test } from 'vitest';
import { arrowStep, isForTable } from './keys';

const key = (members: object): KeyboardEvent => members as KeyboardEvent;

test('shortcuts and what is typed elsewhere are not for the table', () => {
    const within = (place: string | null): object => ({ target: { closest: () => place } });
    expect(isForTable(key(within(null)))).toBe(true);
    expect(isForTable(key({ target: null }))).toBe(true);
    expect(isForTable(key(within('input')))).toBe(false);
    for (const held of ['ctrlKey', 'altKey', 'metaKey'])
        expect(isForTable(key({ ...within(null), [held]: true }))).toBe(false);
});

test('arrows step on and back, other keys do not', () => {
    const steps = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'Enter'].map((one) => arrowStep(key({ key: one })));
    expect(steps).toEqual([1, 1, -1, -1, undefined]);
});
