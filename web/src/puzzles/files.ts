// The files of puzzles, a text for each kind, fetched when somebody opens them. A line is one puzzle; docs/puzzles.md tells how
// to read it. The engine turns a line into a position (Moments.puzzle); here only its rating is read.
import type { Reason } from '../lib/protocol';
import { known } from '../lib/games';

/** Addresses of the files; the name of a kind begins with its game's. */
const files = import.meta.glob<string>('../../../search/puzzles/*.txt', { query: '?url', import: 'default', eager: true });

export interface Kind {
    name: string;
    game: string;
    file: string;
    /** The message of its name. */
    title: string;
}

/** All kinds, by name: the order of search/puzzles.c. */
export const kinds: Kind[] = Object.entries(files).map(([path, file]) => {
    const name = path.replace(/^.*\/(.*)\.txt$/, '$1');
    return { name, game: known.find((game) => name.startsWith(`${game}-`)) ?? '', file, title: `puzzle.${name}` };
});

/** What the engine says of a puzzle (puzzle_write_json). */
export interface Puzzle {
    seat: number;
    /** The own card that is asked about; 0: none. */
    place: number;
    measure: 'chance' | 'points' | 'sure';
    /** The message of the question. */
    asks: string;
    /** A member of cards in the view that would tell the answer. */
    hide: string | null;
    /** A move whose traces mark what is asked about. */
    mark: string | null;
    /** The answer is a card. */
    cards: boolean;
    rating: number;
    fails: string[];
    choices: Choice[];
}
export interface Choice {
    text: string;
    /** In thousandths. */
    value: number;
    right: boolean;
    why?: Reason;
}

/** The lines of a file after its head. */
export const linesOf = (text: string): string[] => text.trimEnd().split('\n').slice(1);

const kept = new Map<string, Promise<string[]>>();

/** The puzzles of a kind; fetched once, and again after a failure. */
export function load(kind: Kind): Promise<string[]> {
    const found = kept.get(kind.name);
    if (found) return found;
    const lines = fetch(kind.file).then(async (answer) => {
        if (!answer.ok) throw new Error(String(answer.status));
        return linesOf(await answer.text());
    });
    kept.set(kind.name, lines);
    lines.catch(() => kept.delete(kind.name));
    return lines;
}

/** How hard a puzzle is: the last word of its line. */
export const ratingOf = (line: string): number => Number(line.slice(line.lastIndexOf(' ') + 1));
