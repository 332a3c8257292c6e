// A link that carries a whole record: compressed, in base64url, after eight digits that check it.
import type { GameRecord } from '../lib/protocol';

/* More than this is no game of ours. */
const MOST = 1 << 20;
const kept = ['parlor', 'game', 'seats', 'options', 'events', 'result', 'rules', 'names', 'began', 'ended', 'practice', 'fork'] as const;

async function through(bytes: Uint8Array, way: ReadableWritablePair<Uint8Array, BufferSource>): Promise<Uint8Array> {
    const reader = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(way).getReader();
    const parts: Uint8Array[] = [];
    let size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
        size += part.value.length;
        if (size > MOST) throw new Error('too long');
        parts.push(part.value);
    }
    const whole = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
        whole.set(part, at);
        at += part.length;
    }
    return whole;
}

/** FNV-1a: damage by a messenger or a wrong copy is noticed; nobody is kept from writing another record. */
function check(bytes: Uint8Array): string {
    let sum = 0x811c9dc5;
    for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
    return sum.toString(16).padStart(8, '0');
}

export async function packRecord(record: GameRecord): Promise<string> {
    const part = Object.fromEntries(kept.filter((name) => record[name] !== undefined).map((name) => [name, record[name]]));
    const packed = await through(new TextEncoder().encode(JSON.stringify(part)), new CompressionStream('deflate-raw'));
    const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''));
    return check(packed) + text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The record of such a text; null: it is damaged. */
export async function unpackRecord(text: string): Promise<unknown> {
    if (!/^[0-9a-f]{8}[\w-]+$/.test(text) || text.length > MOST) return null;
    try {
        const packed = Uint8Array.from(atob(text.slice(8).replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
        if (check(packed) !== text.slice(0, 8)) return null;
        return JSON.parse(new TextDecoder().decode(await through(packed, new DecompressionStream('deflate-raw'))));
    } catch {
        return null;
    }
}
