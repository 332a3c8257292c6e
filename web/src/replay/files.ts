// Records in a file: JSON Lines, as `parlor sim` and the page's own download write them.
import { MSG } from '../lib/msg';
import type { GameRecord, Refusal } from '../lib/protocol';

export const BYTES_MOST = 4 << 20;
export const GAMES_MOST = 200;

/** A line that is no game, counted from 1, and why. */
export interface LeftOut {
    /** Its file, where several were opened. */
    file?: string;
    line: number;
    /** Whose words say why. */
    game?: string;
    why: Refusal;
}

export interface Games {
    games: GameRecord[];
    /** All games of the files; only the first GAMES_MOST are read. */
    count: number;
    left: LeftOut[];
    /** Files without games, and the id of why. */
    bad: { file: string; why: string }[];
}

/** What the rules say against a record; null: nothing. */
export type Judge = (record: GameRecord) => Refusal | null;

const isRecord = (one: unknown): one is GameRecord =>
    typeof one === 'object' && one !== null && 'parlor' in one && Array.isArray((one as GameRecord).events);

function read(text: string): unknown {
    try {
        return JSON.parse(text);
    } catch {
        return null;
    }
}

/** The games of a file that keep the rules, or the id of why there are none. */
export async function gamesIn(file: Blob, judge: Judge, most = GAMES_MOST): Promise<Games | string> {
    if (file.size > BYTES_MOST) return MSG('replay.file-large');
    const found: Games = { games: [], count: 0, left: [], bad: [] };
    for (const [k, text] of (await file.text()).split('\n').entries()) {
        if (text.trim() === '') continue;
        /* What is not read is only counted. */
        const one = found.games.length < most ? read(text) : null;
        if (found.games.length >= most) found.count++;
        else if (!isRecord(one)) found.left.push({ line: k + 1, why: { id: MSG('replay.file-no-game'), args: [] } });
        else {
            const why = judge(one);
            if (why) found.left.push({ line: k + 1, game: one.game, why });
            else found.count = found.games.push(one);
        }
    }
    const foreign = found.left.every(({ why }) => why.id === 'replay.file-no-game');
    return found.games.length === 0 && foreign ? MSG('replay.file-foreign') : found;
}

/** The games of all files, as of one; a file without games is named with the others. */
export async function gamesOf(files: readonly File[], judge: Judge): Promise<Games | string> {
    const [only] = files;
    if (only && files.length === 1) return gamesIn(only, judge);
    const found: Games = { games: [], count: 0, left: [], bad: [] };
    for (const file of files) {
        const more = await gamesIn(file, judge, GAMES_MOST - found.games.length);
        if (typeof more === 'string') {
            found.bad.push({ file: file.name, why: more });
            continue;
        }
        found.games.push(...more.games);
        found.count += more.count;
        found.left.push(...more.left.map((one) => ({ ...one, file: file.name })));
    }
    return found;
}
