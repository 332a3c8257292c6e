// Smitten in words: turns, instructions, events and moves.
import type {
    SmittenPending,
    SmittenSignal,
    SmittenSquare,
    SmittenView,
    SmittenWho,
    TableEvent,
    TableState,
} from '../../lib/protocol';
import { language, MSG, t, tn, wordOf } from '../../lib/words.svelte';
import { type Clause, clauseOf, type Listed, readMove, type Sign, signalWords } from './model';

const clauses: Record<Clause, string> = {
    reveal: MSG('smit.clause-reveal'),
    another: MSG('smit.clause-another'),
    play: MSG('smit.clause-play'),
    top: MSG('smit.clause-top'),
    new: MSG('smit.clause-new'),
    'above-L': MSG('smit.clause-above-L'),
    'above-R': MSG('smit.clause-above-R'),
    'below-L': MSG('smit.clause-below-L'),
    'below-R': MSG('smit.clause-below-R'),
    'near-L': MSG('smit.clause-near-L'),
    'near-R': MSG('smit.clause-near-R'),
    'in-L': MSG('smit.clause-in-L'),
    'in-R': MSG('smit.clause-in-R'),
    either: MSG('smit.clause-either'),
};

/** "place a card in the left square": the instruction without its subject. */
function clause(pending: SmittenPending): string {
    const which = clauseOf(pending);
    const card = which === 'another' ? pending.kept : which === 'top' ? pending.top : pending.card;
    return card ? t(clauses[which], card) : t('carry.top'); /* the deck was empty */
}

function must(who: SmittenWho, what: string, view: SmittenView, names: string[]): string {
    if (typeof who === 'string') return t('smit.hand-must', who, what);
    if (who === view.seat) return t('smit.you-must', what);
    return view.seat < 0 ? t('smit.name-must', names[who] ?? '', what) : t('smit.partner-must', what);
}

/** The start of a turn, for a watcher. */
function watched(view: SmittenView, names: string[]): string {
    const [one = '', other = ''] = names;
    return view.mode === 'solo' ? t('smit.watch-solo', one) : t('smit.watch-two', one, other);
}

/** The current instruction and its player, as one sentence. */
export function instruction(view: SmittenView, names: string[]): string {
    if (view.phase === 'deal') return t('turn.deal');
    if (view.phase === 'over') return ending(view);
    if (view.pending) return must(view.pending.for, clause(view.pending), view, names);
    if (view.seat < 0) return watched(view, names);
    if (view.flipped) return t('smit.play-flipped', view.flipped.card, view.flipped.hand);
    return view.mode === 'solo' ? t('smit.begin-solo') : t('smit.begin-two');
}

const lostIds = {
    'no-card-fits': MSG('smit.lost-no-card'),
    'deck-empty': MSG('smit.lost-deck'),
    'top-fits-nowhere': MSG('smit.lost-top'),
    'flipped-fits-nowhere': MSG('smit.lost-flipped'),
    instruction: MSG('smit.lost-instruction'),
};

export const ending = (view: SmittenView): string =>
    view.won ? t('smit.won') : `${tn('smit.lost', view.placed)} ${t(lostIds[view.lost ?? 'instruction'])}`;

/** A short form for the bar; the full sentence is on the table. */
export function turn(state: TableState, names: string[]): string {
    const view = state.view as SmittenView | null;
    if (!view || view.phase === 'deal') return t('turn.deal');
    if (view.phase === 'over')
        return !view.won ? t('smit.turn-lost') : view.mode === 'solo' ? t('smit.turn-won-solo') : t('smit.turn-won');
    if (view.pending) {
        const who = view.pending.for;
        if (typeof who === 'string') return t('smit.turn-hand', who, view.pending.card);
        if (who === view.seat) return t('smit.turn-you', view.pending.card);
        return view.seat < 0
            ? t('smit.turn-name', names[who] ?? '', view.pending.card)
            : t('smit.turn-partner', view.pending.card);
    }
    if (view.seat < 0) return watched(view, names);
    if (view.flipped) return t('smit.turn-flipped', view.flipped.card);
    return view.mode === 'solo' ? t('smit.turn-solo', view.turn) : t('smit.turn-two', view.turn);
}

/** Where a card is played to, and where one is placed: two cases in some languages. */
const playedWords = (square: SmittenSquare | null): string => (square === 'R' ? t('smit.in-right') : t('smit.in-left'));
const placedWords = (square: SmittenSquare | null): string => (square === 'R' ? t('smit.at-right') : t('smit.at-left'));

const cardWords = (move: Listed): string =>
    move.hand ? t('smit.card-of', move.card ?? '', move.hand) : String(move.card ?? '');

const callWords = (move: Listed): string =>
    move.call === 'higher' ? t('smit.call-higher') : move.call === 'lower' ? t('smit.call-lower') : '';

