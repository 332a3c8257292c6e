// Smitten's picture: an evening garden with a lit window, 300 x 420, cut in nine pieces of 100 x 140 (5:7, as the
// cards). The picture is a list of shapes; a piece draws only those that touch it. Paths here use absolute M L Q C Z
// only (and discs), so that a shape's box can be read off its numbers.
import { CARD, END, LINE, inset, line, many, move, noise, paper, path, picture, rect, s, thin, word } from './lib';

interface Shape {
    d: string;
    fill: string;
    stroke?: number;
    opacity?: number;
    plain?: boolean;
    box: [number, number, number, number];
}

/** The bounding box of a shape, including its stroke. Relative arcs mark a disc. */
function box(d: string): [number, number, number, number] {
    const n = (d.match(/-?[\d.]+/g) ?? []).map(Number);
    if (d.includes('a')) {
        const [x = 0, y = 0, rx = 0, ry = 0] = n;
        return [x, y - ry, x + 2 * rx, y + ry];
    }
    const xs = n.filter((_, i) => i % 2 === 0);
    const ys = n.filter((_, i) => i % 2 === 1);
    return [Math.min(...xs) - 3, Math.min(...ys) - 3, Math.max(...xs) + 3, Math.max(...ys) + 3];
}

function disc(x: number, y: number, rx: number, ry = rx): string {
    return s`M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0`;
}

function block(x: number, y: number, w: number, h: number): string {
    return s`M${x} ${y}L${x + w} ${y}L${x + w} ${y + h}L${x} ${y + h}Z`;
}

const v = (name: string) => `var(--sm-${name})`;

