/*
 * Which requests there are and what members they have, as server/session.c has them: s text, i
 * whole number, b true or false, o object, a list of texts, l text or null, n whole number or
 * null; a question mark in front: may be left out. A member that a request does not know is refused.
 */
import type { Kind, Refusal } from '../lib/protocol';

/** Marks a message id for po/check.py. */
export const MSG = (id: string): string => id;

const VERBS: Record<Kind, string> = {
    hello: 'protocol:i',
    name: 'name:s',
    keep: 'name:s passphrase:s',
    login: 'name:s passphrase:s',
    transfer: '',
    create: 'game:s ?seats:i ?options:o ?bots:a ?clock:o ?listed:b ?start:s ?sit:b ?number:s ?begins:n',
    open: 'table:s ?after:i',
    close: 'table:s',
    sit: 'table:s ?chair:i ?number:s',
    stand: 'table:s',
    bot: 'table:s chair:i level:l',
    begins: 'table:s chair:n',
    start: 'table:s ?level:s',
    move: 'table:s text:s',
    why: 'table:s text:s',
    preview: 'table:s text:s',
    takeback: 'table:s',
    agree: 'table:s yes:b',
    leave: 'table:s',
    back: 'table:s',
    talk: 'table:s ?text:s ?phrase:s',
    mute: 'player:s on:b',
    rematch: 'table:s',
    record: 'table:s',
    share: 'table:s',
    lobby: 'watch:b',
    mine: '',
    hint: 'table:s ?level:s',
    chance: 'table:s',
    review: 'record:o',
    pace: 'pace:s',
    forget: 'table:s',
};

const isObject = (v: unknown): boolean => typeof v === 'object' && v !== null && !Array.isArray(v);

const TYPES: Record<string, (v: unknown) => boolean> = {
    s: (v) => typeof v === 'string',
    i: (v) => Number.isInteger(v),
    b: (v) => typeof v === 'boolean',
    o: isObject,
    a: (v) => Array.isArray(v) && v.length <= 5 && v.every((one) => typeof one === 'string'),
    l: (v) => typeof v === 'string' || v === null,
    n: (v) => Number.isInteger(v) || v === null,
};

export function refusal(id: string, ...args: string[]): Refusal {
    return { id, args };
}

/** The kind of a request that is well formed, or why it is not. */
export function checkRequest(request: Record<string, unknown>): { kind: Kind } | { error: Refusal } {
    const kind = request['do'];
    if (typeof kind !== 'string') return { error: refusal(MSG('request.member'), 'do') };
    if (!Number.isSafeInteger(request['id']) || Number(request['id']) < 0)
        return { error: refusal(MSG('request.member'), 'id') };
    if (!Object.hasOwn(VERBS, kind)) return { error: refusal(MSG('request.unknown'), kind) };
    const members = VERBS[kind as Kind];
    let count = 2;
    for (const member of members === '' ? [] : members.split(' ')) {
        const [name = '', type = ''] = member.replace('?', '').split(':');
        const value = request[name];
        if (value === undefined && member.startsWith('?')) continue;
        if (!TYPES[type]?.(value)) return { error: refusal(MSG('request.member'), name) };
        count++;
    }
    const given = Object.keys(request).filter((name) => request[name] !== undefined).length;
    if (given !== count) return { error: refusal(MSG('request.extra'), members) };
    return { kind: kind as Kind };
}
