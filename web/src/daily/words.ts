// A daily deal in words; the terminal says the same (tui/daily_words.c).
import { gameName, levelName } from '../lib/games';
import type { DailyDeal, DailyFared, DailyResult } from '../lib/protocol';
import { language, t, tn } from '../lib/words.svelte';

export const dayWords = (date: string): string =>
    new Date(`${date}T12:00:00Z`).toLocaleDateString(language(), { dateStyle: 'long', timeZone: 'UTC' });
export const shortDay = (date: string): string =>
    new Date(`${date}T12:00:00Z`).toLocaleDateString(language(), { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Who else plays. */
export function othersIn({ bots }: DailyDeal): string {
    if (bots.length === 0) return t('daily.alone');
    const levels = [...new Set(bots)].map((level) => tn('mine.bots', bots.filter((one) => one === level).length, levelName(level)));
    return levels.join(', ');
}

/** Points and place; where all win or lose together, that. */
export function resultOf({ score, place, won }: DailyResult, seats: number, together: boolean): string {
    if (together) return won ? t('daily.won', score) : t('daily.lost', score);
    return tn('daily.points', Math.abs(score), place, seats).replace(String(Math.abs(score)), String(score).replace('-', '\u2212'));
}

/** Tells nothing of the cards, and needs no picture: a screen reader reads it as it stands. */
export function shareText(deal: DailyDeal, { own, levels }: DailyFared, together: boolean, link: string): string {
    if (!own) return '';
    const those = (order: number): string =>
        levels.filter(([, { score }]) => Math.sign(own.score - score) === order).map(([level]) => levelName(level)).join(', ');
    const [better, even, behind] = [those(1), those(0), those(-1)];
    const lines = [
        `Parlor, ${gameName(deal.game)}, ${deal.date}`,
        resultOf(own, deal.seats, together),
        better && t('daily.better', better),
        even && t('daily.even', even),
        behind && t('daily.behind', behind),
        link,
    ];
    return lines.filter((line) => line).join('\n');
}
