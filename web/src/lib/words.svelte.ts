// The page's words: one catalogue in four languages, chosen by the browser, switched at once.
// t("id", ...) fills {0}, {1}, ...; tn("id", n, ...) chooses the plural form by n, which is {0}.
// Ids must be literals in the call (or in MSG("id")), since po/check.py looks for them.

export type Language = 'en' | 'uk' | 'ru' | 'fr';
/** Each language in its own words. */
export const languageNames: Record<Language, string> = { en: 'English', uk: 'Українська', ru: 'Русский', fr: 'Français' };
export const languages = Object.keys(languageNames) as Language[];

type Book = Record<string, string | string[]>;
/** The books of words.py; `core` is always there. */
export type Part = 'core' | 'more' | 'photograph' | 'luz' | 'smitten' | `learn-${string}`;
/** By path; a part of the page may add books of its own. */
export const books = import.meta.glob<{ default: Book }>('../generated/words/*.json');

let book: Book = $state.raw({});
let current: Language = $state('en');
const opened = new Set<Part>(['core']);

async function load(of: Language, part: Part): Promise<Book> {
    const found = books[`../generated/words/${of}.${part}.json`];
    return found ? (await found()).default : {};
}

export { MSG } from './msg';

export const language = (): Language => current;

/** The first of the browser's languages that we have; English otherwise. */
export function preferred(): Language {
    for (const tag of navigator.languages ?? [navigator.language]) {
        const short = tag.slice(0, 2).toLowerCase();
        const found = languages.find((x) => x === short);
        if (found) return found;
    }
    return 'en';
}

export async function setLanguage(to: Language): Promise<void> {
    const parts = await Promise.all([...opened].map((part) => load(to, part)));
    book = Object.assign({}, ...parts) as Book;
    current = to;
    document.documentElement.lang = to;
}

/** Opens a further book, now and for every language chosen later. */
export async function needWords(part: Part): Promise<void> {
    if (opened.has(part)) return;
    const of = current;
    const words = await load(of, part);
    opened.add(part);
    if (of === current) book = { ...book, ...words };
    else book = { ...book, ...(await load(current, part)) };
}

/** A part of the page that is fetched when it is asked for, with its words. */
export const withWords = async <T>(book: Part, part: Promise<T>): Promise<T> => (await Promise.all([part, needWords(book)]))[0];

function form(n: number): number {
    if (current === 'en') return n === 1 ? 0 : 1;
    if (current === 'fr') return n < 2 ? 0 : 1;
    const units = n % 10;
    const tens = n % 100;
    if (units === 1 && tens !== 11) return 0;
    return units >= 2 && units <= 4 && (tens < 10 || tens >= 20) ? 1 : 2;
}

const fill = (text: string, args: (string | number)[]): string =>
    text.replace(/\{(\d)\}/g, (hole, k: string) => String(args[Number(k)] ?? hole));

/** The text of an id; the id itself if the catalogue lacks it, so that nothing is ever blank. */
export function t(id: string, ...args: (string | number)[]): string {
    const text = book[id];
    return fill(typeof text === 'string' ? text : (text?.[0] ?? id), args);
}

/** The text of one of several ids; `otherwise` where there is none for this key. */
export const wordOf = (ids: Record<string, string>, key: string, otherwise = key): string =>
    Object.hasOwn(ids, key) ? t(ids[key] ?? '') : otherwise;

export function tn(id: string, n: number, ...args: (string | number)[]): string {
    const text = book[id];
    const chosen = Array.isArray(text) ? text[Math.min(form(n), text.length - 1)] : text;
    return fill(chosen ?? id, [n, ...args]);
}

/** Parts of one sentence, with semicolons as the language sets them. */
export const joined = (parts: string[]): string => parts.join(current === 'fr' ? '\u202f; ' : '; ');

/** A number with one decimal, as the language writes it. */
export const oneDecimal = (x: number): string =>
    x.toLocaleString(current, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).replace('-', '−');

/** The words of an error that the engine or server sent. */
export const explain = (error: { id: string; args?: (string | number)[] }): string =>
    t(error.id, ...(error.args ?? []));
