// How Luz broke a tie (L6.1), in words.
import type { LuzView, TableState } from '../../lib/protocol';
import { t } from '../../lib/words.svelte';

export function tie(state: TableState, names: string[]): string {
    const view = state.view as LuzView | null;
    const winner = state.result?.winners[0];
    if (!view || winner === undefined) return '';
    const last = view.sheet.at(-1) ?? [];
    const name = winner === state.you.seat ? t('page.you') : (names[winner] ?? '');
    const equal = view.scores.flatMap((score, seat) => (seat !== winner && score === view.scores[winner] ? [seat] : []));
    if (equal.every((seat) => (last[seat] ?? 0) < (last[winner] ?? 0))) return t('luzt.tie-deal', name, last[winner] ?? 0);
    return t('luzt.tie-first', name);
}
