// The gallery shows every drawing on one page, for work on the art. It is for development only.
import './art/palette.css';
import {
    bead,
    luzFace,
    luzUnlit,
    photoBack,
    photoFace,
    photoFrame,
    poster,
    rose,
    smittenBack,
    smittenFace,
    smittenPiece,
    symbol,
} from './art';

// The colours of Photograph to show may be given: ?only=GN
const ask = new URLSearchParams(location.search);
const COLOURS = [...(ask.get('only') ?? 'BRYGNSV')];
const LUZ = [...'RYGBV'];
const NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const TWELVE = Array.from({ length: 12 }, (_, i) => i + 1);

function row(name: string, kind: string, pictures: string[]): void {
    const part = document.createElement('section');
    const head = document.createElement('h2');
    head.textContent = name;
    const list = document.createElement('div');
    list.className = kind;
    list.innerHTML = pictures.map((p) => `<div>${p}</div>`).join('');
    part.append(head, list);
    if (kind === 'nine') part.className = 'beside';
    document.body.append(part);
}

for (const name of ['light', 'palette'])
    document.documentElement.setAttribute(`data-${name}`, ask.get(name) ?? '');
const part = ask.get('part') ?? '';
const shown = (name: string) => !part || part === name;

if (shown('posters')) row('Posters', 'posters', [poster('photograph'), poster('luz'), poster('smitten')]);
if (shown('films'))
    for (const c of COLOURS)
        row(
            `Film ${c}`,
            'film',
            TWELVE.map((t) => photoFrame(c, t)),
        );
if (shown('photos')) {
    row(
        'Faces',
        'cards',
        COLOURS.flatMap((c, i) => [
            photoFace(`${c}${i + 4}`, { follow: [i + 1, i + 2, i + 3, i + 5, i + 6, i + 7] }),
            photoFace(`${c}${12 - i}`),
        ]),
    );
    row(
        'Backs',
        'cards',
        COLOURS.flatMap((c, i) => [
            photoBack(c, i % 2 ? 'low' : 'high'),
            photoBack(c, i % 2 ? 'high' : 'low', { blurry: true }),
        ]),
    );
    row(
        'At 44 px',
        'small',
        COLOURS.flatMap((c, i) => [
            photoFace(`${c}${i + 6}`, { follow: [1, 2, 3] }),
            photoFace(`${c}${i + 1}`),
            photoBack(c, 'low'),
            photoBack(c, 'high', { blurry: true }),
        ]),
    );
}
if (shown('luz')) {
    row(
        'Luz',
        'cards',
        LUZ.flatMap((c, i) => [luzFace(`${c}${i + 7}`), luzFace(`${c}${i + 1}`), luzUnlit(c)]),
    );
    row(
        'At 44 px',
        'small',
        LUZ.flatMap((c, i) => [luzFace(`${c}${i + 8}`), luzFace(`${c}${i + 1}`), luzUnlit(c)]),
    );
    const cards = ['Y3', 'R12', 'B9', 'V2', 'G8'];
    row(
        'Rose',
        'roses',
        [3, 4, 5].map((n) =>
            rose(
                cards
                    .slice(0, n)
                    .map((card, i) => ({ card: i === 2 && n === 4 ? null : card, lit: i === 0 })),
            ),
        ),
    );
    row('Beads', 'beads', [bead('bid'), bead('won'), bead('safety'), bead('empty')]);
}
if (shown('symbols'))
    row('Symbols', 'beads', [
        ...COLOURS.map((c) => symbol('photograph', c)),
        ...LUZ.map((c) => symbol('luz', c)),
    ]);
if (shown('smitten')) {
    row(
        'Garden',
        'nine',
        NINE.map((n) => smittenPiece(n)),
    );
    row(
        'Half',
        'nine',
        NINE.map((n) => smittenPiece(n, { ghost: n % 2 === 0 })),
    );
    row('Hand', 'cards', [...NINE.map((n) => smittenFace(n)), smittenBack()]);
    row('At 44 px', 'small', [...NINE.map((n) => smittenFace(n)), smittenBack()]);
}
