// The client over a transport of paper: requests and replies, updates merged, gaps mended, moves guarded.
import '../src/lib/order'; /* the client fetches it after a hello: loading it here keeps that time out of the tests */
import { describe, expect, it } from 'vitest';
import { Client, listed, merge, Refused, withEvents } from '../src/lib/client.svelte';
import { keptFor } from '../src/lib/promise';
import { sealOf } from '../src/lib/seal';
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

const hello = { protocol: 2, you: { id: 'a', name: 'Ann' }, server: 'x', games: [], bots: {} };
const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
/** Until the client has the modules that it loads on the way: those that it asked for come first. */
async function pause(): Promise<void> {
    await Promise.all([import('../src/lib/order'), import('../src/lib/promise'), import('../src/lib/sight')]);
    await wait(0);
}

const whole = (n: number, legal: string[] = []): Update =>
    ({ table: 't', n, game: 'luz', seats: 3, phase: 'play', legal, people: [], you: { chair: 0, seat: 0 } }) as unknown as Update;
const move = (n: number): { n: number; at: number; e: 'move'; seat: number; text: string } => ({ n, at: 0, e: 'move', seat: 1, text: 'bid 1' });

async function ready(): Promise<{ transport: FakeTransport; client: Client }> {
    const transport = new FakeTransport();
    const client = new Client(transport, false);
    client.start();
    while (transport.last('hello')['id'] === undefined) await pause();
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

describe('a server whose disk fails', () => {
    const opens = (transport: FakeTransport): Record<string, unknown>[] =>
        transport.sent.filter((one) => one['do'] === 'open');
    it('opens a table again that the server has closed, until it comes', async () => {
        const { transport, client } = await atTable([]);
        const before = opens(transport).length;
        transport.say({ table: 't', closed: { id: 'store.failed', args: [] } });
        expect(client.open('t').state?.n).toBe(5);
        while (opens(transport).length === before) await wait(20);
        expect(opens(transport)).toHaveLength(before + 1);
        expect(transport.last('open')['after']).toBe(5);
        transport.say({ re: transport.last('open')['id'], error: { id: 'store.failed', args: [] } });
        while (opens(transport).length === before + 1) await wait(20);
        expect(opens(transport)).toHaveLength(before + 2);
        transport.say({ re: transport.last('open')['id'], ok: true });
        transport.say({ table: 't', n: 6, events: [move(6)] });
        expect(client.open('t').state?.n).toBe(6);
        await wait(1200);
        expect(opens(transport)).toHaveLength(before + 2);
    });
    it('says that a journal is damaged until a whole table says otherwise', () => {
        const damaged = merge(null, { ...whole(5), damaged: 6 })!.state;
        const later = merge(damaged, { table: 't', n: 5, host: 'b' })!.state;
        expect(later.damaged).toBe(6);
        expect(merge(later, whole(5))?.state.damaged).toBeUndefined();
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
    it('speaks protocol 2, and asks for the whole table if it lacks the sight that another is folded over', async () => {
        const { transport, client } = await atTable([]);
        expect(transport.last('hello')).toMatchObject({ protocol: 2 });
        const asked = (): number => transport.sent.filter((one) => one['do'] === 'open').length;
        const before = asked();
        transport.say({ table: 't', n: 6, events: [move(6)], sight: "'view':{'a':1},'legal':['b']" });
        transport.say({ table: 't', n: 7, events: [move(7)], of: 6, sight: '~#/2~%2' });
        expect(client.open('t').state).toMatchObject({ n: 7, view: { a: 2 }, legal: ['b'] });
        expect(client.open('t').state).not.toHaveProperty('sight');
        expect(asked()).toBe(before);
        transport.say({ table: 't', n: 9, events: [move(9)], of: 8, sight: '~#/2~%2' });
        expect(client.open('t').state?.n).toBe(7);
        expect(asked()).toBe(before + 1);
        expect(transport.last('open')).not.toHaveProperty('after');
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
    it('sends again with the same key what was not answered, and nothing else', async () => {
        const { transport, client } = await atTable(['bid 1']);
        const back = async (keys: object): Promise<void> => {
            transport.events.open();
            while (transport.sent.at(-1)?.['do'] !== 'hello') await pause();
            transport.say({ re: transport.last('hello')['id'], ok: true, ...hello, ...keys });
            await pause();
        };
        transport.events.down(true);
        await back({ keys: 8 });
        const made = client.request('move', { table: 't', text: 'bid 1' });
        const asked = client.request('mine', {});
        const said = client.request('talk', { table: 't', phrase: 'hello' });
        await pause();
        const first = transport.last('move');
        expect(first['key']).toMatch(/^[\w-]{3,24}$/);
        expect(transport.last('talk')['key']).not.toBe(first['key']);
        expect(transport.last('mine')).not.toHaveProperty('key');
        transport.say({ re: transport.last('talk')['id'], ok: true });
        await said;
        transport.events.down(true);
        await expect(asked).rejects.toBeInstanceOf(Refused);
        const later = client.request('agree', { table: 't', yes: true });
        transport.sent = [];
        await back({ keys: 8 });
        expect(transport.sent.slice(1, 2)).toEqual([first]);
        expect(transport.sent.map((one) => one['do'])).toEqual(['hello', 'move', 'open', 'agree']);
        transport.say({ re: first['id'], ok: true });
        transport.say({ re: transport.last('agree')['id'], ok: true });
        await Promise.all([made, later]);
    });
    it('comes by the path of a table if the server wants that', async () => {
        const { transport, client } = await atTable([]);
        let moves = 0;
        (transport as Transport).move = () => void moves++;
        await client.enter('t');
        expect(moves).toBe(0);
        transport.events.down(true);
        transport.events.open();
        while (transport.sent.at(-1)?.['do'] !== 'hello') await pause();
        transport.say({ re: transport.last('hello')['id'], ok: true, ...hello, paths: true });
        await pause();
        await client.enter('t');
        expect(moves).toBe(1);
    });
    it('gives a request up when there is no server any more', async () => {
        const { transport, client } = await ready();
        transport.events.down(true);
        transport.events.open();
        while (transport.sent.at(-1)?.['do'] !== 'hello') await pause();
        transport.say({ re: transport.last('hello')['id'], ok: true, ...hello, keys: 8 });
        await pause();
        const made = client.request('talk', { table: 't', phrase: 'hello' });
        await pause();
        transport.events.down(false);
        await expect(made).rejects.toBeInstanceOf(Refused);
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
        await pause();
        expect(client.lobby).toHaveLength(1);
        transport.say({ lobby: { ...row, taken: 2 } });
        await pause();
        expect(client.lobby).toEqual([{ ...row, taken: 2 }]);
        transport.say({ lobby: { table: 'x', phase: 'gone' } });
        await pause();
        expect(client.lobby).toHaveLength(0);
    });
});

describe('numbers for the fair deal', () => {
    const open = (n: number, draw: TableState['draw'], commit = 'c'): Update =>
        ({ ...whole(n), table: 'f', phase: 'open', commit, draw }) as unknown as Update;
    it('are sealed with the chair, revealed when all are sealed, and sealed anew when that was in vain', async () => {
        const { transport, client } = await ready();
        const made = client.create({ game: 'luz' });
        await pause();
        const seal = transport.last('create')['seal'] as string;
        transport.say({ re: transport.last('create')['id'], ok: true, table: 'f' });
        await made;
        transport.say(open(1, { seals: [seal, null], on: false, waiting: [] }));
        await pause();
        expect(transport.last('reveal')).toEqual({});
        const asked = { seals: [seal, 'other'], on: true, waiting: [0, 1] };
        transport.say(open(2, asked));
        await pause();
        const number = transport.last('reveal')['number'] as string;
        expect(sealOf(number)).toBe(seal);
        expect(keptFor('f')).toEqual({ commit: 'c', number, seal, seals: asked.seals });
        transport.say({ table: 'f', n: 3, draw: { ...asked, waiting: [0] }, events: [{ n: 3, at: 0, e: 'reveal', chair: 1, number: 'x' }] });
        await pause();
        expect(transport.sent.filter((one) => one['do'] === 'reveal')).toHaveLength(1);
        transport.say(open(4, { seals: [null, null], on: false, waiting: [0] }));
        await pause();
        expect(transport.last('seal')['seal']).toBe(keptFor('f').seal);
        expect(keptFor('f').number).not.toBe(number);
        /* Another promise than the first: nothing is revealed any more. */
        transport.say(open(5, { seals: [keptFor('f').seal ?? '', 'other'], on: true, waiting: [0, 1] }, 'd'));
        await pause();
        expect(transport.sent.filter((one) => one['do'] === 'reveal')).toHaveLength(1);
        expect(keptFor('f').commit).toBe('c');
    });
    it('are revealed again if the server could not store it', async () => {
        const { transport, client } = await ready();
        const made = client.create({ game: 'luz' });
        await pause();
        const seal = transport.last('create')['seal'] as string;
        transport.say({ re: transport.last('create')['id'], ok: true, table: 'g' });
        await made;
        const asked = { seals: [seal, 'other'], on: true, waiting: [0, 1] };
        transport.say({ ...open(2, asked), table: 'g' });
        await pause();
        const first = transport.last('reveal');
        transport.say({ re: first['id'], error: { id: 'store.failed', args: [] } });
        await pause();
        transport.say({ ...open(2, asked), table: 'g' });
        await pause();
        const again = transport.last('reveal');
        expect(again['number']).toBe(first['number']);
        expect(again['id']).not.toBe(first['id']);
    });
});
