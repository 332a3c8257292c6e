// Luz in stained glass: lead lines and panes of one colour, each colour cut in its own way. A lit card is bright
// in the middle, behind its numeral; an unlit one is the same glass without light and without numeral.
import {
    END,
    LINE,
    MIDDLE,
    circle,
    inset,
    kept,
    line,
    many,
    move,
    noise,
    path,
    picture,
    rect,
    s,
    word,
} from './lib';
import { sign } from './symbols';

const LEAD = 'var(--lead)';
const LIGHT = 'var(--light)';

interface Cut {
    spokes: number;
    rings: number[];
    bend: number;
    brick: boolean;
    shape: string;
    heart: string;
}

/* How the glass around each symbol is cut: spokes, rings, how far a spoke bends, whether rings are set like bricks;
   then the symbol around (50, 72) and its heart, the brightest pane. */
const CUTS: Record<string, Cut> = {
    R: {
        spokes: 11,
        rings: [0, 42, 60, 112],
        bend: 0.5,
        brick: false,
        shape: 'M56 14C58 34 90 50 90 82A40 40 0 0 1 10 82C10 64 20 56 24 42 33 46 37 54 38 62 48 48 55 34 56 14Z',
        heart: 'M52 44C53 58 80 66 80 88A30 30 0 0 1 20 88C20 76 26 70 28 64 34 66 37 70 39 76 46 68 51 58 52 44Z',
    },
    Y: {
        spokes: 16,
        rings: [0, 34, 56, 112],
        bend: 0,
        brick: false,
        shape: 'M50 40A32 32 0 0 1 50 104A32 32 0 0 1 50 40Z',
        heart: 'M50 45A27 27 0 0 1 50 99A27 27 0 0 1 50 45Z',
    },
    G: {
        spokes: 10,
        rings: [0, 46, 70, 112],
        bend: -0.35,
        brick: true,
        shape: 'M50 14C88 34 100 88 50 122 0 88 12 34 50 14Z',
        heart: 'M50 44C74 54 88 84 50 106 12 84 26 54 50 44Z',
    },
    B: {
        spokes: 9,
        rings: [0, 40, 54, 68, 112],
        bend: 0,
        brick: true,
        shape: 'M50 14C60 40 88 54 88 82A38 38 0 0 1 12 82C12 54 40 40 50 14Z',
        heart: 'M50 42C57 58 79 66 79 84A29 29 0 0 1 21 84C21 66 43 58 50 42Z',
    },
    V: {
        spokes: 12,
        rings: [0, 44, 66, 112],
        bend: 0.25,
        brick: true,
        shape: 'M50 32A40 40 0 0 1 50 112A40 40 0 0 1 50 32Z',
        heart: 'M61 42A30.5 30.5 0 0 1 61 103A30.5 30.5 0 0 1 61 42Z',
    },
};

const leaded = (width: number, opacity = 1) =>
    s` stroke="${LEAD}" stroke-width="${width}" stroke-linejoin="round" fill-opacity="${Math.round(opacity * 100) / 100 + ''}"`;

function point(a: number, r: number, bend: number): string {
    const at = a + (bend * r) / 60;
    return s`${50 + r * Math.cos(at)} ${72 + r * 1.15 * Math.sin(at)}`;
}

