/*
 * A refused request: thrown by its handler, answered by the server.
 */
import type { Refusal } from '../lib/protocol';

export class No extends Error {
    constructor(readonly why: Refusal) {
        super(why.id);
    }
}

/** Marks a message id for po/check.py. */
export const MSG = (id: string): string => id;

export const refusal = (id: string, ...args: string[]): Refusal => ({ id, args });
export const no = (id: string, ...args: string[]): No => new No(refusal(id, ...args));
