// The sources of the page are small enough to be read in one go.
import { expect, test } from 'vitest';

const MOST_LINES = 400;
const sources = import.meta.glob<string>(['../src/**/*.{ts,svelte,css}', '!../src/generated/**'], {
    query: '?raw',
    import: 'default',
    eager: true,
});

test(`every source has fewer than ${MOST_LINES} lines`, () => {
    const lines = Object.entries(sources).map(([file, text]) => [file, text.split('\n').length - 1] as const);
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.filter(([, count]) => count >= MOST_LINES)).toEqual([]);
});
