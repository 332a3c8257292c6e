// Reasons of reviews in words: "The better move takes the Good Shot with red 7: +5 points". Loaded when asked for, with the
// book that has the sentences.
import type { Reason, ReasonArg } from './protocol';
import { language, oneDecimal, t, tn, withWords } from './words.svelte';

type CardName = (card: string) => string;

/** The games whose cards have names beyond their text. */
const cards = import.meta.glob<{ cardName: CardName }>('../games/*/card.ts');

const isWhole = (n: number): boolean => Number.isInteger(n);

function argWords(arg: ReasonArg, names: string[], cardName: CardName): string | number {
    if ('card' in arg) return cardName(arg.card);
    if ('seat' in arg) return names[arg.seat] ?? '';
    if ('percent' in arg) return arg.percent;
    return isWhole(arg.number) ? arg.number : oneDecimal(arg.number);
}

/** Typography that terminals do not have: spaces that do not break. */
export const kept = (text: string): string => {
    const fixed = text.replace(/ (?=[%—])/g, '\u00a0');
    return language() === 'fr' ? fixed.replace(/ (?=:)/g, '\u00a0').replace(/ (?=[;?!%])/g, '\u202f') : fixed;
};

function clause({ id, args }: Reason, names: string[], cardName: CardName): string {
    const [first, ...rest] = args;
    const words = args.map((arg) => argWords(arg, names, cardName));
    // A whole number that comes first chooses the plural form.
    if (first && 'number' in first && isWhole(first.number)) return tn(id, first.number, ...rest.map((arg) => argWords(arg, names, cardName)));
    return t(id, ...words);
}

/** The sentence of a reason; `names` by seat. */
export type ReasonWords = (reason: Reason, names: string[]) => string;

async function loadCardName(game: string): Promise<CardName> {
    const load = cards[`../games/${game}/card.ts`];
    return withWords('more', load ? load().then((module) => module.cardName) : Promise.resolve(String));
}

/** How reasons of this game are told: load it once, then ask as often as needed, in whatever language is set. */
export async function loadReasons(game: string): Promise<ReasonWords> {
    const cardName = await loadCardName(game);
    return (reason, names) => {
        const words = clause(reason, names, cardName);
        return kept(reason.better ? t('reason.better', words) : t('reason.played', words));
    };
}

/** The same of reasons that are sentences by themselves, and the names of this game's cards. */
export async function loadFacts(game: string): Promise<{ fact: ReasonWords; cardName: CardName }> {
    const cardName = await loadCardName(game);
    return { fact: (reason, names) => kept(clause(reason, names, cardName)), cardName };
}
