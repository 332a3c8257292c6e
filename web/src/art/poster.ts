// A picture for each game on the home page, 320 x 200.
import { CARD, LINE, circle, inset, many, move, path, picture, rect, s, thin } from './lib';
import { luzFace, rose } from './luz';
import { photoFace } from './cards';
import { scene } from './photograph';
import { view } from './smitten';

/** A drawing made elsewhere, laid at (x, y) with the given size. */
export function lay(markup: string, x: number, y: number, w: number, h: number, turn = 0): string {
  const placed = markup.replace('<svg ', s`<svg x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" `);
  return move(x, y, placed, turn);
}

function strip(colour: string, from: number, count: number): string {
  return rect(-8, 0, count * 62 + 10, 60, LINE) + many(count * 7, (i) => rect(-3 + i * 8.9, 3, 4.5, 5, CARD, ' rx="1"') + rect(-3 + i * 8.9, 52, 4.5, 5, CARD, ' rx="1"')) +
    many(count, (i) => inset(i * 62, 11, 58, 38, '0 2 100 66', scene(colour, from + i)));
}

function photograph(): string {
  return rect(0, 0, 320, 200, 'var(--ph-Y-tint)') + circle(246, 60, 74, 'var(--ph-Y)', thin(0.55)) + circle(246, 60, 52, 'var(--ph-Y)') +
    move(-20, 16, strip('B', 3, 6), -7) + move(-30, 92, strip('V', 3, 6), -7) + move(-24, 168, strip('R', 4, 6), -7) + lay(photoFace('B7'), 238, 112, 86, 120, 8) + lay(photoFace('R9'), 274, 120, 86, 120, 17);
}

function luz(): string {
  const beams = many(5, (i) => path(s`M${70 + i * 10} 60L${-60 + i * 90} 210H${-20 + i * 90}L${76 + i * 10} 60Z`, ['var(--lz-R)', 'var(--lz-Y)', 'var(--lz-G)', 'var(--lz-B)', 'var(--lz-V)'][i] ?? '', thin(0.3)));
  return rect(0, 0, 320, 200, 'var(--lead)') + beams +
    lay(rose([{ card: 'R6', lit: false }, { card: 'Y3', lit: true }, { card: 'B9', lit: false }, { card: 'V2', lit: false }, { card: 'G8', lit: false }]), 92, 92, 168, 168) +
    lay(luzFace('V4'), 208, 128, 76, 106, -10) + lay(luzFace('R10'), 240, 120, 76, 106, 0) + lay(luzFace('Y7'), 274, 126, 76, 106, 10);
}

function smitten(): string {
  return inset(0, 0, 320, 200, '0 130 300 188', view(0, 100, 300, 260));
}

export function poster(game: 'photograph' | 'luz' | 'smitten'): string {
  return picture(320, 200, { photograph, luz, smitten }[game]());
}