/** All panes behind the symbol. The inner ones are lighter, the outer ones deeper, and some are of the neighbouring hue. */
function panes(colour: string, cut: Cut): string {
    const step = (Math.PI * 2) / cut.spokes;
    return many(cut.rings.length - 1, (ring) => {
        const r0 = cut.rings[ring] ?? 0,
            r1 = cut.rings[ring + 1] ?? 0;
        const shift = -Math.PI / 2 + (cut.brick && ring % 2 ? step / 2 : 0);
        return many(cut.spokes, (i) => {
            const a = shift + i * step,
                b = a + step,
                grain = noise(i + ring * 31, colour.charCodeAt(0));
            const d = s`M${point(a, r0, cut.bend)}L${point(a, r1, cut.bend)}A${r1} ${r1 * 1.15} 0 0 1 ${point(b, r1, cut.bend)}L${point(b, r0, cut.bend)}A${r0} ${r0 * 1.15} 0 0 0 ${point(a, r0, cut.bend)}Z`;
            if ((i + ring) % 2)
                return path(d, `var(--lz-${colour}2)`, leaded(1.8, 0.95 - ring * 0.18 - grain * 0.25));
            return path(
                d,
                LEAD,
                leaded(1.8, (0.12 + ring * 0.06 + grain * 0.3) * (colour === 'Y' ? 0.4 : 1)),
            );
        });
    });
}

/** Details cut into the symbol: flicker, rays, veins, a second drop, the moon's crescent. */
function cutting(colour: string): string {
    const d: Record<string, string> = {
        R: 'M24 42L28 64M56 14L52 44M90 82L80 88M10 82L20 88M50 122V118',
        Y: many(16, (i) => {
            const a = (i * Math.PI) / 8;
            return s`M${50 + 27 * Math.cos(a)} ${72 + 27 * Math.sin(a)}L${50 + 32 * Math.cos(a)} ${72 + 32 * Math.sin(a)}`;
        }),
        G: 'M50 14V44M50 106V136M22 46L34 56M78 46L66 56M18 82L27 82M82 82L73 82',
        B: 'M50 14V42M12 82H21M88 82H79M50 120V113M26 52L38 60M74 52L62 60',
        V: 'M34 86L14 92M48 99L38 110M31 66L11 66M42 50L30 38',
    };
    return line(d[colour] ?? '', 1.8, LEAD);
}

/** The sun is the trump: its glass has rays, and they glow. */
function rays(): string {
    return many(16, (i) => {
        const at = (k: number, r: number) =>
            s`${50 + r * Math.cos((k * Math.PI) / 8)} ${72 + r * 1.12 * Math.sin((k * Math.PI) / 8)}`;
        const d = `M${at(i - 0.5, 30)}L${at(i, i % 2 ? 44 : 56)}L${at(i + 0.5, 30)}Z`;
        return path(d, 'var(--lz-Y)') + path(d, LIGHT, leaded(1.8, i % 2 ? 0.25 : 0.6));
    });
}

/** A pane in its paint: light through it (above 0) or shadow on it (below). */
function pane(d: string, fill: string, width: number, light: number): string {
    return path(d, fill) + path(d, light > 0 ? LIGHT : LEAD, leaded(width, Math.abs(light)));
}

function emblem(colour: string, cut: Cut, lit: boolean): string {
    const main = `var(--lz-${colour})`;
    if (colour === 'V') {
        const crescent = pane(cut.shape, 'var(--lz-V2)', 2.8, lit ? 0.92 : 0.12);
        return crescent + cutting(colour) + pane(cut.heart, main, 2, lit ? 0.7 : -0.45);
    }
    const around = pane(cut.heart, `var(--lz-${colour}2)`, 1.4, lit ? 0.3 : -0.25);
    return (
        pane(cut.shape, main, 2.8, lit ? 0.1 : -0.3) +
        cutting(colour) +
        `<g transform="translate(50 74) scale(1.13) translate(-50 -74)">${around}</g>` +
        pane(cut.heart, main, 2, lit ? 0.93 : -0.08)
    );
}

