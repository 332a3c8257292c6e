// Shared parts of the games' pictures for sending: cards in rows, names, and plates to write on. 1200 wide, any height.
import { END, MIDDLE, many, move, picture, rect, s, thin, word } from './lib';

/** A part of a picture for sending: 1200 wide and so high. */
export interface Postcard {
    high: number;
    body: string;
}
export const WIDE = 1200;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** People choose their names; a control character is in no drawing. */
export const plain = (text: string): string =>
    [...text].filter((letter) => letter >= ' ').join('').replace(/[&<>"]/g, (letter) => escapes[letter] ?? '');

export const ink = (x: number, y: number, size: number, text: string | number, more = ''): string =>
    word(x, y, size, plain(String(text)), 'var(--ink)', more);
export const soft = (x: number, y: number, size: number, text: string | number, more = ''): string =>
    word(x, y, size, plain(String(text)), 'var(--soft)', more);
export { END, MIDDLE };

/** A drawing laid with its middle at (x, y). It is that of poster.ts, which belongs to the home page. */
export const lay = (markup: string, x: number, y: number, w: number, h: number): string =>
    move(x, y, markup.replace('<svg ', s`<svg x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" `));

/** A plate of paper on the table. */
export const plate = (x: number, y: number, w: number, h: number): string =>
    rect(x + 3, y + 5, w, h, 'var(--line)', ` rx="18"${thin(0.16)}`) +
    rect(x, y, w, h, 'var(--paper)', ' rx="18" stroke="var(--edge)" stroke-width="2"');

/** Cards of 100 x 140 in a row from (x, y), as high as wanted; closer together where they would be wider than the room. */
export function row(cards: string[], x: number, y: number, high: number, room: number, gap = 8): string {
    const w = (high * 100) / 140;
    const step = cards.length > 1 ? Math.min(w + gap, (room - w) / (cards.length - 1)) : 0;
    return many(cards.length, (i) => lay(cards[i] ?? '', x + w / 2 + i * step, y + high / 2, w, high));
}

/** The whole picture: what it is above, what happened below it. */
export function frame(title: string, lines: string[], { high, body }: Postcard): { high: number; svg: string } {
    const [top, foot] = [96, 40 + 44 * lines.length];
    const all = top + high + foot;
    const said = many(lines.length, (i) => ink(WIDE / 2, top + high + 44 + 44 * i, 32, lines[i] ?? '', MIDDLE));
    const head = ink(48, 66, 46, title) + soft(WIDE - 48, 64, 30, 'Parlor', END);
    const shifted = `<g transform="translate(0 ${top})">${body}</g>`;
    return { high: all, svg: picture(WIDE, all, rect(0, 0, WIDE, all, 'var(--table)') + head + shifted + said) };
}
