// Smitten at first sight: see hints/sights.ts.
import type { Sight } from '../../hints/sights';
import type { SmittenView, TableState } from '../../lib/protocol';
import { MSG, t } from '../../lib/words.svelte';

export const sights: Sight[] = [
    { spot: ['.square h2 b'], name: MSG('first.smit-grid'), about: MSG('first.smit-grid-about'), rule: 'S1.1' },
    { spot: ['.hands .words'], name: MSG('first.smit-instruction'), about: MSG('first.smit-instruction-about'), rule: 'S2' },
    { spot: ['.between [data-flip="smitten-deck"] .pile'], name: MSG('first.smit-deck'), about: MSG('first.smit-deck-about'), named: true, rule: 'S3.5' },
    { spot: ['[data-flip="smitten-aside"]'], name: MSG('first.smit-aside'), about: MSG('first.smit-aside-about'), named: true, rule: 'S3.6' },
    { spot: ['.partner ul'], name: MSG('first.smit-partner'), about: MSG('first.smit-partner-about'), rule: 'S5.3' },
    { spot: ['.signals'], name: MSG('first.smit-signals'), about: MSG('first.smit-signals-about'), named: true, rule: 'S3.2' },
];

export function task({ view, legal }: TableState): string {
    const smitten = view as SmittenView | null;
    if (!smitten || smitten.phase === 'over') return '';
    if (legal.length === 0) return t('first.wait');
    if (smitten.phase === 'carry') return t('first.smit-carry');
    if (smitten.phase === 'flipped') return t('first.smit-flipped');
    return smitten.mode === 'solo' ? t('first.smit-solo') : t('first.smit-play');
}
