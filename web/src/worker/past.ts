// What a player asks of a table of this device besides its updates: the past, and aids. A module of its own reads the
// table from its journal.
import type { Answers, Refusal } from '../lib/protocol';
import { Engine } from './engine';
import type { Table } from './offline-tables';
import { No } from './refusal';

let engine: Promise<Engine> | undefined;

async function load(): Promise<Engine> {
    engine ??= Engine.load(fetch(new URL('../generated/past.wasm', import.meta.url).href));
    return engine.catch((reason: unknown) => {
        engine = undefined;
        throw reason;
    });
}

async function tell<K extends 'past' | 'aids'>(kind: K, table: Table, ...given: (string | number)[]): Promise<Answers[K]> {
    const past = await load();
    past.call('restore', table.id);
    for (const event of table.journal) past.call('restore_event', event.n, event.at, event.text);
    const at = past.call('restored');
    const told = at !== 0 && past.call(kind, at, ...given) !== 0;
    const answer = past.json();
    if (at !== 0) past.call('forget', at);
    if (!told) throw new No(answer as Refusal);
    return answer as Answers[K];
}

export const tellPast = (table: Table, me: string, from = 0): Promise<Answers['past']> => tell('past', table, me, from);
export const tellAids = (table: Table, me: string): Promise<Answers['aids']> => tell('aids', table, me);
