// Reviews of finished games, made once: an ending and the replay share them (reviewing.svelte.ts).
import { Refused, type Client } from './client.svelte';
import type { GameFace } from './contract';
import { MSG } from './msg';
import type { GameRecord, Review } from './protocol';
import type { MoveWords } from '../replay/moments';
import { reviewingAt, reviewingOf, type Found } from './reviewing.svelte';

export interface Reviewed {
    record: GameRecord;
    review: Review;
}

/** The review that was made already; null: none was. */
export function reviewMade(table: string): Reviewed | null {
    const known = reviewingAt(table);
    return known?.state === 'done' ? { record: known.record, review: known.found as Review } : null;
}

/** The record of a table and its review by the strongest bots of this device; one in progress is found again. `progress`
    hears from 0 to 1, and what is found so far. */
export async function makeReview(client: Client, table: string, progress: (part: number, found: Found) => void, read?: (record: GameRecord) => void): Promise<Reviewed> {
    const { record } = await client.request('record', { table });
    read?.(record);
    const work = reviewingOf(record, table);
    const timer = setInterval(() => progress(work.part, work.found), 100);
    await work.start().finally(() => clearInterval(timer));
    if (work.state !== 'done') throw work.fault ?? new Refused({ id: MSG('review.stopped'), args: [] });
    return { record, review: work.found as Review };
}

/** Says the moves of a record in the words of its table, with the cards as they lay before the event. */
export async function moveWordsOf(record: GameRecord, face: GameFace): Promise<MoveWords> {
    const { Moments, moveWordsBy } = await import('../replay/moments');
    return moveWordsBy(await Moments.open(record), record, face);
}
