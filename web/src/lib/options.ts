// Names and explanations of the games' options, and of their values. Options that we do not know are
// shown as the engine names them.
import { levelName } from './games';
import type { GameRow, OptionRow, Options } from './protocol';
import { t } from './words.svelte';

export interface OptionWords {
    name: string;
    note: string;
}

export function optionWords(game: string, option: string): OptionWords {
    switch (`${game}.${option}`) {
        case 'photograph.colours':
            return { name: t('page.opt-colours'), note: t('page.opt-colours-note') };
        case 'photograph.missed':
            return { name: t('page.opt-missed'), note: t('page.opt-missed-note') };
        case 'photograph.memory':
            return { name: t('page.opt-memory'), note: t('page.opt-memory-photograph') };
        case 'luz.memory':
            return { name: t('page.opt-memory'), note: t('page.opt-memory-luz') };
        case 'smitten.level':
            return { name: t('page.opt-level'), note: t('page.opt-level-note') };
        case 'smitten.card4':
            return { name: t('page.opt-card', 4), note: t('page.opt-card-note') };
        case 'smitten.card9':
            return { name: t('page.opt-card', 9), note: t('page.opt-card-note') };
        case 'smitten.easy':
            return { name: t('page.opt-easy'), note: t('page.opt-easy-note') };
        case 'smitten.hard1':
            return { name: t('page.opt-hard1'), note: t('page.opt-hard1-note') };
        case 'smitten.hard2':
            return { name: t('page.opt-hard2'), note: t('page.opt-hard2-note') };
        default:
            return { name: option, note: '' };
    }
}

export function valueWords(value: string): string {
    switch (value) {
        case 'off':
            return t('page.off');
        case 'on':
            return t('page.on');
        case 'strict':
            return t('page.memory-strict');
        case 'aided':
            return t('page.memory-aided');
        case 'easy':
        case 'medium':
        case 'hard':
            return levelName(value);
        case 'any':
            return t('page.card-any');
        case 'same':
            return t('page.card-same');
        case 'other':
            return t('page.card-other');
        case 'new':
            return t('page.card-new');
        case 'near':
            return t('page.card-near');
        case 'none':
            return t('page.card-none');
        default:
            return value;
    }
}

export function colourWord(letter: string): string {
    switch (letter) {
        case 'B':
            return t('colour.B');
        case 'R':
            return t('colour.R');
        case 'Y':
            return t('colour.Y');
        case 'G':
            return t('colour.G');
        case 'N':
            return t('colour.N');
        case 'S':
            return t('colour.S');
        case 'V':
            return t('colour.V');
        default:
            return letter;
    }
}

/** The options that apply to a table with this number of seats. The first player is not among them: a table
    names a person for that (lib/table.ts). */
export function optionsFor(game: GameRow, seats: number): OptionRow[] {
    const unused = game.name !== 'smitten' ? [] : seats === 1 ? ['level'] : ['easy', 'hard1', 'hard2'];
    return game.options.filter((row) => !unused.includes(row.name) && row.name !== game.begins);
}

/** The options of a table that differ from the usual, in words. */
export function optionsInWords(game: GameRow | undefined, seats: number, options: Options): string[] {
    if (!game) return [];
    return optionsFor(game, seats)
        .filter((row) => options[row.name] !== undefined && options[row.name] !== row.default)
        .map((row) => {
            const value = options[row.name] ?? '';
            const said = row.letters ? [...value].map(colourWord).join(', ') : valueWords(value);
            return `${optionWords(game.name, row.name).name}: ${said}`;
        });
}
