// Records in a file: JSON Lines, as `parlor sim` and the page's own download write them.
import { MSG } from '../lib/msg';
import type { GameRecord } from '../lib/protocol';

const BYTES_MOST = 4 << 20;
const GAMES_MOST = 200;

const isRecord = (one: unknown): one is GameRecord =>
    typeof one === 'object' && one !== null && 'parlor' in one && Array.isArray((one as GameRecord).events);

/** The games of a file, or the id of why there are none. Whether each keeps the rules is seen when it is opened. */
export async function gamesIn(file: Blob): Promise<GameRecord[] | string> {
    if (file.size > BYTES_MOST) return MSG('replay.file-large');
    const lines = (await file.text()).split('\n').filter((line) => line.trim() !== '');
    const games: GameRecord[] = [];
    for (const line of lines.slice(0, GAMES_MOST)) {
        try {
            const one: unknown = JSON.parse(line);
            if (!isRecord(one)) return MSG('replay.file-foreign');
            games.push(one);
        } catch {
            return MSG('replay.file-foreign');
        }
    }
    return games.length > 0 ? games : MSG('replay.file-foreign');
}
