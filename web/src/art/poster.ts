// A picture for each game on the home page, 320 x 200.
import { CARD, LINE, inset, line, many, move, path, picture, rect, s, thin } from './lib';
import { luzFace, rose } from './luz';
import { photoFace } from './cards';
import { scene } from './stories';
import { smittenPiece, view } from './smitten';

/** A drawing made elsewhere, laid at (x, y) with the given size. */
export function lay(markup: string, x: number, y: number, w: number, h: number, turn = 0): string {
    const placed = markup.replace('<svg ', s`<svg x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" `);
    return move(x, y, placed, turn);
}

/** A strip of film: frames of a story, and the sprocket holes as two dashed lines. */
function strip(colour: string, from: number, count: number): string {
    const long = count * 62 + 2;
    return (
        rect(-8, 0, long + 8, 60, LINE) +
        `<path d="M-4 5.5H${long}M-4 54.5H${long}" stroke="${CARD}" stroke-width="5" stroke-dasharray="4.6 4.3"/>` +
        many(count, (i) => inset(i * 62, 11, 58, 38, '0 2 100 66', scene(colour, from + i)))
    );
}

function photograph(): string {
    return (
        rect(0, 0, 320, 200, 'var(--ph-Y-tint)') +
        move(-20, 16, strip('B', 3, 6), -7) +
        move(-30, 92, strip('V', 3, 6), -7) +
        move(-24, 168, strip('R', 4, 6), -7) +
        lay(photoFace('B7'), 204, 104, 90, 126, -9) +
        lay(photoFace('R9'), 264, 104, 90, 126, 7)
    );
}

function luz(): string {
    const beams = many(5, (i) =>
        path(
            s`M${66 + i * 9} 88L${20 + i * 74} 204H${78 + i * 74}L${76 + i * 9} 88Z`,
            `var(--lz-${'BGYRV'.charAt(i)})`,
            thin(0.42),
        ),
    );
    const trick = rose([
        { card: 'R6', lit: false },
        { card: 'Y3', lit: true },
        { card: 'B9', lit: false },
        { card: 'V2', lit: false },
        { card: 'G8', lit: false },
    ]);
    return (
        rect(0, 0, 320, 200, 'var(--lead)') +
        many(7, (row) =>
            line(
                s`M${row % 2 ? 0 : -40} ${14 + row * 30}` + 'h78v-30v30'.repeat(5),
                1,
                'var(--light)',
                thin(0.08),
            ),
        ) +
        beams +
        lay(trick, 88, 88, 160, 160) +
        lay(luzFace('V4'), 196, 126, 78, 109, -9) +
        lay(luzFace('R10'), 236, 118, 78, 109, 1) +
        lay(luzFace('Y7'), 277, 124, 78, 109, 11)
    );
}

/** A leafy ground for Smitten. */
function hedge(): string {
    const leaf = path('M0 0C2-12 12-16 20-12 18-2 12 4 0 0Z', 'var(--sm-deep)');
    return many(60, (i) =>
        move((i % 10) * 34 + (i % 20 > 9 ? 8 : -8), Math.floor(i / 10) * 37, leaf, i % 2 ? 40 : -50),
    );
}

/** One of the two squares, mounted, cut in nine. */
function square(x: number): string {
    return (
        rect(x - 4, 4, 139.4, 192, 'var(--sm-moon)', ' rx="2"') +
        inset(x, 8, 131.4, 184, '0 0 300 420', view(0, 0, 300, 420)) +
        line(
            s`M${x + 43.8} 8V192M${x + 87.6} 8V192M${x} 69.3H${x + 131.4}M${x} 130.7H${x + 131.4}`,
            0.7,
            'var(--sm-moon)',
        )
    );
}

/** Two squares of the same garden: one whole, one whose last pieces are just coming. */
function smitten(): string {
    const [x, y] = [174 + 87.6, 8];
    const ghost = smittenPiece(3, { ghost: true }).replaceAll('--ink', '--line');
    const gap = rect(x, y, 44, 61, 'var(--sm-moon)') + lay(ghost, x + 22, y + 30.6, 43, 60.2);
    const last = rect(-29, -40, 58, 80, 'var(--sm-moon)', ' rx="3"') + lay(smittenPiece(5), 0, 0, 53, 74);
    return (
        rect(0, 0, 320, 200, 'var(--sm-leaf)') +
        hedge() +
        square(14) +
        square(174) +
        gap +
        move(238, 104, last, 8)
    );
}

export function poster(game: 'photograph' | 'luz' | 'smitten'): string {
    return picture(320, 200, { photograph, luz, smitten }[game]());
}
