// Photograph in words: cards, moves, turns and events, in the reader's language.
import type { PhotographColour, PhotographShot, PhotographView, TableEvent, TableState } from '../../lib/protocol';
import { settings } from '../../lib/settings.svelte';
import { joined, MSG, t, tn } from '../../lib/words.svelte';
import {
    asShot, asView, backOf, colourOf, halfText, isAided, isBack, note, ranges, readTake, readWind, stepOf, valueOf, type Shot, type Step,
} from './model';

/** Of each colour: a card, its film, and its mark. */
const ids: Record<PhotographColour, { card: string; film: string; mark: string }> = {
    B: { card: MSG('photo.card-B'), film: MSG('photo.film-B'), mark: MSG('mark.ph-B') },
    R: { card: MSG('photo.card-R'), film: MSG('photo.film-R'), mark: MSG('mark.ph-R') },
    Y: { card: MSG('photo.card-Y'), film: MSG('photo.film-Y'), mark: MSG('mark.ph-Y') },
    G: { card: MSG('photo.card-G'), film: MSG('photo.film-G'), mark: MSG('mark.ph-G') },
    N: { card: MSG('photo.card-N'), film: MSG('photo.film-N'), mark: MSG('mark.ph-N') },
    S: { card: MSG('photo.card-S'), film: MSG('photo.film-S'), mark: MSG('mark.ph-S') },
    V: { card: MSG('photo.card-V'), film: MSG('photo.film-V'), mark: MSG('mark.ph-V') },
};

/** One or two letters beside a colour's symbol, in the palette for colour-blind players. */
export const markOf = (colour: PhotographColour): string => (settings.palette === 'safe' ? t(ids[colour].mark) : '');

/** A number with a true minus. */
export const number = (n: number): string => (n < 0 ? `−${-n}` : `${n}`);
export const signed = (n: number): string => (n > 0 ? `+${n}` : number(n));
export const points = (n: number): string => tn('photo.points', Math.abs(n), number(n));

/** "Red film". */
export const filmName = (colour: PhotographColour): string => t(ids[colour].film);

/** "red 7", or of a back "red 1–6". */
const plainName = (card: string): string =>
    t(ids[colourOf(card)].card, isBack(card) ? halfText(card) : valueOf(card));

/** "red 7", or of a back "red 1–6, face down". */
export const cardName = (card: string): string =>
    isBack(card) ? t('photo.face-down', plainName(card)) : plainName(card);

/** "27 cards in the deck. Top card: red 7–12." */
export const deckName = (view: PhotographView): string =>
    [tn('photo.deck', view.deck), view.top ? t('photo.deck-top', plainName(view.top)) : ''].join(' ').trim();

/** "red 7", "blue 2, blurry", "green 9 with the Good Shot". */
export function shotName(shot: Shot): string {
    const name = plainName(shot.card);
    if (shot.sharp === false) return t('photo.shot-blurry', name);
    if (shot.good) return t('photo.shot-good', name);
    return name;
}

export const shotsName = (shots: Shot[]): string => joined(shots.map(shotName));

/** Who has a colour's Good Shot, or how many photos it needs. "Your Good Shot" is said of the viewer's own film alone, so in
    words about the film of another player, `owner`, the viewer is named as its holder. */
export function goodWords(view: PhotographView, names: string[], colour: PhotographColour, owner = view.seat): string {
    const who = view.good[colour] ?? null;
    if (who === null) return tn('photo.good-free', view.need);
    if (who !== view.seat) return t('photo.good-of', names[who] ?? '');
    return owner === view.seat ? t('photo.good-own') : t('photo.good-yours');
}

/** "Blue film: blue 3, blue 5, blue 1–6, blurry. Goes up. Next: 6–8. Good Shot: Ada". */
export function filmWords(view: PhotographView, names: string[], seat: number, colour: PhotographColour): string {
    const player = view.players[seat];
    const film = player?.films[colour];
    const fits = player?.fits?.[colour];
    const cards = (film?.cards ?? []).map((one) => (one.card ? cardName(one.card) : t('photo.shot-blurry', plainName(one.was ?? one.back ?? ''))));
    const parts = [cards.length > 0 ? joined(cards) : t('photo.film-empty')];
    if (film?.direction === 'up') parts.push(t('photo.going-up'));
    if (film?.direction === 'down') parts.push(t('photo.going-down'));
    if (cards.length > 0) {
        parts.push(fits === undefined ? t('photo.fits-any') : fits.length === 0 ? t('photo.fits-none') : t('photo.fits', ranges(fits).join(', ')));
    }
    return `${filmName(colour)}: ${[...parts, goodWords(view, names, colour, seat)].join('. ')}`;
}

/** The shots as the log keeps them: with strict memory a blurry one by its back alone (P5.7). */
const keptName = (shots: Shot[], view: PhotographView): string =>
    shotsName(shots.map((shot) => (shot.sharp === false && !isAided(view) ? { ...shot, card: backOf(shot.card) } : shot)));

const whose = (seat: number, own: number | null, names: string[], words: string): string =>
    seat === own ? t('photo.own-shots', words) : t('photo.shots-of', names[seat] ?? '', words);

