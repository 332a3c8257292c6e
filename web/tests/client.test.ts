// The client over a transport of paper: requests and replies, updates merged, gaps mended, moves guarded.
import { describe, expect, it } from 'vitest';
import { Client, listed, merge, Refused, withEvents } from '../src/lib/client.svelte';
import type { Incoming, TableState, Update } from '../src/lib/protocol';
import type { Transport, TransportEvents } from '../src/lib/transport';

class FakeTransport implements Transport {
    sent: Record<string, unknown>[] = [];
    events!: TransportEvents;
    start(events: TransportEvents): void {
        this.events = events;
        events.open();
    }
    retry(): void {
        this.events.open();
    }
    send(request: unknown): void {
        this.sent.push(request as Record<string, unknown>);
    }
    say(message: unknown): void {
        this.events.message(message as Incoming);
    }
    last(kind: string): Record<string, unknown> {
        return this.sent.filter((one) => one['do'] === kind).at(-1) ?? {};
    }
}

const hello = { protocol: 1, you: { id: 'a', name: 'Ann' }, server: 'x', games: [], bots: {} };
const pause = (): Promise<void> => new Promise((done) => setTimeout(done));

const whole = (n: number, legal: string[] = []): Update =>
    ({ table: 't', n, game: 'luz', seats: 3, phase: 'play', legal, people: [], you: { chair: 0, seat: 0 } }) as unknown as Update;
const move = (n: number): { n: number; at: number; e: 'move'; seat: number; text: string } => ({ n, at: 0, e: 'move', seat: 1, text: 'bid 1' });

async function ready(): Promise<{ transport: FakeTransport; client: Client }> {
    const transport = new FakeTransport();
    const client = new Client(transport, false);
    client.start();
    transport.say({ re: transport.last('hello')['id'], ok: true, ...hello });
    await pause();
    return { transport, client };
}

async function atTable(legal: string[]): Promise<{ transport: FakeTransport; client: Client }> {
    const { transport, client } = await ready();
    const entered = client.enter('t');
    await pause();
    transport.say({ re: transport.last('open')['id'], ok: true });
    transport.say(whole(5, legal));
    await entered;
    return { transport, client };
}

describe('merge', () => {
    const before = whole(5) as unknown as TableState;
    it('replaces members and keeps the others', () => {
        const merged = merge(before, { table: 't', n: 6, legal: ['bid 2'], events: [move(6)] });
        expect(merged?.state.legal).toEqual(['bid 2']);
        expect(merged?.state.game).toBe('luz');
        expect(merged?.events).toHaveLength(1);
    });
    it('passes over events that it has seen', () => {
        const merged = merge(before, { table: 't', n: 6, events: [move(5), move(6)] });
        expect(merged?.events.map((event) => event.n)).toEqual([6]);
    });
    it('notices a gap, and does without events if the table is whole', () => {
        expect(merge(before, { table: 't', n: 8, events: [move(8)] })).toBeNull();
        expect(merge(before, { ...whole(8), events: [move(8)] })?.state.n).toBe(8);
        expect(merge(null, { table: 't', n: 8, events: [move(8)] })).toBeNull();
    });
    it('forgets what an earlier update showed in passing', () => {
        const merged = merge(before, { table: 't', n: 6, events: [move(6)], shown: [{ last: 1 }] });
        expect(merged?.state.shown).toEqual([{ last: 1 }]);
        expect(merge(merged!.state, { table: 't', n: 7, events: [move(7)] })?.state.shown).toBeUndefined();
    });
    it('takes presence, and nothing older', () => {
        expect(merge(before, { table: 't', n: 5, host: 'b' })?.state.host).toBe('b');
        expect(merge(before, { table: 't', n: 4, host: 'b' })?.state).toBe(before);
    });
});

describe('no rules in TypeScript', () => {
    it('knows only listed moves and signals', () => {
        const state = whole(5, ['bid 1', 'bid 2+']) as unknown as TableState;
        expect(listed(state, 'bid 1')).toBe(true);
        expect(listed(state, 'bid 3')).toBe(false);
        expect(listed(state, 'say can')).toBe(true);
        expect(listed(null, 'bid 1')).toBe(false);
    });
    it('never sends a move that the engine did not list', async () => {
        const { transport, client } = await atTable(['bid 1']);
        await expect(client.request('move', { table: 't', text: 'bid 9' })).rejects.toBeInstanceOf(Refused);
        expect(transport.last('move')).toEqual({});
        const made = client.request('move', { table: 't', text: 'bid 1' });
        await pause();
        expect(transport.last('move')['text']).toBe('bid 1');
        transport.say({ re: transport.last('move')['id'], ok: true });
        await made;
    });
});

