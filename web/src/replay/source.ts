// Where a recorded game comes from: a table of this device or of a server, a shared key, or a link that carries it.
import { Refused } from '../lib/client.svelte';
import { device, server } from '../lib/clients';
import { MSG } from '../lib/msg';
import type { GameRecord } from '../lib/protocol';
import type { Route } from '../lib/router.svelte';
import { t } from '../lib/words.svelte';
import { BYTES_MOST } from './files';
import { packRecord, unpackRecord } from './link';

export type Place = Extract<Route, { at: 'replay' }>;

/** The path of a place without its step. */
export function pathOf({ from, id }: Place): string {
    return { table: '/t/', offline: '/offline/', shared: '/g/' }[from] + id;
}

async function shared(key: string): Promise<unknown> {
    if (key === 'link') return unpackRecord(location.hash.slice(1));
    const answer = await fetch(`/record/${key}`).catch(() => null);
    if (!answer) throw new Refused({ id: MSG('page.offline'), args: [] });
    if (!answer.ok) return null;
    const text = await textOf(answer);
    try {
        return JSON.parse(text);
    } catch {
        return null;
    }
}

/** The text of an answer; a huge one is not read to its end. */
async function textOf(answer: Response): Promise<string> {
    const reader = answer.body?.getReader();
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
        size += part.value.length;
        if (size > BYTES_MOST) {
            void reader?.cancel();
            throw new Refused({ id: MSG('replay.answer-large'), args: [] });
        }
        parts.push(part.value);
    }
    return new Blob(parts).text();
}

export async function recordOf({ from, id }: Place): Promise<GameRecord> {
    const client = from === 'offline' ? device : server;
    const found = from === 'shared' ? await shared(id) : (await client.request('record', { table: id })).record;
    const record = found as GameRecord | null;
    const bad = id === 'link' ? MSG('replay.bad-link') : MSG('replay.no-game');
    if (!record || typeof record !== 'object' || !Array.isArray(record.events)) throw new Refused({ id: bad, args: [] });
    return record;
}

/** A path that opens the game at a step for anybody: by a key of its server, or carrying all of it. */
export async function shareOf(place: Place, record: GameRecord): Promise<{ path: string; more: string }> {
    if (place.from === 'shared') return { path: pathOf(place), more: location.hash };
    const shared = place.from === 'table' ? await server.request('share', { table: place.id }).catch(() => null) : null;
    if (shared) return { path: shared.path.replace('/record/', '/g/'), more: '' };
    return { path: '/g/link', more: `#${await packRecord(record)}` };
}

/** Names by seat, as the table says them; bots are counted by seat. */
export function namesIn(record: GameRecord, own: number | null): string[] {
    const names = Array.from({ length: record.seats }, (_, k) => record.names?.[k] ?? '');
    const bots = names.filter((name) => name.startsWith('bot:'));
    let count = 0;
    return names.map((name, seat) => {
        if (!name) return t('page.seat-n', seat + 1);
        if (!name.startsWith('bot:')) return seat === own ? t('page.you') : name;
        return bots.length > 1 ? t('page.bot-n', ++count) : t('page.bot');
    });
}