/** Shots while everybody is shown them, with their faces: "Bob: blue 9, blurry; red 5 with the Good Shot." */
export function shownWords(shots: PhotographShot[], own: number | null, names: string[]): string {
    const seats = [...new Set(shots.map((shot) => shot.seat))];
    return seats
        .map((seat) => whose(seat, own, names, shotsName(shots.filter((shot) => shot.seat === seat).map(asShot))))
        .join(' ');
}

/** "Take 2 from the left of row 1", "Wind place 1 to place 4". */
export function moveName(text: string): string {
    const take = readTake(text);
    if (take) {
        return take.side === 'L'
            ? tn('photo.take-left', take.n, take.row + 1)
            : tn('photo.take-right', take.n, take.row + 1);
    }
    const wind = readWind(text);
    return wind ? t('photo.wind', wind.from + 1, wind.to + 1) : text;
}

const mine = (state: TableState, seat: number): boolean => state.you.seat === seat;

/** The turn in words, for the bar. */
export function turn(state: TableState, names: string[]): string {
    const view = asView(state);
    if (!view) return '';
    note(state);
    const name = (seat: number): string => names[seat] ?? '';
    const own = state.you.seat !== null && view.actors.includes(state.you.seat);
    const waiting = view.actors.map(name).join(', ');
    switch (view.phase) {
        case 'take':
            return own ? t('photo.turn-take') : t('photo.turn-take-other', name(view.turn));
        case 'wind':
            return own ? tn('photo.turn-wind', view.count) : tn('photo.turn-wind-other', view.count, name(view.turn));
        case 'sunset':
            return own ? t('photo.turn-sunset') : t('photo.turn-sunset-other', waiting);
        case 'end':
            return own ? t('photo.turn-end') : t('photo.turn-end-other', waiting);
        case 'over':
            return overWords(state, names);
        default:
            return t('turn.deal');
    }
}

function overWords(state: TableState, names: string[]): string {
    const result = state.result;
    if (!result || !('scores' in result)) return t('photo.over');
    const winners = result.winners;
    if (winners.length === 1 && mine(state, winners[0] ?? -1)) return t('photo.over-won', points(result.scores[winners[0] ?? 0] ?? 0));
    const who = winners.map((seat) => names[seat] ?? '').join(', ');
    return winners.length > 1
        ? t('photo.over-shared', who)
        : t('photo.over-other', who, points(result.scores[winners[0] ?? 0] ?? 0));
}

function takeWords(step: Step, own: boolean, name: string): string {
    const take = step.take;
    if (!take) return '';
    const cards = joined(step.taken.map(cardName));
    if (own) {
        return take.side === 'L'
            ? tn('photo.did-take-left', take.n, take.row + 1, cards)
            : tn('photo.did-take-right', take.n, take.row + 1, cards);
    }
    return take.side === 'L'
        ? tn('photo.has-taken-left', take.n, take.row + 1, cards, name)
        : tn('photo.has-taken-right', take.n, take.row + 1, cards, name);
}

/** The sentences of a secret choice; those of all seats once it is carried out. */
function sealedWords(step: Step, state: TableState, names: string[], shots: boolean): string {
    const first = mine(state, step.seat) ? t('photo.chose') : t('photo.has-chosen', names[step.seat] ?? '');
    if (!shots) return first;
    const each = [...step.shots].map(([seat, played]) => whose(seat, state.you.seat, names, keptName(played, step.after)));
    return [first, ...each].join(' ');
}

function windWords(step: Step, state: TableState, names: string[], withShots: boolean): string {
    const wind = step.wind;
    const shots = step.shots.get(step.seat) ?? [];
    if (!wind || step.before.phase !== 'wind') return sealedWords(step, state, names, withShots);
    const own = mine(state, step.seat);
    const winding = own
        ? t('photo.did-wind', wind.from + 1, wind.to + 1)
        : t('photo.has-wound', wind.from + 1, wind.to + 1, names[step.seat] ?? '');
    const out = [winding];
    if (withShots && shots.length > 0) out.push(t('photo.shots', keptName(shots, step.after)));
    if (step.after.sunset === 'now' && step.before.sunset === 'ahead') out.push(t('photo.sunset-comes'));
    else if (step.after.phase === 'end') out.push(t('photo.end-comes'));
    else if (step.refilled) out.push(t('photo.refilled'));
    return out.join(' ');
}

/** A move in words, with its result if that was seen. Without `shots`, shownWords names the shots. */
export function stepWords(step: Step, state: TableState, names: string[], shots = true): string {
    const own = mine(state, step.seat);
    return step.take ? takeWords(step, own, names[step.seat] ?? '') : windWords(step, state, names, shots);
}

/** For the log (`now` is given) with the shots as it keeps them; aloud without: the table names them while it shows them. */
export function describe(event: TableEvent, after: TableState, names: string[], now?: TableState): string | null {
    if (event.e === 'deal') return t('photo.dealt');
    if (event.e === 'over') return overWords({ ...after, result: event.result }, names);
    if (event.e !== 'move') return null;
    const step = stepOf(event, after);
    if (step) return stepWords(step, after, names, now !== undefined);
    const name = names[event.seat] ?? '';
    return event.text ? t('photo.move-of', name, moveName(event.text)) : t('photo.has-chosen', name);
}
