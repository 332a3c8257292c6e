// A game of the list in words.
import { levelName } from '../lib/games';
import type { Result } from '../lib/protocol';
import { language, t, tn } from '../lib/words.svelte';
import { isBot, type Game } from './model';

/** How a game ended, with the own points first; `seat` -1: nobody knows the own seat. */
export function resultWords(result: Result | undefined, seat: number): string {
    if (!result) return t('page.over');
    if ('won' in result) return result.won ? t('page.res-won') : t('page.res-lost', result.placed);
    const own = result.scores[seat];
    const all = [own, ...result.scores.filter((_, i) => i !== seat)].filter((n) => n !== undefined);
    const points = all.map((n) => String(n).replace('-', '−')).join(' : ');
    if (seat < 0) return points;
    if (!result.winners.includes(seat)) return t('page.res-points', points);
    return result.winners.length > 1 ? t('page.res-shared', points) : t('page.res-first', points);
}

export const dateWords = (when: number): string =>
    when ? new Date(when).toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'short' }) : '';

/** The level of a bot without its budget. */
const levelOf = (name: string): string => levelName(name.split(':')[1] ?? '');

/** Who else played: people by their names, bots by level. */
export function othersWords({ others }: Pick<Game, 'others'>): string {
    const levels = others.filter(isBot).map(levelOf);
    const bots = [...new Set(levels)].map((level) => tn('mine.bots', levels.filter((one) => one === level).length, level));
    return [...others.filter((name) => !isBot(name)), ...bots].join(', ');
}
