// A picture of a moment of Smitten for sending: both grids, and below them the hands as this view knows them.
import { smittenBack, smittenFace, smittenPiece } from '../../art';
import { many, rect } from '../../art/lib';
import { MIDDLE, ink, lay, plate, row, soft, type Postcard } from '../../art/postcard';
import type { SmittenHand, SmittenSquare, SmittenView } from '../../lib/protocol';

const [CELL, TALL] = [160, 224];

function square(view: SmittenView, which: SmittenSquare, x: number): string {
    const lies = new Set(view.squares[which]);
    const cells = many(9, (k) => {
        const [cx, cy] = [x + 20 + (k % 3) * CELL + CELL / 2, 20 + Math.floor(k / 3) * TALL + TALL / 2];
        const empty = rect(cx - CELL / 2 + 5, cy - TALL / 2 + 5, CELL - 10, TALL - 10, 'none', ' rx="10" stroke="var(--edge)" stroke-width="2" stroke-dasharray="6 7"');
        if (!lies.has(k + 1)) return empty + lay(smittenPiece(k + 1, { ghost: true }), cx, cy, CELL - 6, TALL - 6) + soft(cx, cy + 20, 56, k + 1, MIDDLE);
        return lay(smittenPiece(k + 1), cx, cy, CELL, TALL);
    });
    return plate(x, 0, 3 * CELL + 40, 3 * TALL + 40) + cells;
}

function hand(one: SmittenHand, name: string, x: number): string {
    const backs = one.hidden + (one.closed ? 1 : 0);
    const cards = [...one.cards.map(({ card }) => smittenFace(card)), ...Array.from({ length: backs }, smittenBack)];
    return ink(x, 752, 32, name) + row(cards, x, 772, 196, 520, 10);
}

export function draw(view: SmittenView, names: string[]): Postcard {
    const hands = view.hands.map((one, k) => hand(one, one.hand ?? names[one.seat ?? k] ?? '', 60 + 580 * k));
    const held = view.hands.some((one) => one.cards.length + one.hidden > 0 || one.closed);
    return { high: held ? 980 : 3 * TALL + 50, body: square(view, 'L', 48) + square(view, 'R', 632) + (held ? hands.join('') : '') };
}
