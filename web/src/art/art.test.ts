// All drawings: whole, safe to put into the page, the same every time, and small.
import { describe, expect, it } from 'vitest';
import {
    bead,
    luzFace,
    luzUnlit,
    photoBack,
    photoFace,
    photoFrame,
    poster,
    rose,
    smittenBack,
    smittenFace,
    smittenPiece,
    symbol,
} from './index';
import iconFile from '../../public/icons/icon.svg?raw';
import { icon } from './icon';
import css from './palette.css?raw';
import { sharePicture } from './share';

const PH = [...'BRYGNSV'],
    LZ = [...'RYGBV'];
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
const trick = (n: number) =>
    LZ.slice(0, n).map((c, i) => ({ card: i === 1 ? null : `${c}${i + 8}`, lit: i === 0 }));

function all(): [string, string][] {
    const out: [string, string][] = [];
    for (const c of PH) {
        for (const v of upTo(12))
            out.push(
                [`photo ${c}${v}`, photoFace(`${c}${v}`, { follow: [v - 1, v + 1, v + 3] })],
                [`frame ${c}${v}`, photoFrame(c, v)],
            );
        for (const half of ['low', 'high'] as const)
            out.push(
                [`back ${c} ${half}`, photoBack(c, half)],
                [`blurry ${c} ${half}`, photoBack(c, half, { blurry: true })],
            );
        out.push([`symbol ${c}`, symbol('photograph', c)]);
    }
    for (const c of LZ) {
        for (const v of upTo(12)) out.push([`luz ${c}${v}`, luzFace(`${c}${v}`)]);
        out.push([`unlit ${c}`, luzUnlit(c)], [`luz symbol ${c}`, symbol('luz', c)]);
    }
    for (const n of upTo(9))
        out.push(
            [`piece ${n}`, smittenPiece(n)],
            [`ghost ${n}`, smittenPiece(n, { ghost: true })],
            [`smitten ${n}`, smittenFace(n)],
        );
    for (const n of [3, 4, 5]) out.push([`rose ${n}`, rose(trick(n))]);
    for (const kind of ['bid', 'won', 'safety', 'empty'] as const) out.push([`bead ${kind}`, bead(kind)]);
    for (const game of ['photograph', 'luz', 'smitten'] as const)
        out.push([`poster ${game}`, poster(game)], [`share ${game}`, sharePicture(game)]);
    out.push(['smitten back', smittenBack()]);
    return out;
}

