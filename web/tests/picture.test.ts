import { describe, expect, it } from 'vitest';
import { frame, plain } from '../src/art/postcard';
import { draw as luz } from '../src/games/luz/picture';
import { draw as smitten } from '../src/games/smitten/picture';
import type { LuzView, SmittenView } from '../src/lib/protocol';
import { linesOf, painted } from '../src/replay/picture';

describe('pictures for sending', () => {
    it('write names as they are, whatever signs they have', () => {
        expect(plain('<b>"A&B"\u0007')).toBe('&lt;b&gt;&quot;A&amp;B&quot;');
        const { svg, high } = frame('Luz', ['A sentence.'], { high: 100, body: '<g/>' });
        expect(svg).toContain(`viewBox="0 0 1200 ${high}"`);
    });
    it('break a sentence into lines', () => {
        expect(linesOf('one two three four', 9)).toEqual(['one two', 'three', 'four']);
        expect(linesOf('')).toEqual([]);
    });
    it('carry their colours with them', () => {
        const colours: Record<string, string> = { '--a': ' var(--b)', '--b': '#123' };
        expect(painted('fill="var(--a)" stroke="var(--b)"', (name) => colours[name] ?? '')).toBe('fill="#123" stroke="#123"');
    });
    it('show no card that the view hides', () => {
        const view = {
            game: 'luz', seat: 0, seats: 2, phase: 'play', bids: [null, { beads: 2, safety: true }], tricks: [0, 1], scores: [-5, 2], sheet: [], trick: [],
            last: null, ahead: null, hands: [[{ slot: 1, back: 'R' }], [{ slot: 1, card: 'B7' }]],
        } as unknown as LuzView;
        const shown = (body: string): string[] => [...body.matchAll(/<text[^>]*>([^<]*)</g)].map((match) => match[1] ?? '');
        const hidden = shown(luz({ ...view, hands: [view.hands[0] ?? [], [{ slot: 1, back: 'B' }]] }, ['Ann', 'Bob']).body);
        expect(shown(luz(view, ['Ann', 'Bob']).body)).toContain('7');
        expect(hidden).not.toContain('7');
        expect(hidden).toContain('\u22125');
        const two = { squares: { L: [5], R: [] }, hands: [{ seat: 0, cards: [{ card: 9, revealed: false }], hidden: 0 }, { seat: 1, cards: [], hidden: 3 }] };
        const { body } = smitten({ game: 'smitten', seats: 2, ...two } as unknown as SmittenView, ['Ann', 'Bob']);
        expect(shown(body).filter((text) => text === '9').length).toBe(4); // two empty cells, and the own card twice
        expect(body).not.toMatch(/undefined|NaN/);
    });
});
