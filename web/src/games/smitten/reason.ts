// Why a game was lost, for the board: all cards open, and in words the cells that waited and the hand that had none.
import type { GameRecord, SmittenHand, SmittenSquare, SmittenView } from '../../lib/protocol';
import { joined, t } from '../../lib/words.svelte';
import { opened } from './loss';
import { SQUARES, whoOf } from './model';

export interface Reason {
    /** The view that it belongs to. */
    of: unknown;
    /** With all cards open; null until the record is there. */
    view: SmittenView | null;
    words: string;
}

/** "Open were 4 on the left and 6, 8 on the right." */
export function openWords({ open }: SmittenView): string {
    const cells = (square: SmittenSquare): string => open?.[square].join(', ') ?? '';
    const parts = SQUARES.filter(cells).map((square) => (square === 'L' ? t('smit.open-left', cells(square)) : t('smit.open-right', cells(square))));
    return parts.length > 0 ? t('smit.open-cells', joined(parts)) : '';
}

/** "Bob held 1, 2 and 3." */
export function heldWords(view: SmittenView, hand: SmittenHand | undefined, names: string[]): string {
    if (!hand || hand.cards.length === 0) return '';
    const cards = hand.cards.map(({ card }) => card).join(', ');
    const who = whoOf(hand);
    if (typeof who === 'string') return t('smit.hand-held', who, cards);
    return who === view.seat ? t('smit.you-held', cards) : t('smit.held', names[who] ?? '', cards);
}

export function reason(of: SmittenView, record: GameRecord | null, names: string[]): Reason {
    const view = record ? opened(of, record) : null;
    const asked = view?.hands.find((one) => whoOf(one) === view.pending?.for);
    const words = [openWords(of), view && view.pending?.must !== 'place-top' ? heldWords(view, asked, names) : ''];
    return { of, view, words: words.filter(Boolean).join(' ') };
}
