// A picture of a moment of Luz for sending: the trick as a rose window, and of each player the bet, the tricks won, the score
// and the cards as this view knows them; after the game the points of each deal.
import { bead, luzFace, luzUnlit, rose } from '../../art';
import { many } from '../../art/lib';
import { END, ink, lay, plate, row, soft, type Postcard } from '../../art/postcard';
import type { LuzView } from '../../lib/protocol';

const HIGH = 186;

/** The panes from the own seat clockwise, the trick that lies or else the one just finished. */
function window(view: LuzView): string {
    const from = Math.max(0, view.seat);
    const cards = view.trick.length > 0 ? view.trick : (view.last?.cards ?? []);
    const lit = view.trick.length > 0 ? view.ahead : view.last?.winner;
    const panes = Array.from({ length: view.seats }, (_, k) => {
        const seat = (from + k) % view.seats;
        const card = cards.find((one) => one.seat === seat)?.card ?? null;
        return { card, lit: card !== null && seat === lit };
    });
    return rose(panes);
}

/** The bet as beads: those that are met are filled, and the safety bead is blue. */
function beads(view: LuzView, seat: number, x: number, y: number): string {
    const [bid, won] = [view.bids[seat], view.tricks[seat] ?? 0];
    if (!bid) return '';
    const kinds = Array.from({ length: Math.max(bid.beads, won) }, (_, k) => (k < won ? 'won' : 'bid') as 'won' | 'bid');
    const all = [...kinds.map((kind) => bead(kind)), ...(bid.safety ? [bead('safety')] : [])];
    return many(all.length, (k) => lay(all[k] ?? '', x + k * 34, y, 32, 32)) + soft(x + all.length * 34 + 4, y + 10, 28, `${won}/${bid.beads}`);
}

function player(view: LuzView, seat: number, name: string, y: number): string {
    const over = view.phase === 'over';
    const hand = (view.hands[seat] ?? []).map(({ card, back }) => (card ? luzFace(card) : luzUnlit(back ?? '')));
    const deals = view.sheet.map((points) => points[seat] ?? 0);
    const below = over
        ? many(deals.length, (k) => soft(560 + 140 * k, y + 118, 40, String(deals[k]).replace('-', '\u2212')))
        : row(hand, 540, y + 66, 104, 596, 6);
    return (
        plate(516, y, 648, HIGH - 14) + ink(540, y + 46, 32, name) + (over ? '' : beads(view, seat, 860, y + 34)) +
        ink(1140, over ? y + 118 : y + 46, over ? 56 : 34, String(view.scores[seat] ?? 0).replace('-', '\u2212'), END) + below
    );
}

export function draw(view: LuzView, names: string[]): Postcard {
    const high = Math.max(460, HIGH * view.seats);
    const players = many(view.seats, (seat) => player(view, seat, names[seat] ?? '', seat * HIGH));
    return { high, body: lay(window(view), 266, high / 2 - 8, 436, 436) + players };
}
