// Questions about the events of an update.
import type { TableEvent } from '../lib/protocol';

/** The last of the events that is worth a sentence, in words. */
export function lastSentence(events: TableEvent[], inWords: (event: TableEvent) => string | null): string | null {
    return events.reduce<string | null>((last, event) => inWords(event) ?? last, null);
}

/** Whether the position is another one: after a move that is more than a signal, or one that was taken back. */
export const changesPosition = (events: TableEvent[]): boolean =>
    events.some((event) => event.e === 'takeback' || (event.e === 'move' && !event.text?.startsWith('say ')));
