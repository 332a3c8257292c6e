// Photograph's cards: the face is one frame of its story with the numeral in its sky and in its ground; the back is a
// film canister that shows colour and half.
import {
    CARD,
    END,
    LINE,
    MIDDLE,
    inset,
    kept,
    line,
    many,
    move,
    oval,
    paper,
    path,
    picture,
    rect,
    s,
    thin,
    word,
} from './lib';
import { scene } from './stories';
import { sign } from './symbols';

/** Just the picture, 100 x 70, for film strips; t is 1 to 12. */
export const photoFrame = /* @__PURE__ */ kept((colour: string, t: number): string => picture(100, 70, scene(colour, t)));

/** A card with a white rim. */
const framed = (drawing: string, figures: string) =>
    paper(drawing + s`<rect x="2" y="2" width="96" height="136" rx="4.5" fill="none" stroke="${CARD}" stroke-width="4"/>` + figures, 0.35);

/** The values that may follow, small at the right edge: those above over those below, each as a range. */
function ladder(value: number, follow: number[]): string {
    const put = (values: number[], y: number) => {
        const low = Math.min(...values),
            high = Math.max(...values);
        const text = low === high ? low : `${low}\u2013${high}`;
        return values.length ? word(95.5, y, 12.5, text, LINE, `${END}${halo}`) : '';
    };
    const body = put(follow.filter((v) => v > value), 46) + put(follow.filter((v) => v < value), 59);
    return body && `<g class="follow">${body}</g>`;
}
const halo = s` stroke="${CARD}" stroke-width="3.4" stroke-linejoin="round" paint-order="stroke"`;

/** The face of a photo such as "R7". `follow`: the values that the engine says may follow it; `mark`: a letter or two
    for the colour beside its symbol. */
export const photoFace = /* @__PURE__ */ kept((card: string, opts: { follow?: number[]; mark?: string } = {}): string => {
    const colour = card.charAt(0),
        value = Number(card.slice(1));
    const wide = value > 9,
        on = `var(--ph-${colour}-on)`,
        mark = opts.mark ?? '';
    /* Beside two figures there is less room. */
    const size = wide ? (mark.length > 1 ? 14 : 17) : 20;
    const put = (x: number, y: number, fill: string, more = '') => (mark ? word(x, y, size, mark, fill, more) : '');
    const top =
        word(8, 38, 40, value) +
        move(wide ? 57 : 37, 11, sign('ph', colour, LINE), 0, 0.75) +
        put(wide ? 77 : 58, wide ? 25 : 27, LINE);
    const bottom =
        word(92, 131, 40, value, on, END) +
        move(wide ? 26 : 46, 110, sign('ph', colour, on), 0, 0.75) +
        put(wide ? 24 : 43, wide ? 124 : 126, on, END);
    return framed(inset(3, 3, 94, 134, '3 -32 94 134', scene(colour, value)), top + bottom + ladder(value, opts.follow ?? []));
});

/** The film canister of a colour, 16..100 x 0..80: its label sits low or high, as the half that it holds. */
function canister(colour: string): string {
    return (
        path('M78 16H99V74H78Z', LINE) +
        many(6, (i) => rect(90, 19 + i * 9.2, 5, 5, CARD, ' rx="1"')) +
        rect(40, 0, 14, 9, LINE, ' rx="2"') +
        path('M22 8H72Q76 8 76 12V16H18V12Q18 8 22 8Z', LINE) +
        rect(20, 15, 54, 58, `var(--ph-${colour})`) +
        rect(20, 15, 9, 58, LINE, thin(0.25)) +
        rect(66, 15, 4, 58, CARD, thin(0.35)) +
        path('M18 72H76V76Q76 80 72 80H22Q18 80 18 76Z', LINE) +
        rect(74, 14, 6, 60, LINE)
    );
}

function label(half: 'low' | 'high'): string {
    const y = half === 'low' ? 38 : 19;
    return (
        rect(20, y, 54, 30, CARD) +
        line(s`M20 ${y}H74M20 ${y + 30}H74`, 1.2) +
        word(47, y + 24, half === 'low' ? 27 : 23, half === 'low' ? '1-6' : '7-12', LINE, `${MIDDLE} class="half"`)
    );
}

/** Light that got into the camera: rings of it, aslant. */
function smear(): string {
    const ring = (i: number) =>
        oval(58 - i * 2, 56, 82 - i * 9, 27 - i * 3.6, i ? 'var(--light)' : 'var(--lamp)', thin(0.24));
    return `<g transform="rotate(-32 50 70)">${many(7, ring)}</g>`;
}

/** The back of a photo: colour, half and the -2 of a blurry shot; `blurry` lets light in; `mark` as on a face. */
export const photoBack = /* @__PURE__ */ kept((colour: string, half: 'low' | 'high', opts: { blurry?: boolean; mark?: string } = {}): string => {
    const grain = many(16, (i) => line(s`M3 ${7 + i * 8.6}H97`, 0.7, `var(--ph-${colour})`, thin(0.35)));
    const minus = `<g class="minus">${rect(0, 111, 28, 20, LINE, ' rx="3"') + word(14, 126.5, 17, '\u22122', CARD, MIDDLE)}</g>`;
    return framed(
        rect(3, 3, 94, 134, `var(--ph-${colour}-tint)`) +
            grain +
            move(0, 33, canister(colour)) +
            (opts.blurry ? smear() : '') +
            move(0, 33, label(half)) +
            move(70, 8, sign('ph', colour, LINE), 0, 0.9) +
            (opts.mark ? word(10, 28, 24, opts.mark) : ''),
        minus,
    );
});
