// A game in the list of all my games: what its row tells of the own seat, and which games are wanted.
import type { Client } from '../lib/client.svelte';
import type { GameEntry } from '../lib/protocol';

export interface Game {
    row: GameEntry;
    /** On this device, else on the server. */
    here: boolean;
    /** The own seat; -1: nobody knows. */
    own: number;
    over: boolean;
    /** null: not over, or nobody knows. */
    won: boolean | null;
    /** From 1; null where there are no points. */
    place: number | null;
    /** The names of the others, bots as `bot:LEVEL`; empty: alone, or nobody knows. */
    others: string[];
    with: 'alone' | 'people' | 'bots' | null;
    /** Milliseconds since 1970; 0: nobody knows. */
    when: number;
    /** Where the game goes on, or is seen again. */
    path: string;
}

export const isBot = (name: string): boolean => name.startsWith('bot:');
export const keyOf = ({ row, here }: Game): string => `${here ? 'offline' : 't'}/${row.table}`;

/** Winners come first; others share a place if they have the same points. */
function placeOf({ result }: GameEntry, own: number): number | null {
    if (!result || !('scores' in result) || own < 0) return null;
    const { scores, winners } = result;
    if (winners.includes(own)) return 1;
    return 1 + scores.filter((points, seat) => winners.includes(seat) || points > (scores[own] ?? 0)).length;
}

function company(row: GameEntry, others: string[]): Game['with'] {
    if (row.seats === 1) return 'alone';
    if (others.length === 0) return null;
    return others.every(isBot) ? 'bots' : 'people';
}

export function gameOf(row: GameEntry, { offline, you }: Pick<Client, 'offline' | 'you'>): Game {
    const own = row.own ?? row.players?.indexOf(you?.id ?? '') ?? -1;
    const over = row.phase === 'over';
    const others = (row.names ?? []).filter((name, seat): name is string => seat !== own && name !== null);
    const table = `${offline ? '/offline/' : '/t/'}${row.table}`;
    return {
        row, own, over, others,
        here: offline,
        won: over && row.result && own >= 0 ? row.result.winners.includes(own) : null,
        place: placeOf(row, own),
        with: company(row, others),
        when: row.ended || row.changed,
        path: over ? `${table}/end${own >= 0 ? `?seat=${own}` : ''}` : table,
    };
}

/** Which games are wanted; an empty text: all. */
export interface Wish {
    game: string;
    seats: string;
    phase: '' | 'going' | 'over';
    with: '' | 'alone' | 'people' | 'bots';
    ending: '' | 'won' | 'lost';
    practice: boolean;
}

export const everything: Wish = { game: '', seats: '', phase: '', with: '', ending: '', practice: false };

/** The wanted games, the latest first. */
export function wanted(games: Game[], wish: Wish): Game[] {
    const fits = ({ row, over, won, with: company }: Game): boolean =>
        (wish.practice || !row.practice) &&
        (!wish.game || row.game === wish.game) &&
        (!wish.seats || row.seats === Number(wish.seats)) &&
        (!wish.phase || over === (wish.phase === 'over')) &&
        (!wish.with || company === wish.with) &&
        (!wish.ending || won === (wish.ending === 'won'));
    return games.filter(fits).sort((a, b) => b.when - a.when || (a.row.table < b.row.table ? 1 : -1));
}