function garden(): Shape[] {
    const out: Shape[] = [];
    const add = (d: string, fill: string, more: Partial<Shape> = {}) =>
        out.push({ d, fill, box: box(d), ...more });
    const grain = { plain: true };

    /* Step 1. The sky in four flat bands, stars, the moon. */
    add(block(-5, -5, 310, 280), v('night'), grain);
    add('M-5 96C60 80 120 110 180 92C230 78 270 96 305 86L305 290L-5 290Z', v('dusk'), grain);
    add('M-5 168C70 150 130 178 200 160C240 150 270 164 305 156L305 290L-5 290Z', v('haze'), grain);
    add('M-5 214C60 204 130 222 200 206C240 200 270 208 305 204L305 300L-5 300Z', v('glow'), grain);
    for (let i = 0; i < 34; i++)
        add(disc(noise(i, 1) * 300, noise(i, 2) * 120, 0.7 + noise(i, 3)), v('moon'), grain);
    add(disc(58, 50, 30), v('dusk'), { opacity: 0.6, plain: true });
    add('M66 26C44 22 30 44 42 62C52 78 76 76 84 60C68 66 52 50 66 26Z', v('moon'));

    /* Step 2. Far hills and cypresses. */
    add('M-5 236C40 210 80 226 120 232C180 214 250 210 305 226L305 300L-5 300Z', v('dusk'));
    for (const [x, h] of [
        [222, 84],
        [240, 166],
        [258, 70],
    ] as const)
        add(
            s`M${x} ${250 - h}C${x + 12} ${250 - h * 0.6} ${x + 10} 244 ${x} 252C${x - 10} 244 ${x - 12} ${250 - h * 0.6} ${x} ${250 - h}Z`,
            v('deep'),
        );

    /* Step 3. The house with its gable, chimney, smoke, and ivy. */
    add('M176 170L176 92L192 92L192 170Z', v('house'));
    add('M172 88L196 88L196 95L172 95Z', v('house'));
    add(
        'M185 82C172 72 198 64 186 50C176 38 196 32 190 14C204 32 186 42 196 54C206 68 184 74 190 83Z',
        v('moon'),
        { opacity: 0.55 },
    );
    add('M92 282L92 168L150 112L208 168L208 282Z', v('wall'));
    for (let i = 0; i < 22; i++) {
        const x = 98 + noise(i, 7) * 96,
            y = 186 + noise(i, 8) * 90;
        add(s`M${x} ${y}L${x + 8} ${y}`, 'none', { stroke: 0.9, plain: true });
    }
    add('M82 176L150 106L218 176L210 186L150 126L90 186Z', v('house'));
    add(disc(150, 150, 9), 'var(--lamp)');
    add('M150 141L150 159M141 150L159 150', 'none', { stroke: 1.8 });
    for (let i = 0; i < 24; i++)
        add(
            disc(94 + noise(i, 9) * (14 - i * 0.4), 282 - i * 4.4, 4.2 - i * 0.07),
            i % 5 ? v('leaf') : v('bloom'),
            grain,
        );

    /* Step 4. The lit French window and the two in it. */
    add('M112 282L112 204C112 158 188 158 188 204L188 282Z', v('glow'), { opacity: 0.3, plain: true });
    add('M122 282L122 206C122 170 178 170 178 206L178 282Z', 'var(--lamp)');
    add(
        'M128 282C128 262 130 250 134 240C130 236 132 226 137 222C131 216 133 205 140 205C147 205 148 215 144 221C149 226 149 234 154 238L152 243C146 243 143 238 142 236C143 252 147 264 148 282Z',
        v('house'),
    );
    add(
        'M172 282C170 262 168 250 166 240C169 234 167 226 162 222C168 216 166 206 159 206C152 206 151 216 156 222C151 228 152 236 150 241L154 244C158 242 159 240 160 236C158 250 156 264 155 282Z',
        v('house'),
    );
    add('M122 204L178 204M150 179L150 204', 'none', { stroke: 2 });
    add('M122 282L122 206C122 170 178 170 178 206L178 282', 'none', { stroke: 3 });
    for (const x of [108, 192]) {
        add(s`M${x - 9} 270L${x + 9} 270L${x + 6} 284L${x - 6} 284Z`, v('path'));
        for (let i = 0; i < 7; i++)
            add(disc(x - 9 + i * 3, 266 - (i % 3) * 5, 4.4), i % 2 ? v('bloom') : v('leaf'), grain);
    }

    /* Step 5. The old tree on the left with a swing. */
    add('M22 320C34 270 30 220 26 170C40 160 48 170 46 186C48 230 46 280 62 320Z', v('deep'));
    add('M40 186C60 176 76 172 92 178C80 182 60 186 46 198Z', v('deep'));
    for (const [x, y, r] of [
        [14, 140, 36],
        [52, 122, 32],
        [82, 148, 26],
        [30, 168, 30],
        [66, 166, 24],
        [-4, 176, 26],
    ] as const)
        add(disc(x, y, r, r * 0.8), v('leaf'), grain);
    for (let i = 0; i < 26; i++) {
        const x = noise(i, 11) * 100 - 6,
            y = 112 + noise(i, 12) * 66;
        add(s`M${x} ${y}Q${x + 3} ${y - 4} ${x + 6} ${y}`, 'none', { stroke: 1.2, plain: true });
    }
    add(
        'M-10 150C-8 110 28 96 48 94C74 94 108 122 108 150C108 172 84 188 66 188C40 196 10 200 -10 190Z',
        'none',
        {},
    );
    add('M66 184L64 274M84 180L86 274', 'none', { stroke: 1.2 });
    add('M58 273L92 273L92 278L58 278Z', v('path'));

    /* Step 6. A string of lanterns from the roof to the right. */
    add('M206 166Q250 216 305 172', 'none', { stroke: 1.2 });
    for (const [x, y] of [
        [222, 180],
        [242, 189],
        [262, 190],
        [283, 184],
    ] as const) {
        add(disc(x, y + 7, 12), v('glow'), { opacity: 0.3, plain: true });
        add(disc(x, y + 7, 5.4, 6.6), 'var(--lamp)');
    }
    for (const [x, y, r] of [
        [262, 42, 9],
        [226, 66, 6.5],
        [282, 84, 5],
    ] as const) {
        add(disc(x, y, r * 2), v('glow'), { opacity: 0.25, plain: true });
        add(
            s`M${x - r} ${y + r}C${x - r * 1.4} ${y - r * 1.6} ${x + r * 1.4} ${y - r * 1.6} ${x + r} ${y + r}Z`,
            'var(--lamp)',
        );
        add(
            s`M${x - r} ${y + r}L${x + r} ${y + r}L${x + r * 0.7} ${y + r * 1.4}L${x - r * 0.7} ${y + r * 1.4}Z`,
            v('path'),
        );
    }

    /* Step 7. The lawn, the lit path from the window, the pond. */
    add('M-5 290C60 272 110 282 150 280C200 278 250 270 305 284L305 425L-5 425Z', v('leaf'));
    add('M-5 352C70 330 100 352 160 360C220 368 270 350 305 358L305 425L-5 425Z', v('deep'));
    add(
        'M122 282L178 282C170 306 186 318 180 344C172 374 150 390 158 425L86 425C88 386 126 372 132 344C136 320 130 306 122 282Z',
        v('path'),
    );
    for (let i = 0; i < 14; i++) {
        const y = 290 + i * 10,
            x = 138 + noise(i, 21) * 18 - i * 1.4;
        add(s`M${x} ${y}Q${x + 6} ${y - 3} ${x + 12} ${y}`, 'none', { stroke: 1, plain: true });
    }
    add(disc(246, 372, 48, 26), v('dusk'));
    add(disc(232, 366, 8, 3.4), v('moon'));
    add('M214 376L246 376M226 382L240 382M258 362L276 362', 'none', { stroke: 1.4 });
    add(
        'M258 384C262 376 274 376 280 382C276 390 264 392 258 384ZM214 392C218 386 228 386 232 391C228 396 218 398 214 392Z',
        v('leaf'),
    );
    add('M268 380C266 372 270 368 272 364C275 368 278 372 276 380Z', v('bloom'));
    for (const [x, h] of [
        [284, 60],
        [290, 78],
        [296, 54],
        [202, 40],
    ] as const) {
        add(s`M${x} 392Q${x + 1} ${392 - h / 2} ${x + 3} ${392 - h}`, 'none', { stroke: 1.6 });
        add(disc(x + 3, 392 - h, 2.4, 7), v('path'), grain);
    }

    for (const [x, y] of [
        [114, 352],
        [192, 388],
        [118, 306],
    ] as const) {
        add(disc(x, y - 16, 11), v('glow'), { opacity: 0.28, plain: true });
        add(s`M${x} ${y}L${x} ${y - 12}`, 'none', { stroke: 1.8 });
        add(
            s`M${x - 4} ${y - 12}L${x + 4} ${y - 12}L${x + 5} ${y - 20}L${x} ${y - 24}L${x - 5} ${y - 20}Z`,
            'var(--lamp)',
        );
    }

    for (let i = 0; i < 16; i++)
        add(disc(10 + noise(i, 41) * 280, 296 + noise(i, 42) * 110, 1.5), 'var(--lamp)', grain);

    /* Step 8. A table for two by the path, a cat, flowers on the left. */
    add('M196 300L196 322M186 322L206 322M178 300L214 300', 'none', { stroke: 3 });
    add('M190 298L190 288L200 288L200 298Z', 'var(--lamp)');
    add('M170 322L172 304L168 286M222 322L220 304L224 286M172 304L182 304M220 304L210 304', 'none', {
        stroke: 2,
    });
    add(
        'M46 384C36 384 34 368 42 360C38 350 40 340 42 334L48 342L56 342L62 334C64 342 64 352 60 358C68 368 68 384 58 384C74 388 84 378 78 370C90 378 82 394 60 391Z',
        v('moon'),
    );
    for (const [x, y] of [
        [48, 347],
        [56, 347],
    ] as const)
        add(disc(x, y, 1.6, 2), v('house'), grain);
    for (let i = 0; i < 13; i++) {
        const x = 4 + i * 7.2 + noise(i, 31) * 4,
            y = 404 - noise(i, 32) * 22;
        add(s`M${x} 424L${x} ${y}`, 'none', { stroke: 1.2 });
        add(disc(x, y, 3.4), i % 3 ? v('bloom') : v('moon'));
    }
    return out;
}

