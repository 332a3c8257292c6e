// The changes between two states of a table, as a list: which effect is played where, when, and with which sound.
// Each game tells its own (games/GAME/moments.ts), from the two states alone; stage.ts plays them.
import type { TableEvent, TableState } from '../lib/protocol';
import type { Sound } from './sounds';

/** What an effect looks like is said in effects.ts. */
export type Effect = 'slide' | 'shutter' | 'develop' | 'smear' | 'pin' | 'dusk' | 'light' | 'bead' | 'join' | 'whole' | 'fault';

export interface Moment {
    effect: Effect;
    /** A selector of elements of the table; nothing is played where none is drawn. */
    at: string;
    /** Which of them: the last is -1; without it all. */
    nth?: number;
    /** Steps that come before it; equal steps begin together. */
    step: number;
    sound?: Sound;
}

/** The moments of a change; `before` and `after` are states of the same table. */
export type Teller = (before: TableState, after: TableState, events: TableEvent[]) => Moment[];

/** Where things are at a table, as selectors: each player, for what they say; and the hand, which nothing may cover. */
export interface Places {
    player: (state: TableState, seat: number) => string;
    hand: string;
}

/** A take-back or a new deal is no course of events that could be told by the difference. */
export const isCourse = (before: TableState, after: TableState, events: TableEvent[]): boolean =>
    before.table === after.table && before.n < after.n && !events.some((event) => event.e === 'takeback');
