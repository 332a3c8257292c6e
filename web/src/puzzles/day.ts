// The puzzle of a day, as search/puzzle_day.c has it: the same for everybody, and known without a network.

/** Any change of the input changes every bit of the output with even chance. */
function mix(x: number): number {
    x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
    x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
    return (x ^ (x >>> 16)) >>> 0;
}

/** One of the `count` puzzles of a game, counted from 0 through its kinds in their order. */
export function puzzleOfDay(game: string, day: number, count: number): number {
    let hash = 2166136261;
    for (const letter of game) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
    return count === 0 ? 0 : mix((hash ^ mix(day)) >>> 0) % count;
}
