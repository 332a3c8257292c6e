// The ranking of a finished game with points: winners first, then by points; equal ones share a place.
import type { ScoreResult, TableState } from '../lib/protocol';

export interface Rank {
    seat: number;
    place: number;
    points: number;
    won: boolean;
    own: boolean;
}

/** Empty for a game that is won or lost together. */
export function rankingOf(state: TableState): Rank[] {
    const result = state.result;
    if (!result || !('scores' in result)) return [];
    const { scores, winners }: ScoreResult = result;
    const rows = scores.map((points, seat) => ({ seat, points, won: winners.includes(seat), own: seat === state.you.seat }));
    rows.sort((a, b) => Number(b.won) - Number(a.won) || b.points - a.points || a.seat - b.seat);
    /* A tie that was broken has one winner; among the others equal points are equal places. */
    const ahead = (one: (typeof rows)[0]): number =>
        rows.filter((other) => (one.won ? false : other.won || other.points > one.points)).length;
    return rows.map((row) => ({ ...row, place: ahead(row) + 1 }));
}

/** Whether the points alone do not tell who won. */
export const isTied = (ranks: Rank[]): boolean => ranks.filter((one) => one.points === ranks[0]?.points).length > 1;