describe('the client', () => {
    it('passes a refusal on with its words', async () => {
        const { transport, client } = await ready();
        const asked = client.request('sit', { table: 'x' });
        await pause();
        transport.say({ re: transport.last('sit')['id'], error: { id: 'table.none', args: [] } });
        await expect(asked).rejects.toMatchObject({ refusal: { id: 'table.none' } });
    });
    it('asks for the whole table when events are missing', async () => {
        const { transport, client } = await atTable([]);
        const opens = transport.sent.filter((one) => one['do'] === 'open').length;
        transport.say({ table: 't', n: 9, events: [move(9)] });
        expect(transport.sent.filter((one) => one['do'] === 'open')).toHaveLength(opens + 1);
        expect(transport.last('open')['after']).toBeUndefined();
        expect(client.open('t').state?.n).toBe(5);
    });
    it('opens a table whole, then asks once for what led to it', async () => {
        const { transport, client } = await atTable([]);
        const opens = transport.sent.filter((one) => one['do'] === 'open');
        expect(opens.map((one) => one['after'])).toEqual([undefined, 0]);
        const table = client.open('t');
        const { game, seats, ...members } = whole(5);
        transport.say({ ...members, events: [1, 2, 3, 4, 5].map(move) });
        expect(table.log.map((entry) => entry.event.n)).toEqual([1, 2, 3, 4, 5]);
        expect(table.recent).toEqual([]);
        expect([table.state?.game, table.state?.seats]).toEqual([game, seats]);
        transport.say(whole(5));
        expect(transport.sent.filter((one) => one['do'] === 'open')).toHaveLength(2);
    });
    it('does not ask again if the server gives no log', async () => {
        const { transport } = await atTable([]);
        transport.say(whole(5));
        expect(transport.sent.filter((one) => one['do'] === 'open')).toHaveLength(2);
    });
    it('asks for no more of a long game than the server gives', async () => {
        const { transport } = await atTable([]);
        transport.say(whole(505));
        expect(transport.last('open')['after']).toBe(355);
    });
    it('fills a hole in the log, each event once', () => {
        const state = whole(9) as unknown as TableState;
        const log = withEvents([], [move(1), move(2), move(9)], state);
        const filled = withEvents(log, [move(2), move(4), move(9)], state);
        expect(filled.map((entry) => entry.event.n)).toEqual([1, 2, 4, 9]);
    });
    it('comes back after a lost connection where it was', async () => {
        const { transport, client } = await atTable([]);
        const lost = client.request('talk', { table: 't', phrase: 'hello' });
        await pause();
        transport.events.down(true);
        await expect(lost).rejects.toBeInstanceOf(Refused);
        expect(client.status).toBe('away');
        transport.events.open();
        transport.say({ re: transport.last('hello')['id'], ok: true, ...hello });
        await pause();
        expect(transport.last('open')).toMatchObject({ table: 't', after: 5 });
        expect(client.status).toBe('ready');
    });
    it('tells at once when nobody is there', async () => {
        const transport = new FakeTransport();
        transport.start = (events) => {
            transport.events = events;
            events.down(false);
        };
        transport.retry = () => transport.events.down(false);
        const client = new Client(transport, false);
        client.start();
        await expect(client.request('mine', {})).rejects.toBeInstanceOf(Refused);
        expect(client.status).toBe('none');
    });
    it('keeps the lobby up to date', async () => {
        const { transport, client } = await ready();
        const row = { table: 'x', game: 'luz', seats: 3, options: {}, taken: 1, clock: { kind: 'none' }, host: 'B', phase: 'open' };
        transport.say({ lobby: row });
        expect(client.lobby).toHaveLength(1);
        transport.say({ lobby: { ...row, taken: 2 } });
        expect(client.lobby).toEqual([{ ...row, taken: 2 }]);
        transport.say({ lobby: { table: 'x', phase: 'gone' } });
        expect(client.lobby).toHaveLength(0);
    });
});
