// The plain face: any game the page has no table for, as words, lists and buttons.
import type { GameFace } from '../../lib/contract';
import { t } from '../../lib/words.svelte';
import Table from './Table.svelte';

export const face: GameFace = {
    Table,
    Score: () => import('./Score.svelte'),
    turn: (state) => {
        if (state.phase === 'over') return t('page.over');
        return state.legal.length > 0 ? t('page.your-turn') : t('page.their-turn');
    },
    describe: (event, _after, names) => {
        if (event.e === 'deal') return t('tui.dealt');
        if (event.e === 'over') return t('page.over');
        if (event.e !== 'move') return null;
        return `${names[event.seat] ?? event.seat}: ${event.text ?? '…'}`;
    },
    moveName: (text) => text,
};
