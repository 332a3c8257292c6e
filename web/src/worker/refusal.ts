/*
 * A refused request: thrown by its handler, answered by the server.
 */
import type { Refusal } from '../lib/protocol';

export class No extends Error {
    constructor(readonly why: Refusal) {
        super(why.id);
    }
}

export const refusal = (id: string, ...args: string[]): Refusal => ({ id, args });
export const no = (id: string, ...args: string[]): No => new No(refusal(id, ...args));
