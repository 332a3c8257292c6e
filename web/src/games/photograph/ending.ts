// How Photograph broke a tie (P8.3), in words.
import type { PhotographPlayer, TableState } from '../../lib/protocol';
import { t } from '../../lib/words.svelte';
import { asView } from './model';

const goods = (player: PhotographPlayer): number => player.good.filter((colour) => colour !== player.missed).length;
/** The most face-up cards in one film. */
const longest = (player: PhotographPlayer): number =>
    Math.max(0, ...Object.entries(player.films).map(([colour, film]) => (colour === player.missed ? 0 : film.open)));

export function tie(state: TableState, names: string[]): string {
    const view = asView(state);
    const winners = state.result?.winners ?? [];
    const first = view?.players[winners[0] ?? 0];
    if (!view || !first) return '';
    if (winners.length > 1) return t('photo.tie-shared');
    const equal = view.players.filter((player) => player !== first && player.score === first.score);
    const name = winners[0] === state.you.seat ? t('page.you') : (names[winners[0] ?? 0] ?? '');
    if (equal.every((player) => goods(player) < goods(first))) return t('photo.tie-good', name, goods(first), Math.max(...equal.map(goods)));
    const rest = equal.filter((player) => goods(player) === goods(first));
    return t('photo.tie-film', name, longest(first), Math.max(...rest.map(longest)));
}
