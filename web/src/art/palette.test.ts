// The palettes: text can be read in both lights, and colours can be told apart by all eyes.
import { describe, expect, it } from 'vitest';
import css from './palette.css?raw';
import { ALL_EYES, contrast, distance, linear, seen } from '../../tests/sight';

type Tokens = Record<string, string>;

/** The custom properties of the block whose selector is given. */
function block(selector: string): Tokens {
    const start = css.indexOf(`${selector} {`);
    expect(start, selector).toBeGreaterThanOrEqual(0);
    const body = css.slice(start, css.indexOf('}', start));
    return Object.fromEntries([...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((m) => [m[1]!, m[2]!]));
}

const afternoon = block(':root');
const evening = block(":root[data-light='evening']");
const safe = block(":root[data-palette='safe']");
const looks: [string, Tokens][] = [
    ['afternoon', afternoon],
    ['evening', { ...afternoon, ...evening }],
    ['afternoon, safe', { ...afternoon, ...safe }],
    ['evening, safe', { ...afternoon, ...evening, ...safe }],
];

function colour(tokens: Tokens, name: string): string {
    const value = tokens[name] ?? '';
    const other = /^var\(--([\w-]+)\)$/.exec(value);
    return other ? colour(tokens, other[1]!) : value;
}

const PH = [...'BRYGNSV'].map((c) => `ph-${c}`);
const LZ = [...'RYGBV'].map((c) => `lz-${c}`);

/** The least distance between any two of the colours, for the eye that has most trouble. */
function least(tokens: Tokens, names: string[], eyes = ALL_EYES): number {
    let min = Infinity;
    for (const eye of eyes) {
        const lights = names.map((name) => seen(linear(colour(tokens, name)), eye));
        lights.forEach((a, i) =>
            lights.slice(0, i).forEach((b) => {
                min = Math.min(min, distance(a, b));
            }),
        );
    }
    return min;
}

describe('distance', () => {
    it('is that of CIEDE2000', () => {
        expect(distance(linear('#ffffff'), linear('#ffffff'))).toBe(0);
        expect(distance(linear('#ffffff'), linear('#000000'))).toBeCloseTo(100, 0);
        expect(distance(linear('#ff0000'), linear('#00ff00'))).toBeCloseTo(86.6, 0);
        expect(distance(linear('#ff0000'), linear('#0000ff'))).toBeCloseTo(52.9, 0);
    });
    it('shrinks between red and green where an eye lacks one of them', () => {
        const far = (eye: 'usual' | 'deuteranopia') =>
            distance(seen(linear('#d03030'), eye), seen(linear('#608030'), eye));
        expect(far('deuteranopia')).toBeLessThan(far('usual') / 2);
    });
});

describe.each(looks)('%s', (_, tokens) => {
    it.each([
        ['ink', 'paper'],
        ['ink', 'table'],
        ['soft', 'paper'],
        ['soft', 'table'],
        ['on-accent', 'accent'],
        ['accent', 'paper'],
        ['line', 'card'],
        ['lead', 'light'],
    ])('text in --%s reads on --%s', (text, ground) => {
        expect(contrast(colour(tokens, text), colour(tokens, ground))).toBeGreaterThanOrEqual(4.5);
    });
    it.each(PH)('the numerals read in the sky and in the ground of --%s', (name) => {
        expect(contrast(colour(tokens, 'line'), colour(tokens, `${name}-tint`))).toBeGreaterThanOrEqual(4.5);
        const ground = name === 'ph-G' ? 'line' : name;
        expect(contrast(colour(tokens, `${name}-on`), colour(tokens, ground))).toBeGreaterThanOrEqual(3);
    });
    it('focus is seen on paper and table', () => {
        for (const ground of ['paper', 'table'])
            expect(contrast(colour(tokens, 'focus'), colour(tokens, ground))).toBeGreaterThanOrEqual(3);
    });
    it('colours are told apart by the usual eye', () => {
        expect(least(tokens, PH, ['usual'])).toBeGreaterThanOrEqual(15);
        expect(least(tokens, LZ, ['usual'])).toBeGreaterThanOrEqual(20);
    });
});

describe('the safe palette', () => {
    it('keeps every pair apart for every eye', () => {
        expect(least(safe, PH)).toBeGreaterThanOrEqual(20);
        expect(least(safe, LZ)).toBeGreaterThanOrEqual(24);
    });
});
