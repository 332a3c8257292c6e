// Reviews of finished games, made once: an ending and the review's own screen share them.
import { device } from './clients';
import type { Client } from './client.svelte';
import type { GameFace } from './contract';
import type { GameRecord, Review } from './protocol';

export interface Reviewed {
    record: GameRecord;
    review: Review;
}

const made = new Map<string, Reviewed>();

/** The review that was made already; null: none was. */
export const reviewMade = (table: string): Reviewed | null => made.get(table) ?? null;

/** The record of a table and its review by the strongest bots of this device; `progress` from 0 to 1. */
export async function makeReview(client: Client, table: string, progress: (part: number) => void, read?: (record: GameRecord) => void): Promise<Reviewed> {
    const known = made.get(table);
    if (known) return known;
    const { record } = await client.request('record', { table });
    read?.(record);
    const { review } = await device.request('review', { record }, progress);
    made.set(table, { record, review });
    return { record, review };
}

/** A move in words; the review knows moves as texts, and the table's words need a state only for names. */
export function moveInWords(face: GameFace | null, record: GameRecord | null, text: string): string {
    try {
        return face?.moveName(text, { game: record?.game, seats: record?.seats, legal: [], view: null } as never) ?? text;
    } catch {
        return text;
    }
}
