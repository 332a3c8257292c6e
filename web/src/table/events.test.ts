import { expect, test } from 'vitest';
import type { TableEvent } from '../lib/protocol';
import { changesPosition, lastSentence } from './events';

const event = (e: string, text?: string): TableEvent => ({ n: 1, at: 0, e, seat: 0, text }) as TableEvent;

test('the last event with words is told, those without are passed over', () => {
    const events = ['a', '', 'b', ''].map((text) => event('move', text));
    const words = (one: TableEvent): string | null => ('text' in one && one.text ? one.text : null);
    expect(lastSentence(events, words)).toBe('b');
    expect(lastSentence([], words)).toBeNull();
});

test('moves change the position, also secret ones and those taken back; signals and talk do not', () => {
    expect(changesPosition([event('talk'), event('move', 'play 3')])).toBe(true);
    expect(changesPosition([event('move')])).toBe(true);
    expect(changesPosition([event('takeback')])).toBe(true);
    expect(changesPosition([event('move', 'say can'), event('talk'), event('standin')])).toBe(false);
});
