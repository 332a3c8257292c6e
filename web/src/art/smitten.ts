// Smitten's picture: an evening garden with a lit window, 300 x 420, cut in nine pieces of 100 x 140 (5:7, as the
// cards). The picture is a list of shapes; a piece draws only those that touch it. Paths here use absolute M L Q C Z
// only, so that a shape's box can be read off its numbers.
import { CARD, LINE, many, MIDDLE, noise, path, picture, rect, s, thin, word, inset, move, line } from './lib';

interface Shape { d: string; fill: string; stroke?: number; opacity?: number; plain?: boolean; box: [number, number, number, number]; }

function box(d: string): [number, number, number, number] {
  const n = (d.match(/-?[\d.]+/g) ?? []).map(Number);
  const xs = n.filter((_, i) => i % 2 === 0), ys = n.filter((_, i) => i % 2 === 1);
  return [Math.min(...xs) - 3, Math.min(...ys) - 3, Math.max(...xs) + 3, Math.max(...ys) + 3];
}

function disc(x: number, y: number, rx: number, ry = rx): string {
  const a = rx * 0.552, b = ry * 0.552;
  return s`M${x - rx} ${y}C${x - rx} ${y - b} ${x - a} ${y - ry} ${x} ${y - ry}C${x + a} ${y - ry} ${x + rx} ${y - b} ${x + rx} ${y}C${x + rx} ${y + b} ${x + a} ${y + ry} ${x} ${y + ry}C${x - a} ${y + ry} ${x - rx} ${y + b} ${x - rx} ${y}Z`;
}

function block(x: number, y: number, w: number, h: number): string {
  return s`M${x} ${y}L${x + w} ${y}L${x + w} ${y + h}L${x} ${y + h}Z`;
}

const v = (name: string) => `var(--sm-${name})`;

