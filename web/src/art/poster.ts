// A picture for each game on the home page, 320 x 200.
import { CARD, LINE, circle, inset, line, many, move, path, picture, rect, s, thin } from './lib';
import { luzFace, rose } from './luz';
import { photoFace } from './cards';
import { scene } from './photograph';
import { smittenPiece, view } from './smitten';

/** A drawing made elsewhere, laid at (x, y) with the given size. */
export function lay(markup: string, x: number, y: number, w: number, h: number, turn = 0): string {
    const placed = markup.replace('<svg ', s`<svg x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" `);
    return move(x, y, placed, turn);
}

function strip(colour: string, from: number, count: number): string {
    return (
        rect(-8, 0, count * 62 + 10, 60, LINE) +
        many(
            count * 7,
            (i) =>
                rect(-3 + i * 8.9, 3, 4.5, 5, CARD, ' rx="1"') +
                rect(-3 + i * 8.9, 52, 4.5, 5, CARD, ' rx="1"'),
        ) +
        many(count, (i) => inset(i * 62, 11, 58, 38, '0 2 100 66', scene(colour, from + i)))
    );
}

function photograph(): string {
    return (
        rect(0, 0, 320, 200, 'var(--ph-Y-tint)') +
        circle(246, 60, 74, 'var(--ph-Y)', thin(0.55)) +
        circle(246, 60, 52, 'var(--ph-Y)') +
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

/** Two squares of the same garden: one whole, one that waits for the last pieces. */
function smitten(): string {
    const whole =
        inset(14, 8, 131.4, 184, '0 0 300 420', view(0, 0, 300, 420)) +
        line('M57.8 8V192M101.6 8V192M14 69.3H145.4M14 130.7H145.4', 0.7, 'var(--sm-deep)');
    const at = (i: number) => [174 + (i % 3) * 43.8 + 21.9, 8 + Math.floor(i / 3) * 61.3 + 30.65] as const;
    const rest = many(9, (i) => {
        const [x, y] = at(i);
        if (i === 2)
            return lay(smittenPiece(3, { ghost: true }).replaceAll('--ink', '--line'), x, y, 43.2, 60.5);
        return i === 4 ? '' : lay(smittenPiece(i + 1), x, y, 43.2, 60.5);
    });
    const last = rect(-29, -40, 58, 80, 'var(--sm-moon)', ' rx="3"') + lay(smittenPiece(5), 0, 0, 53, 74);
    return rect(0, 0, 320, 200, 'var(--sm-glow)') + whole + rest + move(238, 104, last, 8);
}

export function poster(game: 'photograph' | 'luz' | 'smitten'): string {
    return picture(320, 200, { photograph, luz, smitten }[game]());
}
