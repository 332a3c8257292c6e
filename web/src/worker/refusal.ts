/*
 * Refusing a request: thrown where it is carried out, answered where it came in.
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
