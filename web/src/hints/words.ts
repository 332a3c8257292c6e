// A hint in words: the move, why, and what it and the next choices are worth. Fetched with the first hint.
import type { Hint, HintValue } from '../lib/protocol';
import { kept, loadFacts } from '../lib/reasons';
import { oneDecimal, t } from '../lib/words.svelte';

/** Choices whose worth is told. */
const TOLD = 4;

/** A choice in words; null is waiting. */
export type ChoiceName = (text: string | null) => string;

/** The sentence that says why. */
export async function loadWhy(game: string): Promise<(hint: Hint, names: string[], name: ChoiceName) => string> {
    const { fact } = await loadFacts(game);
    return ({ text, other, why, values }, names, name) => {
        if (!why) return values.length > 1 ? t('hint.even') : '';
        const words = fact(why, names);
        if (other === text) return kept(t('hint.why', words));
        return kept(why.better ? t('hint.why-than', words, name(other)) : t('hint.why-other', words, name(other)));
    };
}

function worthOf({ text, points, win }: HintValue, name: ChoiceName): string | null {
    const won = win === null ? null : Math.round(100 * win);
    if (points !== null && won !== null) return t('hint.worth', name(text), oneDecimal(points), won);
    if (won !== null) return t('hint.worth-win', name(text), won);
    return points === null ? null : t('hint.worth-points', name(text), oneDecimal(points));
}

/** What the suggested choice and the next ones are worth; nothing if nobody knows. */
export const worths = ({ values }: Hint, name: ChoiceName): string[] =>
    values.slice(0, TOLD).flatMap((value) => worthOf(value, name) ?? []).map(kept);