/** A move in words, as a button says it. */
export function moveName(text: string): string {
    if (text === 'wait') return t('review.wait');
    if (text.startsWith('say ')) return saidWords(text);
    const move = readMove(text);
    if (!move) return text;
    switch (move.do) {
        case 'play':
            return t('smit.do-play', cardWords(move), playedWords(move.square)) + callWords(move);
        case 'place':
            return t('smit.do-place', cardWords(move), placedWords(move.square));
        case 'reveal':
            return t('smit.do-reveal', cardWords(move));
        case 'flip':
            return t('smit.do-flip', move.hand);
        default:
            return t('smit.do-swap', cardWords(move));
    }
}

const signals = {
    can: MSG('smit.say-can'),
    cannot: MSG('smit.say-cannot'),
    want: MSG('smit.say-want'),
    pass: MSG('smit.say-pass'),
};
export const signalName = (word: string): string => wordOf(signals, word);

/** "I can, I want to": one sentence, so that only its first letter is large (but for the English I). */
export const saidWords = (said: string): string =>
    signalWords(said)
        .map(signalName)
        .map((x, k) => (k > 0 && language() !== 'en' ? x.charAt(0).toLowerCase() + x.slice(1) : x))
        .join(', ');

/** When in its turn a signal was given. */
export const momentWords = (signal: SmittenSignal): string =>
    signal.move === 0 ? t('said.start') : t('said.within', signal.move);

/** A signal in words; within a turn with its moment, as recorded in the view. */
function saidThen(text: string, seat: number, view: SmittenView): string {
    const words = saidWords(text);
    const signal = view.signals.filter((x) => x.seat === seat && `say ${x.said}` === text).pop();
    return signal && signal.move > 0 ? `${words} (${momentWords(signal)})` : words;
}

const signIds: Record<Sign, string> = {
    reveal: MSG('carry.reveal'),
    play: MSG('carry.play'),
    top: MSG('carry.top'),
    call: MSG('smit.sign-call'),
    new: MSG('carry.new'),
    other: MSG('carry.other'),
    same: MSG('carry.same'),
    near: MSG('carry.near'),
    none: MSG('smit.sign-none'),
    any: MSG('carry.either'),
};

/** The instruction of a card, in the words of its sign. */
export const signName = (sign: Sign): string => wordOf(signIds, sign);

function movedWords(move: Listed, seat: number, after: TableState, names: string[]): string {
    const view = after.view as SmittenView;
    const solo = view.mode === 'solo';
    const mine = !solo && seat === after.you.seat;
    const who = names[seat] ?? '';
    const card = move.card ?? '';
    const where = (move.do === 'place' ? placedWords : playedWords)(move.square);
    if (move.do === 'flip') {
        const entry = [...view.log].reverse().find((x) => x.do === 'flip');
        return t('smit.flipped', move.hand, entry?.card ?? '');
    }
    if (move.do === 'swap') return t('smit.swapped', card, move.hand);
    if (move.do === 'reveal')
        return solo ? t('smit.hand-reveals', move.hand, card) : mine ? t('smit.you-reveal', card) : t('smit.reveals', who, card);
    if (move.do === 'place') {
        if (solo && !move.hand) return t('smit.top-placed', card, where);
        return solo
            ? t('smit.hand-places', move.hand, card, where)
            : mine
              ? t('smit.you-place', card, where)
              : t('smit.places', who, card, where);
    }
    const call = callWords(move);
    const said = solo
        ? t('smit.hand-plays', move.hand, card, where)
        : mine
          ? t('smit.you-play', card, where)
          : t('smit.plays', who, card, where);
    return call ? said.replace(/\.$/, `${call}.`) : said;
}

/** A move in words, without its instruction; null for other events. */
export function describeMove(event: TableEvent, after: TableState, names: string[]): string | null {
    if (event.e !== 'move' || !event.text || !after.view) return null;
    if (event.text.startsWith('say ')) {
        const words = saidThen(event.text, event.seat, after.view as SmittenView);
        return event.seat === after.you.seat ? t('smit.you-say', words) : t('smit.says', names[event.seat] ?? '', words);
    }
    const move = readMove(event.text);
    return move ? movedWords(move, event.seat, after, names) : null;
}

export function describe(event: TableEvent, after: TableState, names: string[]): string | null {
    const view = after.view as SmittenView | null;
    if (!view) return null;
    switch (event.e) {
        case 'move': {
            const said = describeMove(event, after, names);
            const asks = said && !event.text?.startsWith('say ') && view.pending && view.phase === 'carry';
            return asks ? `${said} ${instruction(view, names)}.` : said;
        }
        case 'deal':
            return t('smit.dealt', view.deck);
        case 'over':
            return ending(view);
        default:
            return null;
    }
}
