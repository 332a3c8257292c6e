// Reading a table's state: names by seat, the turn, and events around the game in words.
import type { GameFace } from './contract';
import { beginsWord, levelName } from './games';
import { further } from './msg';
import type { Person, TableEvent, TableState } from './protocol';
import { phraseWords } from './phrases';
import { t } from './words.svelte';

export function personName(state: TableState, person: Person): string {
    if (person.name) return person.name;
    if (!person.bot) return t('page.free');
    /* Once they are seated, bots are counted by seat: records and replays know no chairs. */
    const bots = state.people.filter((other) => other.bot).sort((a, b) => (a.seat ?? a.chair) - (b.seat ?? b.chair));
    return bots.length > 1 ? t('page.bot-n', bots.indexOf(person) + 1) : t('page.bot');
}

/** Names by seat once the game has begun, by chair before. */
export function namesOf(state: TableState): string[] {
    const names: string[] = [];
    for (const person of state.people) names[person.seat ?? person.chair] = personName(state, person);
    return names;
}

/** The first player in words: the person in that chair, or the lot. */
export function beginsLine(state: TableState, chair: number | null): string {
    const person = state.people.find((one) => one.chair === chair);
    return t('begins.line', beginsWord(state.game), person ? personName(state, person) : t('begins.lot'));
}

export const isMyTurn = (state: TableState): boolean =>
    state.phase === 'play' && state.you.seat !== null && state.legal.length > 0;

/** The line in the bar: the game's own words in play, the shell's before and after. */
export function turnLine(state: TableState, face: GameFace | null, names: string[]): string {
    if (state.phase === 'open') return t('page.waiting');
    if (!face || !state.view) return '';
    return face.turn(state, names);
}

/** An event of the table, not of the game, in words. */
function aroundTheGame(event: TableEvent, state: TableState, names: string[]): string | null {
    const chairName = (chair: number): string => {
        const person = state.people[chair];
        return person ? personName(state, person) : '';
    };
    switch (event.e) {
        case 'sit':
            return t('page.ev-sit', event.name);
        case 'stand':
            return t('page.ev-stand', event.chair + 1);
        case 'bot':
            return t('page.ev-bot', chairName(event.chair), levelName(event.level));
        case 'begins':
            return beginsLine(state, event.chair);
        case 'start':
            return t('page.ev-start');
        case 'ask':
            return t('page.ev-ask', names[event.seat] ?? '');
        case 'agree':
            return event.yes ? t('page.ev-agree', names[event.seat] ?? '') : t('page.ev-refuse', names[event.seat] ?? '');
        case 'takeback':
            return t('page.ev-takeback', names[event.seat] ?? '');
        case 'leave':
            return t('page.ev-leave', names[event.seat] ?? '');
        case 'standin':
            return t('page.ev-standin', names[event.seat] ?? '');
        case 'back':
            return t('page.ev-back', names[event.seat] ?? '');
        case 'talk':
            return t('page.ev-talk', event.name, event.phrase ? phraseWords(event.phrase) : (event.text ?? ''));
        case 'rematch':
            return t('page.ev-rematch');
        case 'late':
            return t('online.late');
        default:
            return further.words?.(event, names) ?? null;
    }
}

/** An event in words: the game's words for its own events, the shell's for the rest. `now`: see GameFace. */
export function eventWords(
    event: TableEvent,
    after: TableState,
    names: string[],
    face: GameFace | null,
    now?: TableState,
): string | null {
    if (event.e === 'deal' || event.e === 'move' || event.e === 'over') {
        return face?.describe(event, after, names, now) ?? null;
    }
    return aroundTheGame(event, after, names);
}
