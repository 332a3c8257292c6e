// The gallery shows every drawing on one page, for work on the art. It is for development only.
import * as art from './art';
import './art/palette.css';

// The colours of Photograph to show may be given: ?only=GN
const ask = new URLSearchParams(location.search);
const COLOURS = [...(ask.get('only') ?? 'BRYGNSV')];
const LUZ = [...'RYGBV'];
const NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const TWELVE = Array.from({ length: 12 }, (_, i) => i + 1);

const faces = COLOURS.flatMap((c, i) => [
    art.photoFace(`${c}${i + 4}`, { follow: [i + 1, i + 2, i + 3, i + 5, i + 6, i + 7] }),
    art.photoFace(`${c}${12 - i}`),
]);
const backs = COLOURS.flatMap((c, i) => [
    art.photoBack(c, i % 2 ? 'low' : 'high'),
    art.photoBack(c, i % 2 ? 'high' : 'low', { blurry: true }),
]);
const glass = LUZ.flatMap((c, i) => [art.luzFace(`${c}${i + 7}`), art.luzFace(`${c}${i + 1}`), art.luzUnlit(c)]);
const trick = (n: number) =>
    ['Y3', 'R12', 'B9', 'V2', 'G8'].slice(0, n).map((card, i) => ({ card: i === 2 && n === 4 ? null : card, lit: i === 0 }));
const hand = [...NINE.map((n) => art.smittenFace(n)), art.smittenBack()];

/* Rows by part: a title, how they are laid out (gallery.html), and the pictures. */
const parts: Record<string, [title: string, kind: string, pictures: string[]][]> = {
    posters: [['Posters', 'posters', [art.poster('photograph'), art.poster('luz'), art.poster('smitten')]]],
    films: COLOURS.map((c) => [`Film ${c}`, 'film', TWELVE.map((t) => art.photoFrame(c, t))]),
    photos: [['Faces', 'cards', faces], ['Backs', 'cards', backs], ['At 44 px', 'small', [...faces, ...backs]]],
    luz: [
        ['Luz', 'cards', glass],
        ['At 44 px', 'small', glass],
        ['Rose', 'roses', [3, 4, 5].map((n) => art.rose(trick(n)))],
        ['Beads', 'beads', [art.bead('bid'), art.bead('won'), art.bead('safety'), art.bead('empty')]],
    ],
    symbols: [['Symbols', 'beads', [...COLOURS.map((c) => art.symbol('photograph', c)), ...LUZ.map((c) => art.symbol('luz', c))]]],
    smitten: [
        ['Garden', 'nine', NINE.map((n) => art.smittenPiece(n))],
        ['Half', 'nine', NINE.map((n) => art.smittenPiece(n, { ghost: n % 2 === 0 }))],
        ['Hand', 'cards', hand],
        ['At 44 px', 'small', hand],
    ],
};

function row(title: string, kind: string, pictures: string[]): void {
    const part = document.createElement('section');
    const head = document.createElement('h2');
    head.textContent = title;
    const list = document.createElement('div');
    list.className = kind;
    list.innerHTML = pictures.map((p) => `<div>${p}</div>`).join('');
    part.append(head, list);
    if (kind === 'nine') part.className = 'beside';
    document.body.append(part);
}

for (const name of ['light', 'palette']) document.documentElement.setAttribute(`data-${name}`, ask.get(name) ?? '');
for (const [name, rows] of Object.entries(parts)) {
    if (!ask.get('part') || ask.get('part') === name) for (const one of rows) row(...one);
}
