// A replay may come to a step from anywhere; the table then remembers the step before it and nothing else.
import type { TableState } from '../../lib/protocol';
import { note, tables } from './model';
import { memories, unseen } from './show';

/** Forgets what the page remembers of a table, but for this state. */
export function resume(state: TableState): void {
    tables.delete(state.table);
    memories.delete(state.table);
    note(state);
    unseen(state, []);
}
