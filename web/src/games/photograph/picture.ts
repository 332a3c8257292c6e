// A picture of a moment of Photograph for sending: the field, and of each player the films, the hand as this view knows it
// and the score.
import { photoBack, photoFace, symbol } from '../../art';
import { many, path, rect } from '../../art/lib';
import { END, ink, lay, plate, row, soft, type Postcard } from '../../art/postcard';
import type { Film, PhotographColour, PhotographPlayer, PhotographView } from '../../lib/protocol';

/** A card `R7`, or a back `R+`. */
const card = (text: string, blurry = false): string =>
    /\d/.test(text) ? photoFace(text) : photoBack(text.charAt(0), text.endsWith('+') ? 'high' : 'low', { blurry });

const FIELD = 420;
/** The height of a film: more players have less room. */
const highOf = (view: PhotographView): number => (view.seats > 2 ? 86 : 112);

function field(view: PhotographView, y: number): string {
    const cells = many(12, (k) => {
        const [x, top] = [68 + (k % 4) * 94, y + 20 + Math.floor(k / 4) * 128];
        const lies = view.field[Math.floor(k / 4)]?.[k % 4] ?? null;
        return lies ? row([card(lies)], x, top, 118, 90) : rect(x, top, 84, 118, 'none', ' rx="8" stroke="var(--edge)" stroke-width="2" stroke-dasharray="6 7"');
    });
    const deck = view.top ? row([card(view.top)], 200, y + 424, 92, 90) + ink(286, y + 484, 40, view.deck) : '';
    return plate(48, y, FIELD - 20, 400) + cells + deck;
}

/** The Good Shot. */
function star(x: number, y: number): string {
    const at = (k: number): string => [x + Math.sin(k * 0.628) * (k % 2 ? 8 : 19), y - Math.cos(k * 0.628) * (k % 2 ? 8 : 19)].map((n) => n.toFixed(1)).join(' ');
    return path(`M${Array.from({ length: 10 }, (_, k) => at(k)).join('L')}Z`, 'var(--lamp)', ' stroke="var(--line)" stroke-width="2"');
}

function film(colour: string, one: Film, good: boolean, x: number, y: number, room: number, high: number): string {
    const cards = one.cards.map(({ card: face, back }) => (face ? card(face) : card(back ?? '', true)));
    const won = good ? star(x + 20, y + high - 24) : '';
    return lay(symbol('photograph', colour), x + 20, y + 26, 38, 38) + won + row(cards, x + 50, y, high - 8, room - 60, 4);
}

function player(view: PhotographView, seat: number, name: string, x: number, y: number, w: number): Postcard {
    const one = view.players[seat] as PhotographPlayer;
    const [columns, tall] = [3, highOf(view)];
    const films = Object.entries(one.films).filter(([, { cards }]) => cards.length > 0) as [PhotographColour, Film][];
    const rows = Math.max(1, Math.ceil(films.length / columns));
    const room = (w - 40) / columns;
    const hand = one.hand.map((text) => card(text));
    const high = 84 + rows * (tall + 8);
    const body =
        plate(x, y, w, high) + ink(x + 24, y + 52, 34, name) +
        ink(x + w - 24, y + 54, 42, String(one.score).replace('-', '\u2212'), END) +
        row(hand, x + w - 130 - hand.length * 56, y + 8, 70, hand.length * 56, 4) +
        many(films.length, (k) => {
            const [colour, film_] = films[k] as [PhotographColour, Film];
            return film(colour, film_, one.good.includes(colour), x + 20 + (k % columns) * room, y + 80 + Math.floor(k / columns) * (tall + 8), room, tall);
        });
    return { high: high + 18, body: films.length > 0 ? body : body + soft(x + 24, y + 130, 30, '\u2013') };
}

export function draw(view: PhotographView, names: string[]): Postcard {
    const over = view.phase === 'over';
    const [x, w] = over ? [48, 1104] : [48 + FIELD, 1104 - FIELD];
    let [high, body] = [0, ''];
    for (let seat = 0; seat < view.seats; seat++) {
        const part = player(view, seat, names[seat] ?? '', x, high, w);
        [high, body] = [high + part.high, body + part.body];
    }
    return { high: over ? high : Math.max(high, 530), body: over ? body : field(view, Math.max(0, (high - 530) / 2)) + body };
}
