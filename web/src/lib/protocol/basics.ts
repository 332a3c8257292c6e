// Small things that requests, replies and tables share.

/** A message id of the catalogue with its arguments, to be said in the reader's language. */
export interface Message {
    id: string;
    args: string[];
}

export interface Refusal extends Message {
    /** Further sentences of the same form. */
    more?: Message[];
}

/** A bot's level; the reply to `hello` lists the levels of each game. */
export type Level = string;
export type Phase = 'open' | 'play' | 'over';

export type Clock =
    | { kind: 'none' }
    | { kind: 'live'; move: number; bank: number }
    | { kind: 'days'; days: number };

/** All options by name as text; one that the deal is to decide may be missing. */
export type Options = Record<string, string>;

export type PhraseName =
    'hello' | 'thanks' | 'well-played' | 'good-luck' | 'sorry' | 'thinking' | 'again' | 'bye';