function garden(): Shape[] {
  const out: Shape[] = [];
  const add = (d: string, fill: string, more: Partial<Shape> = {}) => out.push({ d, fill, box: box(d), ...more });
  const grain = { plain: true };

  /* Step 1. The sky in four flat bands, stars, the moon. */
  add(block(-5, -5, 310, 280), v('night'), grain);
  add('M-5 96C60 80 120 110 180 92C230 78 270 96 305 86L305 290L-5 290Z', v('dusk'), grain);
  add('M-5 168C70 150 130 178 200 160C240 150 270 164 305 156L305 290L-5 290Z', v('haze'), grain);
  add('M-5 214C60 204 130 222 200 206C240 200 270 208 305 204L305 300L-5 300Z', v('glow'), grain);
  for (let i = 0; i < 34; i++) add(disc(noise(i, 1) * 300, noise(i, 2) * 120, 0.7 + noise(i, 3)), v('moon'), grain);
  add(disc(58, 50, 30), v('dusk'), { opacity: 0.6, plain: true });
  add('M66 26C44 22 30 44 42 62C52 78 76 76 84 60C68 66 52 50 66 26Z', v('moon'));

  /* Step 2. Far hills and cypresses. */
  add('M-5 236C40 210 80 226 120 232C180 214 250 210 305 226L305 300L-5 300Z', v('dusk'));
  for (const [x, h] of [[216, 70], [232, 96], [250, 62]] as const) add(s`M${x} ${250 - h}C${x + 12} ${250 - h * 0.6} ${x + 10} 244 ${x} 252C${x - 10} 244 ${x - 12} ${250 - h * 0.6} ${x} ${250 - h}Z`, v('deep'));

  /* Step 3. The house with its gable, chimney, smoke. */
  add('M92 280L92 168L150 112L208 168L208 280Z', v('wall'));
  add('M82 176L150 106L218 176L210 184L150 124L90 184Z', v('house'));
  add('M178 128L178 92L192 92L192 144Z', v('house'));
  add('M185 86C172 74 198 66 186 52C176 40 196 34 190 18C204 34 186 44 196 56C206 70 184 76 190 87Z', v('moon'), { opacity: 0.55 });
  for (let i = 0; i < 16; i++) { const x = 98 + noise(i, 7) * 98, y = 178 + noise(i, 8) * 92; add(s`M${x} ${y}L${x + 7} ${y}`, 'none', { stroke: 1, plain: true }); }

  /* Step 4. The window: light, the two, the cross of the frame. */
  add(disc(150, 208, 44, 50), v('glow'), { opacity: 0.28, plain: true });
  add('M124 244L124 200C124 168 176 168 176 200L176 244Z', 'var(--lamp)');
  add('M132 244C130 226 134 222 140 220C134 214 136 204 142 204C148 204 149 213 145 219C149 222 150 232 150 244Z', v('house'));
  add('M169 244C170 226 166 222 160 220C166 214 164 204 158 204C152 204 151 213 155 219C151 222 150 232 150 244Z', v('house'));
  add('M124 196L176 196M150 178L150 202M124 244L124 200C124 168 176 168 176 200L176 244Z', 'none', { stroke: 2.6 });
  add('M118 244L182 244L182 251L118 251Z', v('house'));
  for (let i = 0; i < 9; i++) add(disc(122 + i * 7, 243 - (i % 2) * 3, 3.6), i % 3 ? v('leaf') : v('bloom'), grain);

  /* Step 5. The old tree on the left with a swing. */
  add('M22 320C34 270 30 220 26 170C40 160 48 170 46 186C48 230 46 280 62 320Z', v('deep'));
  add('M40 186C60 176 76 172 92 178C80 182 60 186 46 198Z', v('deep'));
  for (const [x, y, r] of [[14, 140, 36], [52, 122, 32], [82, 148, 26], [30, 168, 30], [66, 166, 24], [-4, 176, 26]] as const) add(disc(x, y, r, r * 0.8), v('leaf'), grain);
  for (let i = 0; i < 26; i++) { const x = noise(i, 11) * 100 - 6, y = 112 + noise(i, 12) * 66; add(s`M${x} ${y}Q${x + 3} ${y - 4} ${x + 6} ${y}`, 'none', { stroke: 1.2, plain: true }); }
  add('M-10 150C-8 110 28 96 48 94C74 94 108 122 108 150C108 172 84 188 66 188C40 196 10 200 -10 190Z', 'none', {});
  add('M66 184L64 274M84 180L86 274', 'none', { stroke: 1.2 });
  add('M58 273L92 273L92 278L58 278Z', v('path'));

  /* Step 6. A string of lanterns from the roof to the right. */
  add('M206 166Q250 216 305 172', 'none', { stroke: 1.2 });
  for (const [x, y] of [[222, 180], [242, 189], [262, 190], [283, 184]] as const) { add(disc(x, y + 7, 12), v('glow'), { opacity: 0.3, plain: true }); add(disc(x, y + 7, 5.4, 6.6), 'var(--lamp)'); }
  for (const [x, y] of [[232, 44], [256, 30], [270, 52]] as const) add(s`M${x - 10} ${y - 3}Q${x - 4} ${y - 8} ${x} ${y}Q${x + 4} ${y - 8} ${x + 10} ${y - 3}`, 'none', { stroke: 1.8 });

  /* Step 7. The lawn, the lit path from the window, the pond. */
  add('M-5 290C60 272 110 282 150 280C200 278 250 270 305 284L305 425L-5 425Z', v('leaf'));
  add('M-5 352C70 330 100 352 160 360C220 368 270 350 305 358L305 425L-5 425Z', v('deep'));
  add('M132 280L168 280C166 306 190 318 182 346C174 376 150 390 158 425L86 425C88 386 128 372 134 344C138 320 128 306 132 280Z', v('path'));
  for (let i = 0; i < 14; i++) { const y = 290 + i * 10, x = 138 + noise(i, 21) * 18 - i * 1.4; add(s`M${x} ${y}Q${x + 6} ${y - 3} ${x + 12} ${y}`, 'none', { stroke: 1, plain: true }); }
  add(disc(246, 372, 48, 26), v('dusk'));
  add(disc(232, 366, 8, 3.4), v('moon'));
  add('M214 376L246 376M226 382L240 382M258 362L276 362', 'none', { stroke: 1.4 });
  add('M258 384C262 376 274 376 280 382C276 390 264 392 258 384ZM214 392C218 386 228 386 232 391C228 396 218 398 214 392Z', v('leaf'));
  add('M268 380C266 372 270 368 272 364C275 368 278 372 276 380Z', v('bloom'));
  for (const [x, h] of [[284, 60], [290, 78], [296, 54], [202, 40]] as const) { add(s`M${x} 392Q${x + 1} ${392 - h / 2} ${x + 3} ${392 - h}`, 'none', { stroke: 1.6 }); add(disc(x + 3, 392 - h, 2.4, 7), v('path'), grain); }

  /* Step 8. A table for two by the path, a cat, flowers on the left. */
  add('M196 300L196 322M186 322L206 322M178 300L214 300', 'none', { stroke: 3 });
  add('M190 298L190 288L200 288L200 298Z', 'var(--lamp)');
  add('M170 322L172 304L168 286M222 322L220 304L224 286M172 304L182 304M220 304L210 304', 'none', { stroke: 2 });
  add('M46 384C36 384 34 368 42 360C38 350 40 340 42 334L48 342L56 342L62 334C64 342 64 352 60 358C68 368 68 384 58 384C74 388 84 378 78 370C90 378 82 394 60 391Z', v('house'));
  for (const [x, y] of [[48, 347], [56, 347]] as const) add(disc(x, y, 1.5), 'var(--lamp)', grain);
  for (let i = 0; i < 13; i++) {
    const x = 4 + i * 7.2 + noise(i, 31) * 4, y = 404 - noise(i, 32) * 22;
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

/** The part of the garden that lies in the given window. */
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
  const lines = touching(x, y, 100, 140).filter((shape) => !shape.plain).map((shape) => line(shape.d, 1.2, 'var(--ink)')).join('');
  return picture(100, 140, `<g${thin(0.3)}>${lines}</g>`, x, y);
}

/** A hand card: the numeral large, its piece small, and below it an empty field (8, 100, 84 x 32) for the instruction's symbol. */
export function smittenFace(n: number): string {
  const [x, y] = cell(n);
  const grid = many(9, (i) => rect(66 + (i % 3) * 8.5, 10 + Math.floor(i / 3) * 9.5, 7, 8, i === n - 1 ? 'var(--sm-bloom)' : LINE, ` rx="1"${thin(i === n - 1 ? 1 : 0.25)}`));
  return picture(100, 140, rect(0, 0, 100, 140, CARD, ' rx="6"') + inset(6, 44, 88, 58, s`${x} ${y + 30} 100 66`, view(x, y, 100, 140)) +
    rect(6, 44, 88, 58, 'none', ` stroke="${LINE}" stroke-width="1.4"`) + word(9, 37, 40, n) + word(91, 132, 30, n, LINE, ' text-anchor="end"') + grid +
    rect(0.4, 0.4, 99.2, 139.2, 'none', ` rx="6" stroke="${LINE}" stroke-opacity="0.4" stroke-width="0.8"`));
}

/** The back of all cards: the two at the window, in a field of leaves. */
export function smittenBack(): string {
  const leaves = many(40, (i) => move(8 + (i % 5) * 21, 8 + Math.floor(i / 5) * 18, path('M0 0C1-6 6-8 10-6 9-1 6 2 0 0Z', v('leaf')), i % 2 ? 40 : -50, 1.1));
  return picture(100, 140, rect(0, 0, 100, 140, CARD, ' rx="6"') + rect(5, 5, 90, 130, v('night'), ' rx="3"') + `<svg x="5" y="5" width="90" height="130" viewBox="5 5 90 130">${leaves}</svg>` +
    inset(24, 34, 52, 72, '112 168 76 105', view(112, 168, 76, 105)) + rect(24, 34, 52, 72, 'none', ` stroke="${CARD}" stroke-width="3"`) +
    rect(0.4, 0.4, 99.2, 139.2, 'none', ` rx="6" stroke="${LINE}" stroke-opacity="0.4" stroke-width="0.8"`) + word(50, 128, 1, '', CARD, MIDDLE));
}