/** A whole window; `marks` are its figures, and without them it has no panes for them either. */
export const glass = /* @__PURE__ */ kept((colour: string, lit: boolean, marks: string): string => {
    const cut = CUTS[colour] ?? CUTS['Y']!;
    const main = `var(--lz-${colour})`;
    const cornerPane = (d: string) => (marks ? pane(d, main, 2.6, lit ? 0.9 : -0.6) : '');
    const window =
        rect(0, 0, 100, 140, main) +
        panes(colour, cut) +
        (colour === 'Y' ? rays() : '') +
        (lit ? '' : rect(0, 0, 100, 140, LEAD, ' fill-opacity="0.6"')) +
        emblem(colour, cut, lit) +
        cornerPane('M0 0H49Q49 24 37 34T0 48Z') +
        cornerPane('M100 140H51Q51 116 63 106T100 92Z');
    return picture(
        100,
        140,
        rect(0, 0, 100, 140, LEAD, ' rx="6"') +
            inset(2, 2, 96, 136, '2 2 96 136', window) +
            `<rect x="2.2" y="2.2" width="95.6" height="135.6" rx="4.6" fill="none" stroke="${LEAD}" stroke-width="4.4"/>` +
            marks,
    );
});

/** The symbol in a corner with the mark beside it; `turn`: in the corner below, from the right. */
function corner(colour: string, mark: string, size: number, ink: string, y: number, turn: boolean): string {
    const letters = Math.max(19, size);
    const x = turn ? 93 - size : 7;
    const halo = ` stroke="${ink === LEAD ? LIGHT : LEAD}" stroke-width="2.6" stroke-linejoin="round" paint-order="stroke"`;
    const text = (at: number, more: string) => word(at, y + size / 2 + letters * 0.36, letters, mark, ink, halo + more);
    return (
        move(x, y, sign('lz', colour, ink), 0, size / 24) +
        (mark ? (turn ? text(x - 2, END) : text(x + size + 2, '')) : '')
    );
}

/** The numeral in the brightest pane. */
function numeral(colour: string, value: number): string {
    const x = colour === 'V' ? 61 : 50;
    return word(x, (value > 9 ? 87 : 89) + ({ R: 8, G: 4, B: 7 }[colour] ?? 0), value > 9 ? 42 : 50, value, LEAD, MIDDLE);
}

function figures(colour: string, value: number, mark: string): string {
    return (
        word(7, 29, 30, value, LEAD) +
        word(93, 131.5, 30, value, LEAD, END) +
        numeral(colour, value) +
        corner(colour, mark, 19, LEAD, 32, false) +
        corner(colour, mark, 19, LEAD, 88, true)
    );
}

/** A face such as "R7"; `mark`: a letter or two for the colour beside its symbol; `bare`: nothing in the corners. */
export function luzFace(card: string, opts: { mark?: string; bare?: boolean } = {}): string {
    const colour = card.charAt(0);
    const value = Number(card.slice(1));
    return glass(colour, true, opts.bare ? numeral(colour, value) : figures(colour, value, opts.mark ?? ''));
}

/** One of your own cards: the colour, no numeral. */
export function luzUnlit(colour: string, opts: { mark?: string } = {}): string {
    const mark = opts.mark ?? '';
    return glass(
        colour,
        false,
        corner(colour, mark, 21, LIGHT, 7, false) + corner(colour, mark, 21, LIGHT, 112, true),
    );
}

interface Pane {
    card: string | null;
    lit: boolean;
}

/** The trick as a rose window, 200 x 200: one pane a player, from the bottom clockwise; the lit one shines. */
export function rose(panes: Pane[]): string {
    const n = Math.max(panes.length, 1),
        step = (Math.PI * 2) / n;
    const rim = many(n * 6, (i) => {
        const d = ring(((i - 3) * step) / 6, ((i - 2) * step) / 6, 84, 96),
            lit = panes[(n - Math.floor(i / 6)) % n]?.lit;
        return (
            path(d, `var(--lz-${'RYGBV'.charAt((i * 2) % 5)}${i % 2 ? '2' : ''})`) +
            path(d, lit ? LIGHT : LEAD, leaded(2, lit ? 0.35 : 0.5))
        );
    });
    return picture(
        200,
        200,
        circle(100, 100, 99, LEAD) +
            rim +
            panes.map((pane, i) => petal(pane, -i * step, step)).join('') +
            circle(100, 100, 15, 'var(--lz-Y)', leaded(4)) +
            circle(100, 100, 7, LIGHT, leaded(1.5)),
    );
}

