// The own cards, whose values are hidden: for pencil marks.
import type { HiddenCard } from '../../lib/contract';
import type { LuzView, View } from '../../lib/protocol';
import { ownCardName } from './describe';

export function hidden(shown: View): { part: number; cards: HiddenCard[] } {
    const view = shown as LuzView;
    const hand = view.seat < 0 ? [] : (view.hands[view.seat] ?? []);
    const cards = hand.filter((card) => card.back).map(({ slot }) => ({ slot, name: ownCardName(view, slot), values: view.values }));
    return { part: view.deal, cards };
}
