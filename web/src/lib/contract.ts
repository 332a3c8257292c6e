// The contract between the shell and the games' tables. A game is a folder src/games/NAME whose index.ts
// exports a GameFace as `face`, and as `parts` what its diagrams of the rules are made of. A table draws a view and offers the listed moves; it knows no rules.
import type { Component } from 'svelte';
import type { Answers, GameRecord, TableEvent, TableState, View } from './protocol';

/** What stands on one of the own hidden cards: values from aids or marks with the own pencil. */
export interface CardNote {
    /** Values and runs of values: "1-4", "7". */
    values: string[];
    /** The own pencil has a part in it. */
    pencil: boolean;
    /** The same for screen readers. */
    words: string;
}

export interface CardNotes {
    on: Record<number, CardNote>;
    /** With the pencil in hand a press marks a card, by its slot, and plays nothing. */
    press: ((slot: number) => void) | null;
}

/** One of the own cards whose value is hidden. */
export interface HiddenCard {
    slot: number;
    /** In words: "red, 2 of 3 from low to high". */
    name: string;
    /** It can be 1 to this. */
    values: number;
}

export interface TableProps {
    /** All that is known of the table now: view, legal, people, you, result ... */
    state: TableState;
    /** The events that brought it here from the state before, for movement and "last move". */
    recent: TableEvent[];
    /** Names by seat, "you" never replaced. */
    names: string[];
    /** Sends one of state.legal (or a signal). Resolves when the engine has answered. */
    act: (text: string) => Promise<void>;
    /** In words, why the engine would refuse this move text; null if it would not. Changes nothing. */
    why: (text: string) => Promise<string | null>;
    /** The viewer's side of the table after this move, by the engine, if the move reveals nothing new (the request
        `preview`); null if it is not known. Changes nothing. */
    preview?: (text: string) => Promise<unknown>;
    /** Solo Smitten: the exact chance to win from the viewer's knowledge, 0 to 1, or that over all deals; null if neither is
        known. */
    chance?: () => Promise<Answers['chance'] | null>;
    /** The record of the finished game, with all cards open. */
    record?: () => Promise<GameRecord>;
    /** A moment of a recorded game: what a table shows for a moment stays. */
    still?: boolean;
    /** A panel of 22rem stands beside the table; `--wide` is the width that is left. */
    beside?: boolean;
    /** What the player wants to see on the own hidden cards. */
    notes?: CardNotes | undefined;
}

export interface ScoreProps {
    state: TableState;
    names: string[];
    /** The record of the game, with all cards open. */
    record?: () => Promise<GameRecord>;
}

/** Whether a trick ended or a turn began between two steps, from what a spectator sees. */
export type Marker = (before: View, after: View) => 'trick' | 'turn' | null;

export interface GameFace {
    /** The table, shaped by the game. */
    Table: Component<TableProps>;
    /** The score sheet of the finished game, with the source of each point; how a tie was broken, in words; the parts of
        the game that a replay marks; and, if the page remembers a table, how it forgets all of it but one state. Loaded
        when needed. */
    Score: () => Promise<{
        default: Component<ScoreProps>;
        mark?: Marker;
        tie?: (state: TableState, names: string[]) => string;
        resume?: (state: TableState) => void;
    }>;
    /** The turn in words, for the bar: "Your turn: wind the film, then 2 shots". */
    turn: (state: TableState, names: string[]) => string;
    /** An event in words for the log and the screen reader; null if it is not worth a sentence.
            `after` is the state that followed it. `now`, if given, is the current state: cards that are closed by
            then are not named. */
    describe: (event: TableEvent, after: TableState, names: string[], now?: TableState) => string | null;
    /** How long the end of the game shows something on the table, in milliseconds, before it is counted. */
    rest?: number;
    /** The own hidden cards, for a pencil; `part` tells when all marks are void: a new deal. Loaded when needed. */
    hidden?: () => Promise<{ hidden: (view: View) => { part: number; cards: HiddenCard[] } }>;
    /** A listed move in words, for buttons and confirmation: "Take 2 from the left". */
    moveName: (text: string, state: TableState) => string;
}