let shapes: Shape[] | undefined;

function touching(x: number, y: number, w: number, h: number): Shape[] {
    shapes ??= garden();
    return shapes.filter(({ box: b }) => b[0] < x + w && b[2] > x && b[1] < y + h && b[3] > y);
}

function paint(shape: Shape): string {
    if (shape.stroke) return line(shape.d, shape.stroke, v('house'));
    return path(shape.d, shape.fill, shape.opacity ? thin(shape.opacity) : '');
}

/** The part of the garden inside the given window. */
export function view(x: number, y: number, w: number, h: number): string {
    return touching(x, y, w, h).map(paint).join('');
}

function cell(n: number): [number, number] {
    return [((n - 1) % 3) * 100, Math.floor((n - 1) / 3) * 140];
}

/** Piece n of the picture, 100 x 140; `ghost`: only a faint contour, for a cell that waits. */
export function smittenPiece(n: number, opts: { ghost?: boolean } = {}): string {
    const [x, y] = cell(n);
    if (!opts.ghost) return picture(100, 140, view(x, y, 100, 140), x, y);
    const lines = touching(x, y, 100, 140)
        .filter((shape) => !shape.plain)
        .map((shape) => line(shape.d, 1.2, 'var(--ink)'))
        .join('');
    return picture(100, 140, `<g${thin(0.3)}>${lines}</g>`, x, y);
}

