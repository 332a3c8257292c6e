// Names and explanations of the games' options, and of their values. Options that we do not know are
// shown as the engine names them.
import { levelName } from './games';
import type { GameRow, OptionRow, Options } from './protocol';
import { MSG, t, wordOf } from './words.svelte';

/** Name and explanation by game and option; a number is filled into the name. */
const options: Record<string, [name: string, note: string, number?: number]> = {
    'photograph.colours': [MSG('page.opt-colours'), MSG('page.opt-colours-note')],
    'photograph.missed': [MSG('page.opt-missed'), MSG('page.opt-missed-note')],
    'photograph.memory': [MSG('page.opt-memory'), MSG('page.opt-memory-photograph')],
    'luz.memory': [MSG('page.opt-memory'), MSG('page.opt-memory-luz')],
    'smitten.level': [MSG('page.opt-level'), MSG('page.opt-level-note')],
    'smitten.card4': [MSG('page.opt-card'), MSG('page.opt-card-note'), 4],
    'smitten.card9': [MSG('page.opt-card'), MSG('page.opt-card-note'), 9],
    'smitten.easy': [MSG('page.opt-easy'), MSG('page.opt-easy-note')],
    'smitten.hard1': [MSG('page.opt-hard1'), MSG('page.opt-hard1-note')],
    'smitten.hard2': [MSG('page.opt-hard2'), MSG('page.opt-hard2-note')],
};

const values = {
    off: MSG('page.off'),
    on: MSG('page.on'),
    strict: MSG('page.memory-strict'),
    aided: MSG('page.memory-aided'),
    any: MSG('page.card-any'),
    same: MSG('page.card-same'),
    other: MSG('page.card-other'),
    new: MSG('page.card-new'),
    near: MSG('page.card-near'),
    none: MSG('page.card-none'),
};

const colours = {
    B: MSG('colour.B'),
    R: MSG('colour.R'),
    Y: MSG('colour.Y'),
    G: MSG('colour.G'),
    N: MSG('colour.N'),
    S: MSG('colour.S'),
    V: MSG('colour.V'),
};

export function optionWords(game: string, option: string): { name: string; note: string } {
    const [name, note, number] = options[`${game}.${option}`] ?? [];
    return name && note ? { name: t(name, number ?? ''), note: t(note) } : { name: option, note: '' };
}

export const valueWords = (value: string): string => wordOf(values, value, levelName(value));
export const colourWord = (letter: string): string => wordOf(colours, letter);

/** The options that apply to a table with this number of seats. The first player is not among them: a table
    names a person for that (lib/table.ts). */
export function optionsFor(game: GameRow, seats: number): OptionRow[] {
    const unused = game.name !== 'smitten' ? [] : seats === 1 ? ['level'] : ['easy', 'hard1', 'hard2'];
    return game.options.filter((row) => !unused.includes(row.name) && row.name !== game.begins);
}

/** The options of a table in words: all, or those that differ from the usual. */
export function optionsInWords(game: GameRow | undefined, seats: number, chosen: Options, all = false): string[] {
    if (!game) return [];
    return optionsFor(game, seats)
        .filter((row) => chosen[row.name] !== undefined && (all || chosen[row.name] !== row.default))
        .map((row) => {
            const value = chosen[row.name] ?? '';
            const said = row.letters ? [...value].map(colourWord).join(', ') : valueWords(value);
            return `${optionWords(game.name, row.name).name}: ${said}`;
        });
}