/** The first error of the markup as XML, or ''. */
function fault(xml: string): string {
    const open: string[] = [];
    const rest = xml.replace(
        /<(\/?)([a-z]+)((?: [a-zA-Z-]+="[^"<>&]*")*)(\/?)>/g,
        (_, end: string, name: string, attributes: string, empty: string) => {
            const names = [...attributes.matchAll(/ ([a-zA-Z-]+)="/g)].map((m) => m[1]);
            if (new Set(names).size !== names.length) open.push(`twice in ${name}`);
            if (end) {
                if (open.pop() !== name) open.push(`wrong end of ${name}`);
            } else if (!empty) open.push(name);
            return '';
        },
    );
    if (/[<>&]/.test(rest)) return `not markup: ${rest.slice(0, 60)}`;
    return open.join(', ');
}

const words = (xml: string) => [...xml.matchAll(/<text [^>]*>([^<]*)</g)].map((m) => m[1]);
const drawings = all();

describe('every drawing', () => {
    it.each(drawings)('%s is well formed and safe', (_, xml) => {
        expect(fault(xml)).toBe('');
        expect(xml.startsWith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="')).toBe(true);
        expect(xml).not.toMatch(
            /NaN|undefined|Infinity|null|\[object| id=|style|url\(|<script| on[a-z]+=|href/,
        );
        expect(xml.length).toBeLessThan(/viewBox="0 0 (320 200|1200 630)"/.test(xml) ? 150_000 : 20_000);
    });
    it('is the same each time', () => {
        expect(all()).toEqual(drawings);
    });
    it('uses only colours of the palette', () => {
        const used = new Set(
            drawings.flatMap(([, xml]) => [...xml.matchAll(/var\(--([\w-]+)\)/g)].map((m) => m[1]!)),
        );
        for (const name of used) expect(css, name).toContain(`--${name}:`);
        for (const [, xml] of drawings) expect(xml).not.toMatch(/="#[0-9a-f]/);
    });
    it('differs from every other', () => {
        const symbols = /symbol/;
        const pictures = drawings.filter(([name]) => !symbols.test(name)).map(([, xml]) => xml);
        expect(new Set(pictures).size).toBe(pictures.length);
    });
});

describe('photograph', () => {
    it('shows the value twice, the mark beside it if there is one, and what may follow', () => {
        expect(words(photoFace('R7'))).toEqual(['7', '7']);
        expect(words(photoFace('R7', { mark: 'Ч' }))).toEqual(['7', 'Ч', '7', 'Ч']);
        expect(words(photoFace('B12', { follow: [9, 11, 10], mark: 'Сн' }))).toEqual([
            '12',
            'Сн',
            '12',
            'Сн',
            '9\u201311',
        ]);
        expect(words(photoFace('B5', { follow: [4, 6, 8] })).slice(2)).toEqual(['6\u20138', '4']);
    });
    it('shows on a back the colour, the half and the cost', () => {
        expect(words(photoBack('S', 'low'))).toEqual(['1-6', '\u22122']);
        expect(words(photoBack('S', 'high', { blurry: true, mark: 'Ср' }))).toEqual(['7-12', 'Ср', '\u22122']);
    });
    it.each(['B', 'N', 'V'])('the story of %s moves on to the right', (colour) => {
        const places = upTo(12).map((t) =>
            [...photoFrame(colour, t).matchAll(/<g transform="translate\(([\d.]+) [\d.]+\)/g)].map((m) =>
                Number(m[1]),
            ),
        );
        const steps = upTo(11).map((t) =>
            Math.max(
                ...upTo(places[0]!.length).map((_, i) => (places[t]![i] ?? 0) - (places[t - 1]![i] ?? 0)),
            ),
        );
        for (const step of steps) expect(step).toBeGreaterThan(2);
    });
});

describe('luz', () => {
    it('shows the value on the face, never on an unlit card', () => {
        expect(words(luzFace('Y12')).filter((w) => w === '12')).toHaveLength(3);
        expect(words(luzUnlit('Y'))).toEqual([]);
        expect(words(luzUnlit('Y', { mark: 'J' }))).toEqual(['J', 'J']);
        expect(words(luzFace('G3', { mark: 'Зл' })).filter((w) => w === 'Зл')).toHaveLength(2);
    });
    it('shows in the rose what was played, seat by seat', () => {
        expect(words(rose(trick(4)))).toEqual(['8', '10', '11']);
        expect(words(rose([]))).toEqual([]);
    });
});

describe('smitten', () => {
    it('cuts one picture: each piece shows its own ninth', () => {
        const corners = upTo(9).map((n) => /viewBox="([^"]+)"/.exec(smittenPiece(n))![1]);
        expect(corners).toEqual([
            '0 0 100 140',
            '100 0 100 140',
            '200 0 100 140',
            '0 140 100 140',
            '100 140 100 140',
            '200 140 100 140',
            '0 280 100 140',
            '100 280 100 140',
            '200 280 100 140',
        ]);
    });
    it('has nothing painted in a ghost', () => {
        for (const n of upTo(9)) expect(smittenPiece(n, { ghost: true })).not.toMatch(/fill="var/);
        for (const n of upTo(9)) expect(words(smittenFace(n))).toEqual([String(n), String(n)]);
    });
});

it('all drawing code together is small', async () => {
    const sources = import.meta.glob<string>(['./*.ts', '!./*.test.ts'], {
        query: '?raw',
        import: 'default',
        eager: true,
    });
    const text = Object.values(sources).join('');
    expect(text.length).toBeGreaterThan(10_000);
    const packed = await new Response(
        new Blob([text]).stream().pipeThrough(new CompressionStream('gzip')),
    ).arrayBuffer();
    expect(packed.byteLength).toBeLessThanOrEqual(25_000);
});

it('the icon of the page is the one drawn here (after a change run: node icons.mjs)', () => {
    const bare = (svg: string) => svg.replace(/"(var\([^)]*\)|#[0-9a-f]{6}|rgb\([^)]*\))"/g, '""').trim();
    expect(bare(iconFile)).toBe(bare(icon(true)));
    expect(iconFile).not.toContain('var(');
    expect(fault(icon(false))).toBe('');
});