/* How far down each piece the small picture of its hand card begins. */
const CROP = [17, 66, 12, 44, 50, 28, 40, 20, 52];

/** A hand card: the numeral large, its piece small, and below it an empty field (8, 100, 84 x 32) for the instruction's symbol. */
export function smittenFace(n: number): string {
    const [x, y] = cell(n);
    const grid = many(9, (i) =>
        rect(
            66 + (i % 3) * 8.5,
            10 + Math.floor(i / 3) * 9.5,
            7,
            8,
            i === n - 1 ? 'var(--sm-bloom)' : LINE,
            ` rx="1"${thin(i === n - 1 ? 1 : 0.25)}`,
        ),
    );
    return paper(
        inset(6, 44, 88, 58, s`${x} ${y + (CROP[n - 1] ?? 30)} 100 66`, view(x, y, 100, 140)) +
            rect(6, 44, 88, 58, 'none', ` stroke="${LINE}" stroke-width="1.4"`) +
            word(9, 37, 40, n) +
            word(91, 132, 30, n, LINE, END) +
            grid,
        0.4,
    );
}

/** The back of all cards: the two at the window, in a field of leaves. */
export function smittenBack(): string {
    const leaves = many(40, (i) =>
        move(
            8 + (i % 5) * 21,
            8 + Math.floor(i / 5) * 18,
            path('M0 0C1-6 6-8 10-6 9-1 6 2 0 0Z', v('leaf')),
            i % 2 ? 40 : -50,
            1.1,
        ),
    );
    return paper(
        rect(5, 5, 90, 130, v('night'), ' rx="3"') +
            inset(5, 5, 90, 130, '5 5 90 130', leaves) +
            inset(24, 34, 52, 72, '112 168 76 105', view(112, 168, 76, 105)) +
            rect(24, 34, 52, 72, 'none', ` stroke="${CARD}" stroke-width="3"`),
        0.4,
    );
}
