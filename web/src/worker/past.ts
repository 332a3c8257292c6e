// The past of a table of this device: a module of its own reads the table from its journal.
import type { Answers, Refusal } from '../lib/protocol';
import { Engine } from './engine';
import type { Table } from './offline-tables';
import { No } from './refusal';

let engine: Promise<Engine> | undefined;

export async function tellPast(table: Table, me: string, from = 0): Promise<Answers['past']> {
    engine ??= Engine.load(fetch(new URL('../generated/past.wasm', import.meta.url).href));
    const past = await engine.catch((reason: unknown) => {
        engine = undefined;
        throw reason;
    });
    past.call('restore', table.id);
    for (const event of table.journal) past.call('restore_event', event.n, event.at, event.text);
    const at = past.call('restored');
    const told = at !== 0 && past.call('past', at, me, from) !== 0;
    const answer = past.json();
    if (at !== 0) past.call('forget', at);
    if (!told) throw new No(answer as Refusal);
    return answer as Answers['past'];
}
