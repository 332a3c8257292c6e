// Luz at first sight: see hints/sights.ts.
import type { Sight } from '../../hints/sights';
import type { LuzView, TableState } from '../../lib/protocol';
import { MSG, t, tn } from '../../lib/words.svelte';

export const sights: Sight[] = [
    { spot: ['section.mine .rail'], name: MSG('first.luz-own'), about: MSG('first.luz-own-about'), rule: 'L2.2' },
    { spot: ['section.mine .beads'], name: MSG('first.luz-beads'), about: MSG('first.luz-beads-about'), rule: 'L3.1' },
    { spot: ['.fan .points'], name: MSG('first.luz-points'), about: MSG('first.luz-points-about'), rule: 'L5.2' },
    { spot: ['.fan .beads'], name: MSG('first.luz-their-beads'), about: MSG('first.luz-beads-about'), rule: 'L3.1' },
    { spot: ['.where .trump'], name: MSG('first.luz-trump'), about: MSG('first.luz-trump-about'), named: true, rule: 'L4.4' },
    { spot: ['.bids .safety'], name: MSG('first.luz-safety'), about: MSG('first.luz-safety-about'), named: true, rule: 'L5.1' },
];

/** What the bet still asks for. */
function goal({ bids, tricks, seat }: LuzView): string {
    const bid = bids[seat];
    if (!bid) return '';
    const need = bid.beads - (tricks[seat] ?? 0);
    if (need > 0) return tn('first.luz-need', need);
    return need === 0 && bid.safety ? t('first.luz-either') : t('first.luz-enough');
}

export function task({ view, legal }: TableState): string {
    const luz = view as LuzView | null;
    if (!luz || luz.phase === 'over') return '';
    if (legal.length === 0) return t('first.wait');
    if (luz.phase === 'bid') return t('first.luz-bid');
    const leads = luz.leader === luz.seat;
    return [leads ? t('first.luz-lead') : t('first.luz-follow'), goal(luz)].filter(Boolean).join(' ');
}
