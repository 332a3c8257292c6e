// Where new pieces of the squares come from, told to the movement (lib/flip.ts) by `data-from`.
import type { Snapshot } from '../../lib/flip';
import type { SmittenSquare, SmittenView } from '../../lib/protocol';
import { lastPut, SQUARES } from './model';

/** The piece last put comes from its hand or the deck; the card set aside completes a picture that is won. */
export function nameOrigins(root: HTMLElement, before: Snapshot, view: SmittenView, moved: boolean): void {
    const name = (square: SmittenSquare | undefined, card: number | undefined, from: string | undefined): void => {
        const piece = root.querySelector<HTMLElement>(`[data-flip="smitten-cell-${square}${card}"]`);
        if (piece && from) piece.dataset.from = from;
    };
    const put = lastPut(view);
    if (put && moved) {
        const who = put.hand ?? put.seat ?? 0;
        const keys = [`smitten-hand-${who}-${put.card}`, 'smitten-top', `smitten-hand-${who}-hidden`];
        name(put.square, put.card, keys.find((key) => before.has(key)));
    }
    const aside = view.won ? view.aside : null;
    if (aside === null) return;
    for (const square of SQUARES) if (!view.squares[square].includes(aside)) name(square, aside, 'smitten-aside');
}
