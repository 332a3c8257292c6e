/* The engine's modules as files of the page; scripts/wasm builds them. */
const places: Record<string, string> = {
    tables: new URL('../generated/tables.wasm', import.meta.url).href,
    'easy-photograph': new URL('../generated/easy-photograph.wasm', import.meta.url).href,
    'easy-luz': new URL('../generated/easy-luz.wasm', import.meta.url).href,
    'easy-smitten': new URL('../generated/easy-smitten.wasm', import.meta.url).href,
    'bots-photograph': new URL('../generated/bots-photograph.wasm', import.meta.url).href,
    'bots-luz': new URL('../generated/bots-luz.wasm', import.meta.url).href,
    'bots-smitten': new URL('../generated/bots-smitten.wasm', import.meta.url).href,
};
/** Has the bots of all games, also of those without a module of their own. */
const review = new URL('../generated/review.wasm', import.meta.url).href;

export function fetchModule(name: string): Promise<Response> {
    return fetch(places[name] ?? review);
}
