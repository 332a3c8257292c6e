import type { TableEvent } from './protocol';

// Marks a message id that is kept somewhere and looked up later; po/check.py and words.py look for it.
export const MSG = (id: string): string => id;

/** Words for further events, which only a server's tables have: order.ts adds them. */
export const further: { words?: (event: TableEvent, names: string[]) => string | null } = {};
