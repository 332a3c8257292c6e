// My games as a file: JSON Lines, one record each (docs/records.md), out and in again.
import { Refused } from '../lib/client.svelte';
import { MSG } from '../lib/msg';
import type { Answers, GameRecord, Sums } from '../lib/protocol';
import type { LeftOut } from '../replay/files';
import type { Game } from './model';

export const FILE_MOST = 64 << 20;
const LINE_MOST = 1 << 20;

/** Hears how far it has come, 0 to 1; false: it is to stop. */
export type Hear = (part: number) => boolean;

export interface Exported {
    text: string;
    count: number;
    /** Finished games whose record could not be had. */
    missing: number;
}

/** The finished games, the oldest first. */
export async function exportGames(games: Game[], recordOf: (game: Game) => Promise<GameRecord>, hear: Hear, sums: Record<string, Sums> = {}): Promise<Exported> {
    const over = games.filter(({ over }) => over).sort((a, b) => a.when - b.when);
    const lines: string[] = [];
    for (const [k, game] of over.entries()) {
        if (!hear(k / over.length)) break;
        const record = await recordOf(game).catch(() => null);
        if (record) lines.push(`${JSON.stringify({ ...record, own: game.own, rated: sums[game.row.table] })}\n`);
    }
    return { text: lines.join(''), count: lines.length, missing: over.length - lines.length };
}

export interface Imported {
    added: number;
    /** Games that were there already. */
    known: number;
    left: LeftOut[];
}

function read(line: string): GameRecord | null {
    try {
        const one: unknown = line.length <= LINE_MOST ? JSON.parse(line) : null;
        return typeof one === 'object' && one !== null && 'parlor' in one ? (one as GameRecord) : null;
    } catch {
        return null;
    }
}

/** Takes each line that is a game; a line that is none is left out, and the others are taken all the same. */
export async function importGames(text: string, take: (record: GameRecord) => Promise<Answers['import']>, hear: Hear): Promise<Imported> {
    const lines = text.split('\n');
    const done: Imported = { added: 0, known: 0, left: [] };
    for (const [k, line] of lines.entries()) {
        if (!hear(k / lines.length)) break;
        if (line.trim() === '') continue;
        const record = read(line);
        try {
            if (!record) throw new Refused({ id: MSG('replay.file-no-game'), args: [] });
            const { known } = await take(record);
            if (known) done.known++;
            else done.added++;
        } catch (reason) {
            if (!(reason instanceof Refused)) throw reason;
            done.left.push({ line: k + 1, ...(record ? { game: record.game } : {}), why: reason.refusal });
        }
    }
    return done;
}
