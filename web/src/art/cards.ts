// Photograph's cards: the face is one frame of its story with the numeral in its sky and in its ground; the back is a
// film canister that shows colour and half.
import { CARD, END, LINE, MIDDLE, inset, line, many, move, path, picture, rect, s, thin, word } from './lib';
import { scene } from './photograph';
import { sign } from './symbols';

/** Just the picture, 100 x 70, for film strips; t is 1 to 12. */
export function photoFrame(colour: string, t: number): string {
  return picture(100, 70, scene(colour, t));
}

const rim = (fill: string) => s`<rect x="2" y="2" width="96" height="136" rx="4.5" fill="none" stroke="${fill}" stroke-width="4"/>` +
  rect(0.4, 0.4, 99.2, 139.2, 'none', ' rx="6" stroke="var(--line)" stroke-opacity="0.35" stroke-width="0.8"');

/** The values that may follow, as a small ladder on the right edge: those above over those below. */
function ladder(value: number, follow: number[]): string {
  if (!follow.length) return '';
  const up = follow.filter((v) => v > value).sort((a, b) => b - a), down = follow.filter((v) => v < value).sort((a, b) => b - a);
  const put = (v: number, y: number) => word(92, y, 10, v, LINE, MIDDLE);
  const tall = 9.5 * (up.length + down.length) + 7, top = 70 - 9.5 * up.length - 3.5;
  return rect(85.5, top - 1.5, 13, tall + 3, CARD, ' rx="2"') + line('M88.5 70H95.5', 1.2) +
    up.map((v, i) => put(v, 66 - 9.5 * (up.length - 1 - i))).join('') + down.map((v, i) => put(v, 81 + 9.5 * i)).join('');
}

/** The face of a photo such as "R7". `follow`: the values that the engine says may follow it. */
export function photoFace(card: string, opts: { follow?: number[] } = {}): string {
  const colour = card.charAt(0), value = Number(card.slice(1));
  const wide = value > 9;
  const top = word(8.5, 37, 38, value) + move(wide ? 54 : 34, 10.5, sign('ph', colour, LINE), 0, 0.8) + word(wide ? 76 : 56, 27, 20, colour);
  const bottom = word(91.5, 131, 38, value, CARD, END) + move(wide ? 27 : 47, 109.5, sign('ph', colour, CARD), 0, 0.8) + word(wide ? 23 : 43, 126, 20, colour, CARD, END);
  return picture(100, 140, rect(0, 0, 100, 140, CARD, ' rx="6"') + inset(3, 3, 94, 134, '3 -32 94 134', scene(colour, value)) + rim(CARD) +
    top + bottom + ladder(value, opts.follow ?? []));
}

/** The film canister of a colour in a box of about 60 x 84, standing on (50, 0) .. (50, 84). */
function canister(colour: string, label: string): string {
  const main = `var(--ph-${colour})`;
  return path('M78 16H99V74H78Z', LINE) + many(6, (i) => rect(90, 19 + i * 9.2, 5, 5, CARD, ' rx="1"')) +
    rect(40, 0, 14, 8, LINE, ' rx="2"') + path('M22 8H72Q76 8 76 12V16H18V12Q18 8 22 8Z', LINE) +
    rect(20, 15, 54, 58, main) + rect(20, 15, 9, 58, LINE, thin(0.25)) + rect(66, 15, 4, 58, CARD, thin(0.35)) +
    path('M18 72H76V76Q76 80 72 80H22Q18 80 18 76Z', LINE) + rect(74, 14, 6, 60, LINE) +
    rect(20, 34, 54, 30, CARD) + line('M20 34H74M20 64H74', 1.2) + word(47, 58, label.length > 3 ? 22 : 26, label, LINE, MIDDLE);
}

/** The back of a photo: colour, half and the -2 of a blurry shot; `blurry` draws the smear of light over it. */
export function photoBack(colour: string, half: 'low' | 'high', opts: { blurry?: boolean } = {}): string {
  const main = `var(--ph-${colour})`, low = half === 'low';
  const grain = many(16, (i) => line(s`M3 ${7 + i * 8.6}H97`, 0.7, main, thin(0.35)));
  const half6 = many(6, (i) => rect(9 + i * 4.6, low ? 124 : 10, 3, 6, main));
  const body = rect(0, 0, 100, 140, CARD, ' rx="6"') + rect(3, 3, 94, 134, `var(--ph-${colour}-tint)`) + grain + move(0, 31, canister(colour, low ? '1-6' : '7-12')) +
    move(70, 7, sign('ph', colour, LINE), 0, 0.9) + word(10, 29, 22, colour) + half6;
  const minus = rect(0, 104, 27, 20, LINE, ' rx="3"') + word(13.5, 119.5, 17, '\u22122', CARD, MIDDLE);
  return picture(100, 140, body + (opts.blurry ? smear() : '') + rim(CARD) + minus);
}

function smear(): string {
  return s`<g transform="rotate(-28 50 70)">` + many(7, (i) => s`<ellipse cx="${58 - i * 3}" cy="${66 + i * 2}" rx="${74 - i * 9}" ry="${36 - i * 5}" fill="var(--light)" opacity="0.26"/>`) + '</g>';
}