const polar = (a: number, r: number) => s`${100 + r * Math.sin(a)} ${100 + r * Math.cos(a)}`;

/** The part of a ring between two angles and two radii. */
function ring(a: number, b: number, r0: number, r1: number): string {
    return `M${polar(a, r0)}L${polar(a, r1)}A${r1} ${r1} 0 0 0 ${polar(b, r1)}L${polar(b, r0)}A${r0} ${r0} 0 0 1 ${polar(a, r0)}Z`;
}

/** The pane between mid - step / 2 and mid + step / 2, with its numeral in a roundel. */
function petal(pane: Pane, mid: number, step: number): string {
    const at = (f: number, r: number) => polar(mid + f * step, r);
    const whole = ring(mid - step / 2, mid + step / 2, 12, 81);
    const ogive = `M${at(0, 17)}Q${at(-0.42, 26)} ${at(-0.36, 54)}Q${at(-0.2, 76)} ${at(0, 79)}Q${at(0.2, 76)} ${at(0.36, 54)}Q${at(0.42, 26)} ${at(0, 17)}Z`;
    if (!pane.card)
        return (
            path(whole, 'var(--paper)', leaded(4, 0.2)) +
            line(ogive, 1.2, LIGHT, ' stroke-dasharray="3 4" opacity="0.4"')
        );
    const colour = pane.card.charAt(0),
        x = 100 + 53 * Math.sin(mid),
        y = 100 + 53 * Math.cos(mid);
    const veins = line(
        `M${at(-0.25, 17)}L${at(-0.25, 81)}M${at(0.25, 17)}L${at(0.25, 81)}M${at(-0.5, 58)}L${at(-0.36, 54)}M${at(0.5, 58)}L${at(0.36, 54)}`,
        1.8,
        LEAD,
    );
    return (
        path(whole, `var(--lz-${colour})`) +
        path(whole, LEAD, leaded(4, pane.lit ? 0 : 0.35)) +
        veins +
        path(ogive, `var(--lz-${colour}2)`) +
        path(ogive, pane.lit ? LIGHT : LEAD, leaded(2.6, pane.lit ? 0.4 : 0.25)) +
        circle(x, y, pane.lit ? 22 : 19, LIGHT, leaded(2.6, pane.lit ? 1 : 0.8)) +
        word(x, y + 9.5, 27, pane.card.slice(1), LEAD, MIDDLE) +
        move(
            100 + 27 * Math.sin(mid) - 5.5,
            100 + 27 * Math.cos(mid) - 5.5,
            sign('lz', colour, LEAD),
            0,
            0.45,
        )
    );
}

/** A bead in a box of 24 x 24: bid (still hollow), won (filled), safety (blue and cut), empty (a place). */
export function bead(kind: 'bid' | 'won' | 'safety' | 'empty'): string {
    const ring = ` stroke="${LINE}" stroke-width="1.6" stroke-linejoin="round"`;
    const beads = {
        empty: circle(12, 12, 8.5, 'none', ' stroke="var(--ink)" stroke-width="1.4" stroke-dasharray="2.2 2.8" opacity="0.6"'),
        bid: circle(12, 12, 9, 'var(--card)', ring) + circle(12, 12, 3.2, 'none', ring),
        won: circle(12, 12, 9, 'var(--lz-Y)', ring) + line('M7.5 9.5A6 6 0 0 1 11.5 6.3', 1.8, LIGHT),
        safety:
            path('M12 1.5L21.5 9 17.5 21.5H6.5L2.5 9Z', 'var(--lz-B)', ring) +
            line('M12 1.5L15.5 10 12 21.5 8.5 10ZM2.5 9L8.5 10H15.5L21.5 9', 1, LIGHT, ' opacity="0.7"'),
    };
    return picture(24, 24, beads[kind]);
}
