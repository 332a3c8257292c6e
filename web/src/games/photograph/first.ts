// Photograph at first sight: see hints/sights.ts.
import type { Sight } from '../../hints/sights';
import type { PhotographView, TableState } from '../../lib/protocol';
import { MSG, t, tn } from '../../lib/words.svelte';

export const sights: Sight[] = [
    { spot: ['.handbox .mine span'], name: MSG('first.photo-score'), about: MSG('first.photo-score-about'), rule: 'P8.2' },
    { spot: ['.stock li:not(.taken) .who', '.stock li .who'], name: MSG('first.photo-good'), about: MSG('first.photo-good-about'), rule: 'P5.6' },
    { spot: ['.own .film .medal:not(.held)', '.tails .count'], name: MSG('first.photo-sharp'), about: MSG('first.photo-sharp-about'), rule: 'P5.6' },
    { spot: ['.hand .out'], name: MSG('first.photo-shutter'), about: MSG('first.photo-shutter-about'), named: true, rule: 'P5.1' },
    { spot: ['.stock .pile'], name: MSG('first.photo-deck'), about: MSG('first.photo-deck-about'), rule: 'P2.5' },
    { spot: ['.stock .sun'], name: MSG('first.photo-sun'), about: MSG('first.photo-sun-about'), rule: 'P7.1' },
    { spot: ['.rival .backs', '.summary .ticks'], name: MSG('first.photo-rival'), about: MSG('first.photo-rival-about'), rule: 'P1.2' },
    { spot: ['.fieldbox .cell.dark:not(.gone)'], name: MSG('first.photo-dark'), about: MSG('first.photo-dark-about'), rule: 'P2.4' },
];

export function task({ view, legal }: TableState): string {
    const photograph = view as PhotographView | null;
    if (!photograph || photograph.phase === 'over') return '';
    if (legal.length === 0) return t('first.wait');
    if (legal.some((text) => text.startsWith('take'))) return t('first.photo-take');
    if (photograph.phase === 'wind') return tn('first.photo-wind', photograph.count);
    return t('first.photo-secret');
}
