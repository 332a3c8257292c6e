/*
 * Whole games through the worker's code, without a browser: the protocol of docs/protocol.md, tables
 * restored from the store, hints, and no leaks.
 */
import { readFileSync } from 'node:fs';
import { playAgain } from '../../web/src/lib/again';
import type { Aids, GameEntry, GameRecord, Incoming, Kind, LuzView, TableState } from '../../web/src/lib/protocol';
import { Engine } from '../../web/src/worker/engine';
import { OfflineServer } from '../../web/src/worker/offline-server';
import type { OfflineTables } from '../../web/src/worker/offline-tables';
import { gamesOf } from '../../web/src/worker/shelf-games';
import { MemoryStore, type Store } from '../../web/src/worker/store';
import { module as forkModule } from '../../web/src/worker/fork';
import { BotRunner } from '../../web/src/worker/bot-runner';
import { answerAll, type BotMessage } from '../../web/src/worker/bot-client';
import { load, parlor, parlorLines } from './native';
import { ok, same } from './tap';

interface Said {
    id: string;
    args: string[];
    more?: Said[];
}
type Reply = { re: number; ok?: true; error?: Said } & Record<string, unknown>;

/** A page: sends requests and keeps the table's state by updates. */
export class Page {
    state: TableState | null = null;
    gaps = 0;
    updates = 0;
    heard: Record<string, unknown>[] = [];
    private replies = new Map<number, Reply>();
    private next = 1;
    private constructor(private server: OfflineServer) {}

    /** `time`: made-up, and changed by the caller. */
    static async open(store: Store, runner = new BotRunner(load), time?: { date: number; steady: number }): Promise<Page> {
        let page: Page | null = null;
        const send = (message: Incoming): void => page?.receive(message as unknown as Record<string, unknown>);
        const clocks = time ? { now: () => time.date, steady: () => time.steady } : {};
        const server = await OfflineServer.open({ engine: await Engine.load(load('tables')), store, bots: runner, send, ...clocks });
        page = new Page(server);
        return page;
    }

    private receive(message: Record<string, unknown>): void {
        this.heard.push(message);
        if ('re' in message) {
            this.replies.set(Number(message['re']), message as Reply);
        } else if ('table' in message && (this.state === null || message['table'] === this.state.table || 'game' in message)) {
            const events = (message['events'] ?? []) as { n: number }[];
            const after = this.state?.table === message['table'] && !('game' in message) ? this.state.n : null;
            events.forEach((event, i) => (this.gaps += after !== null && event.n !== after + 1 + i ? 1 : 0));
            const same = message['table'] === this.state?.table;
            this.state = { ...(same ? this.state : {}), ...message } as TableState;
            this.updates++;
        }
    }

    async ask(kind: Kind | 'fly', members: Record<string, unknown> = {}): Promise<Reply> {
        const id = this.next++;
        await this.server.handle({ id, do: kind, ...members });
        await this.until(() => this.replies.has(id));
        return this.replies.get(id) ?? { re: id };
    }

    async until(good: () => boolean, ms = 60000): Promise<void> {
        const end = Date.now() + ms;
        while (!good()) {
            if (Date.now() > end) throw new Error('waited too long');
            await new Promise((done) => setTimeout(done, 1));
        }
    }

    async begin(pace = 'none'): Promise<void> {
        await this.ask('hello', { protocol: 1 });
        await this.ask('pace', { pace });
    }

    /** Plays random legal moves until the end, or for so many moves. */
    async play(most = Infinity, pick: (legal: string[]) => string = (legal) => legal[Math.floor(Math.random() * legal.length)] ?? ''): Promise<number> {
        let moves = 0;
        while (moves < most) {
            await this.until(() => this.state?.phase === 'over' || (this.state?.legal.length ?? 0) > 0);
            if (this.state === null || this.state.phase === 'over') break;
            const text = pick(this.state.legal);
            this.state.legal = [];
            const reply = await this.ask('move', { table: this.state.table, text });
            if (reply.error) throw new Error(`${text}: ${reply.error.id}`);
            moves++;
        }
        return moves;
    }
}

const bots = (seats: number, level: string): string[] => Array<string>(seats - 1).fill(level);

export async function testGame(game: string, seats: number, level: string): Promise<void> {
    const name = `${game} ${seats} ${level}`;
    const page = await Page.open(new MemoryStore());
    await page.begin();
    const made = await page.ask('create', { game, seats, bots: bots(seats, level), number: 'ab'.repeat(32) });
    ok(made.ok === true && page.state?.phase === 'play', `${name}: the game begins at once`, JSON.stringify(made));
    const moves = await page.play();
    ok(moves > 0 && page.state?.phase === 'over' && page.state.result !== null, `${name}: the game is played to the end`);
    ok(page.gaps === 0, `${name}: the events have no gap`);
    const { record } = (await page.ask('record', { table: made['table'] })) as unknown as { record: GameRecord };
    let fair = '';
    try {
        fair = parlor(['verify', '-'], `${JSON.stringify(record)}\n`);
    } catch (reason) {
        fair = `failed: ${String(reason)}`;
    }
    ok(!fair.startsWith('failed'), `${name}: the command finds the deal fair and the record right`, fair);
}

async function testRefusals(): Promise<void> {
    const page = await Page.open(new MemoryStore());
    same((await page.ask('mine')).error?.id, 'hello.first', 'hello comes first');
    same((await page.ask('hello', { protocol: 2 })).error?.id, 'hello.version', 'another version is refused');
    await page.begin();
    same((await page.ask('fly')).error, { id: 'request.unknown', args: ['fly'] }, 'an unknown request is refused');
    same((await page.ask('move', { table: 'x' })).error, { id: 'request.member', args: ['text'] }, 'a missing member is refused');
    same((await page.ask('mine', { much: 1 })).error?.id, 'request.extra', 'an extra member is refused');
    same((await page.ask('open', { table: 'here-none' })).error?.id, 'table.none', 'an unknown table is refused');
    same((await page.ask('create', { game: 'chess' })).error?.id, 'setup.no-such-game', 'an unknown game is refused');
    same((await page.ask('create', { game: 'luz', seats: 9 })).error?.id, 'setup.refused', 'a wrong seat count is refused');
    same((await page.ask('create', { game: 'luz', options: { dealer: '7' } })).error?.id, 'setup.bad-option', 'a bad option is refused');
    same((await page.ask('create', { game: 'luz', seats: 3, bots: ['easy', 'clever'] })).error, { id: 'table.no-such-level', args: ['clever'] }, 'an unknown level is refused');
    same((await page.ask('create', { game: 'smitten', seats: 2, bots: ['expert'] })).error, { id: 'table.bot-coded', args: ['expert'] }, 'a coded bot cannot sit beside a person');
    same((await page.ask('create', { game: 'luz', clock: { kind: 'sand' } })).error?.id, 'table.clock', 'an unknown clock is refused');
    same((await page.ask('name', { name: '' })).error?.id, 'name.bad', 'an empty name is refused');
    same((await page.ask('signout', {})).error?.id, 'offline.server-only', 'signing out needs a server');
    same((await page.ask('share', { table: 'x' })).error?.id, 'offline.server-only', 'sharing needs a server');
    same((await page.ask('lobby', { watch: true }))['tables'], [], 'the lobby is empty');
    const { table } = await page.ask('create', { game: 'photograph', seats: 2, bots: ['easy'] });
    await page.until(() => (page.state?.legal.length ?? 0) > 0);
    const [n, text] = [page.state?.n, page.state?.legal[0] ?? ''];
    same((await page.ask('talk', { table, text: 'hi' })).error?.id, 'offline.talk', 'talk to bots is refused');
    same((await page.ask('why', { table, text }))['legal'], true, 'why: a listed move is legal');
    const why = await page.ask('why', { table, text: 'take 9L1' });
    same(why.error, (await page.ask('move', { table, text: 'take 9L1' })).error, 'why: the same reason as the move');
    ok(why.error !== undefined && page.state?.n === n, 'why: nothing has changed', JSON.stringify(why));
}

async function testChairs(): Promise<void> {
    const page = await Page.open(new MemoryStore());
    await page.begin();
    const { table } = await page.ask('create', { game: 'luz', seats: 3, start: 'host' });
    same(page.state?.phase, 'open', 'a table that the host starts waits');
    await page.ask('bot', { table, chair: 2, level: 'easy' });
    same(page.state?.people.map((one) => one.bot), [null, null, 'easy'], 'a bot sits down');
    await page.ask('bot', { table, chair: 2, level: null });
    await page.ask('stand', { table });
    same(page.state?.people.map((one) => one.player), [null, null, null], 'chairs are free again');
    same((await page.ask('sit', { table, chair: 1 }))['chair'], 1, 'a person may choose a chair');
    same((await page.ask('start', { table })).error?.id, 'table.not-full', 'free chairs must be filled');
    await page.ask('start', { table, level: 'easy' });
    same(page.state?.phase, 'play', 'bots fill the rest');
    ok(page.state?.people[1]?.here === true, 'the person is here');
    await page.ask('leave', { table });
    await page.ask('back', { table });
    const kinds = page.heard.flatMap((one) => (one['events'] ?? []) as { e: string }[]).map((event) => event.e);
    ok(kinds.includes('leave') && kinds.includes('back'), 'leaving and coming back are events');
}

/** The person may choose the first seat; otherwise a verifiable draw does. */
async function testBegins(): Promise<void> {
    const page = await Page.open(new MemoryStore());
    await page.begin();
    const no = async (members: Record<string, unknown>): Promise<string | undefined> => (await page.ask('create', members)).error?.id;
    same(await no({ game: 'luz', seats: 3, begins: 3 }), 'table.chair-none', 'begins: a chair must exist');
    same(await no({ game: 'luz', seats: 3, begins: -1 }), 'table.chair-none', 'begins: a negative chair is refused');
    same(await no({ game: 'luz', begins: 'me' }), 'request.member', 'begins: a chair is a number');
    same(await no({ game: 'smitten', begins: 0 }), 'begins.none', 'begins: a game without a first seat refuses it');
    same(await no({ game: 'luz', begins: 0, options: { dealer: '0' } }), 'begins.twice', 'begins: it may be given only once');
    const { table } = await page.ask('create', { game: 'luz', seats: 3, start: 'host', begins: 2 });
    same([page.state?.begins, page.state?.options['dealer']], [2, undefined], 'begins: a chair, no seat yet');
    same((await page.ask('begins', { table, chair: 3 })).error?.id, 'table.chair-none', 'begins: the chair must be of this table');
    same((await page.ask('begins', { table, chair: 4294967295 })).error?.id, 'table.chair-none', 'begins: a huge chair is refused');
    await page.ask('begins', { table, chair: null });
    same(page.state?.begins, null, 'begins: the draw decides');
    await page.ask('begins', { table, chair: 0 });
    await page.ask('start', { table, level: 'random' });
    same(page.state?.options['dealer'], String(page.state?.you.seat), 'begins: the person deals first');
    await page.play();
    const again = await page.ask('rematch', { table });
    same([again.ok, page.state?.begins], [true, null], 'begins: the draw decides in a rematch');
}

/** The page's check of a record: a replay gives the same record, or another one if it was forged. */
async function testAgain(game: 'photograph' | 'luz', option: string, begins: number | null): Promise<void> {
    const name = `${game}, begins ${String(begins)}`;
    const page = await Page.open(new MemoryStore());
    await page.begin();
    const made = await page.ask('create', { game, seats: 3, bots: bots(3, 'random'), begins });
    await page.play();
    const { record } = (await page.ask('record', { table: made['table'] })) as unknown as { record: GameRecord };
    const { fair } = record;
    if (!fair) return ok(false, `${name}: the record has its claim`);
    same(fair.begins, begins, `${name}: the record names the chosen chair`);
    const seat = Number(record.options[option]);
    if (begins !== null) same(fair.order.indexOf(seat), begins, `${name}: the person named began`);
    const engine = await Engine.load(load('tables'));
    const again = playAgain(engine, record, fair);
    same([again?.options, again?.events, again?.fair], [record.options, record.events, fair], `${name}: the replay gives the same record`);
    const { begins: _, ...older } = fair;
    same(playAgain(engine, record, older)?.events, record.events, `${name}: an older record replays too`);
    const forged = { ...fair, begins: (fair.order.indexOf(seat) + 1) % 3 };
    ok(playAgain(engine, record, forged)?.fair?.options[option] !== String(seat), `${name}: a forged chair is detected`);
}

/** A record of version 1 of Photograph's rules (tests/cli) is replayed by its own version of P6.4. */
async function testOlderRules(): Promise<void> {
    const record = JSON.parse(readFileSync('tests/cli/rules1.jsonl', 'utf8')) as GameRecord;
    const { fair } = record;
    if (!fair) return ok(false, 'older rules: the record has its claim');
    const engine = await Engine.load(load('tables'));
    same(playAgain(engine, record, fair)?.events, record.events, 'older rules: the replay gives the same events');
    const { rules: _, ...current } = record;
    ok(playAgain(engine, current, fair)?.events.length !== record.events.length, 'older rules: the current rules give others');
}

/** A page that was closed, and a date that was set, take nothing from a live clock. */
async function testClock(): Promise<void> {
    const store = new MemoryStore();
    const time = { date: 1_700_000_000_000, steady: 0 };
    const first = await Page.open(store, undefined, time);
    await first.begin();
    const clock = { kind: 'live', move: 60, bank: 0 };
    const { table } = await first.ask('create', { game: 'smitten', seats: 1, clock });
    const left = (page: Page): number => {
        const times = page.state?.times;
        return (times?.seats[0]?.until ?? 0) - (times?.now ?? 0);
    };
    same(left(first), 60_000, 'a clock: the time for a move');
    time.date += 7_200_000;
    time.steady += 20_000;
    await first.ask('open', { table });
    same(left(first), 40_000, 'a clock: the date does not count');
    await first.ask('leave', { table });
    await first.ask('close', { table });
    const later = { date: 1_600_000_000_000, steady: 5_000_000 };
    const second = await Page.open(store, undefined, later);
    await second.begin();
    await second.ask('open', { table });
    same(left(second), 40_000, 'a clock: nor the time without a page');
    later.steady += 1000;
    await second.ask('open', { table });
    same(left(second), 39_000, 'a clock: it goes on');
    await second.ask('close', { table });
}

/** A move for an older position is refused; a journal that is not known is kept, and says so. */
async function testStale(): Promise<void> {
    const store = new MemoryStore();
    const page = await Page.open(store);
    await page.begin();
    const { table } = await page.ask('create', { game: 'smitten', seats: 1 });
    const [text = ''] = page.state?.legal ?? [];
    same((await page.ask('move', { table, text, seen: 0 })).error?.id, 'move.stale', 'an older position is refused');
    ok((await page.ask('move', { table, text, seen: page.state?.n })).ok === true, 'the current one is not');
    const id = String(table);
    const journal = await store.read(id);
    const [made] = journal;
    if (made) made.text = made.text.replace('"rules":', '"rules":9');
    const again = await Page.open(store);
    await again.begin();
    const { error } = await again.ask('open', { table });
    same([error?.id, error?.more?.map((part) => part.id)], ['table.unreadable', ['setup.rules']], 'unknown rules are said in words');
    same(await store.read(id), journal, 'and the journal is kept');
}

/** The module's own reader of JSON refuses what no JSON has. */
async function testBytes(): Promise<void> {
    const engine = await Engine.load(load('tables'));
    const good = '{"id":1,"do":"lobby","watch":true}';
    ok(engine.call('check', good) !== 0 && engine.call('check', ` \t\r\n${good}\n`) !== 0, 'JSON is read');
    const noise = ['\v', '\f', '\u0001', '\u007f', '\u00a0', '\ufeff', '/', ','];
    const wrong = noise.flatMap((one) => [one + good, good + one, good.replace('1', `1${one}`), good.replace('true', `true${one}`)]);
    const texts = [...wrong, good.replace('lobby', 'lob\u001fby'), good.replace('1', '01'), good.replace('1', '1.'), `${good}{}`];
    same(texts.filter((text) => engine.call('check', text) !== 0), [], 'bytes that JSON does not know are refused');
}

async function testTakeback(): Promise<void> {
    const page = await Page.open(new MemoryStore());
    await page.begin('slow');
    const { table } = await page.ask('create', { game: 'luz', seats: 3, bots: bots(3, 'random'), options: { dealer: '0' } });
    await page.ask('pace', { pace: 'none' });
    await page.until(() => (page.state?.legal.length ?? 0) > 0);
    await page.ask('pace', { pace: 'slow' });
    const bid = page.state?.legal[0] ?? '';
    const before = JSON.stringify(page.state?.view);
    await page.ask('move', { table, text: bid });
    const took = await page.ask('takeback', { table });
    ok(took.ok === true, 'against bots alone a move is taken back', JSON.stringify(took));
    same(JSON.stringify(page.state?.view), before, 'a takeback restores the view');
    await page.ask('pace', { pace: 'none' });
    await page.ask('move', { table, text: bid });
    await page.until(() => (page.state?.legal.length ?? 0) > 0);
    const told = await page.ask('undoes', { table });
    ok(told.text === bid && told.practice === true && Number(told.others) > 0 && told.asks === false, 'what it would undo is told', JSON.stringify(told));
    await page.ask('pace', { pace: 'slow' });
    await page.ask('takeback', { table });
    ok(page.state?.practice === true, 'across the moves of bots it is practice');
    same(JSON.stringify(page.state?.view), before, 'and restores the view too');
}

/** Bots that answer at once leave the person time nevertheless where both may begin. */
async function testPatience(): Promise<void> {
    const time = { date: 1_700_000_000_000, steady: 1000 };
    const runner = new BotRunner(load);
    const answers: string[] = [];
    const choose = runner.choose.bind(runner);
    runner.choose = async (question) => {
        const thought = await choose(question);
        answers.push(question.must ? 'must' : thought.text);
        return thought;
    };
    const page = await Page.open(new MemoryStore(), runner, time);
    await page.begin('instant');
    const { table } = await page.ask('create', { game: 'smitten', seats: 2, bots: ['easy'] });
    /* Time goes on until the bot has said something and waits. */
    while (answers.length < 2) {
        time.steady += 1;
        await page.ask('open', { table });
        await new Promise((done) => setTimeout(done, 1));
    }
    time.steady += 2500;
    for (let k = 0; k < 150; k++) {
        await page.ask('open', { table });
        await new Promise((done) => setTimeout(done, 1));
    }
    const view = page.state?.view;
    same([answers.length, view?.game === 'smitten' && view.placed], [2, 0], 'at the pace "instant" the partner waits for the person');
}

/** What happened, by a module of its own that reads the journal; a table that is not there is refused. */
async function testPast(memory: string): Promise<void> {
    const web = globalThis.fetch;
    globalThis.fetch = async () => new Response(new Uint8Array(load('past')), { headers: { 'content-type': 'application/wasm' } });
    const page = await Page.open(new MemoryStore());
    await page.begin();
    const { table } = await page.ask('create', { game: 'luz', seats: 3, bots: bots(3, 'random'), options: { memory } });
    await page.ask('pace', { pace: 'none' });
    await page.until(() => (page.state?.legal.length ?? 0) > 0);
    const move = page.state?.legal[0] ?? '';
    await page.ask('move', { table, text: move });
    await page.until(() => (page.state?.legal.length ?? 0) > 0);
    const past = await page.ask('past', { table });
    const moments = past.moments as { step: number; view: unknown; event?: { seat?: number; text?: string } }[];
    const own = moments.find(({ event }) => event?.seat === page.state?.you.seat);
    same(JSON.stringify(moments.at(-1)?.view), JSON.stringify(page.state?.view), `past, ${memory}: the last moment is the present`);
    ok(own?.event?.text === move, `past, ${memory}: the own move is there`, JSON.stringify(past.error ?? own));
    same(moments[0]?.step, memory === 'aided' ? 0 : own?.step, `past, ${memory}: as far back as memory allows`);
    const { aids, error } = (await page.ask('aids', { table })) as Reply & { aids: Aids };
    const view = page.state?.view as LuzView;
    const faces = JSON.stringify(view).match(/"[RYGBV]\d+"/g) ?? [];
    const shown = aids.sets.map(({ set }) => [...new Set(faces.filter((one) => one[1] === set))].map((one) => Number(one.slice(2, -1))).sort((a, b) => a - b));
    same(aids.sets.map(({ seen }) => seen), shown, `aids, ${memory}: the cards seen are those that the view displays`);
    same(aids.own?.map(({ slot }) => slot), view.hands[view.seat]?.map(({ slot }) => slot), `aids, ${memory}: all own cards ${error?.id ?? ''}`);
    const may = view.hands[view.seat]?.map((card) => card.may);
    if (memory === 'aided') same(aids.own?.map((card) => card.may), may, `aids, ${memory}: their values are those of the view`);
    const none = await page.ask('past', { table: 'here-none' });
    ok(none.error?.id === 'table.none', `past, ${memory}: of no table`);
    globalThis.fetch = web;
}

async function testRestore(game: string, seats: number, moves: number): Promise<void> {
    const store = new MemoryStore();
    const first = await Page.open(store);
    await first.begin();
    await first.ask('name', { name: 'Ann' });
    const { table } = await first.ask('create', { game, seats, bots: bots(seats, 'easy') });
    await first.play(moves);
    await first.until(() => (first.state?.legal.length ?? 0) > 0 || first.state?.phase === 'over');
    const left = first.state;
    const second = await Page.open(store);
    const hello = await second.ask('hello', { protocol: 1 });
    same((hello['you'] as { name: string }).name, 'Ann', `${game}: the name is remembered`);
    await second.ask('pace', { pace: 'none' });
    const { tables } = (await second.ask('mine')) as unknown as { tables: { table: string; turn: boolean; phase: string }[] };
    same(tables.map((row) => [row.table, row.turn]), [[table, left?.phase !== 'over']], `${game}: an unfinished game is listed`);
    await second.ask('open', { table });
    same([second.state?.n, second.state?.view, second.state?.legal], [left?.n, left?.view, left?.legal], `${game}: it goes on from the same position`);
    await second.ask('open', { table, after: 0 });
    same(second.heard.at(-1)?.['n'], ((second.heard.at(-1)?.['events'] ?? []) as unknown[]).length, `${game}: the missing events come complete`);
    await second.play();
    same(second.state?.phase, 'over', `${game}: it is played to the end`);
    const again = await second.ask('rematch', { table });
    ok(again.ok === true && second.state?.table === again['table'] && second.state?.phase === 'play', `${game}: a rematch begins`);
    same((await second.ask('rematch', { table }))['table'], again['table'], `${game}: there is one rematch`);
    await second.ask('forget', { table });
    same((await second.ask('open', { table })).error?.id, 'table.none', `${game}: a table can be forgotten`);
}

/** Playing on from a moment of a record: with both kinds of cards, after a reload, to the end. */
async function testForks(game: string, seats: number, from: number): Promise<void> {
    forkModule.load = () => load('replay');
    const record = JSON.parse(parlor(['sim', game, '--seats', String(seats), '--games', '1', '--seed', '11'])) as GameRecord;
    /* It is a bot's turn, where there are turns. */
    const found = record.events.findIndex(([who], k) => k >= from && who !== 0 && who !== 'deal');
    const step = found < 0 ? from : found;
    const members = { record, step, seat: 0, bots: bots(seats, 'random') };
    const seen = parlorLines(['replay', '--view', '0', '-'], `${JSON.stringify(record)}\n`) as { views?: unknown[] }[];
    for (const anew of [false, true]) {
        const name = `${game} ${seats}, ${anew ? 'dealt anew' : 'the same cards'}`;
        const store = new MemoryStore();
        const first = await Page.open(store);
        await first.begin('slow');
        const made = await first.ask('fork', { ...members, anew });
        ok(made.ok === true, `${name}: there is a table`, JSON.stringify(made));
        await first.ask('open', { table: made['table'] });
        const { fork, practice, view } = first.state ?? {};
        same([fork?.step, fork?.seat, fork?.cards, practice], [step, 0, anew ? 'anew' : 'same', true], `${name}: it says what it is`);
        same(view, (seen[step]?.views as unknown as Record<string, unknown>)['0'], `${name}: the seat sees what it saw`);
        ok(!/"deal","text"|secret"/.test(JSON.stringify(first.heard)), `${name}: no deal is told`);
        const second = await Page.open(store);
        await second.begin();
        await second.ask('open', { table: made['table'] });
        same(second.state?.view, view, `${name}: it is the same after a reload`);
        await second.play();
        const after = (await second.ask('record', { table: made['table'] })) as unknown as { record: GameRecord };
        same(after.record.fork, fork, `${name}: so does the record`);
        same(parlorLines(['replay', '-'], `${JSON.stringify(after.record)}\n`).length, 1, `${name}: the record is right`);
        if (!anew) same(after.record.events.slice(0, step), record.events.slice(0, step), `${name}: it begins as the other one`);
    }
    const page = await Page.open(new MemoryStore());
    await page.begin();
    const refused = async (change: Record<string, unknown>): Promise<string> => (await page.ask('fork', { ...members, anew: false, ...change })).error?.id ?? '';
    same(await refused({ step: record.events.length }), 'fork.over', `${game}: nobody plays on when the game is over`);
    same(await refused({ step: 9999 }), 'fork.no-moment', `${game}: at no moment`);
    same(await refused({ bots: bots(seats, 'clever') }), 'table.no-such-level', `${game}: against no unknown bot`);
    const broken = await refused({ record: { ...record, events: [['deal', 'R1']] } });
    ok(broken.startsWith('record.deal-refused'), `${game}: from no broken record`, broken);
}

/** The page's messages must not depend on hidden cards: no journal, no other hand. */
async function testSecrets(): Promise<void> {
    const store = new MemoryStore();
    const page = await Page.open(store);
    await page.begin();
    const { table } = await page.ask('create', { game: 'photograph', seats: 3, bots: bots(3, 'random') });
    await page.play(4);
    const heard = JSON.stringify(page.heard);
    const journal = await store.read(String(table));
    const create = JSON.parse(journal[0]?.text ?? '{}') as { secret: string };
    const deal = journal.map((event) => JSON.parse(event.text) as { e: string; text: string }).find((event) => event.e === 'deal');
    ok(create.secret.length === 64 && !heard.includes(create.secret), 'the secret of the deal stays in the worker');
    ok(deal !== undefined && !heard.includes(deal.text.slice(0, 60)), 'the deal stays in the worker');
    const seat = page.state?.you.seat;
    const view = page.state?.view;
    const others = view?.game === 'photograph' ? view.players.filter((_, i) => i !== seat) : [];
    ok(others.length === 2 && others.every((one) => one.hand.every((card) => /^[A-Z][-+]$/.test(card))), "others' hands are backs", JSON.stringify(others.map((one) => one.hand)));
}

/** Several people at one device: each sees their own view and nothing else, nobody any while it is handed over, and the game
    goes on from the store. */
async function testTogether(): Promise<void> {
    const store = new MemoryStore();
    let page = await Page.open(store);
    await page.begin();
    const asked = { game: 'photograph', seats: 3, options: {}, bots: ['easy'], names: ['Ann', 'Bob'], begins: null };
    same((await page.ask('together', { ...asked, names: ['Ann'] })).error?.id, 'request.member', 'one person is not several');
    const { table } = (await page.ask('together', asked)) as unknown as { table: string };
    ok(!page.heard.some((one) => one['table'] === table && 'view' in one), 'nothing is shown before somebody has taken the device');
    type Group = { seat: number | null; people: { name: string; seat: number }[]; next: number[] };
    const turn = async (seat: number | null): Promise<Group> => (await page.ask('turn', { table, seat })) as unknown as Group;
    let [moves, wrong, handed] = [0, 0, 0];
    for (; moves < 400; moves++) {
        const group = await turn(null);
        await page.ask('open', { table });
        const open = page.state?.view;
        wrong += Number(page.state?.you.seat !== null || page.state?.legal.length !== 0);
        /* Of hands a spectator sees what was taken face up, and backs. */
        wrong += Number(open?.game === 'photograph' && open.seat >= 0);
        if (page.state?.phase === 'over') break;
        const seat = group.next[0];
        if (seat === undefined) {
            /* A bot's turn: somebody looks on. */
            const before = page.state?.n ?? 0;
            await turn(group.people[0]?.seat ?? 0);
            await page.ask('open', { table });
            await page.until(() => (page.state?.n ?? 0) > before);
            await page.ask('close', { table });
            continue;
        }
        const heard = page.heard.length;
        await turn(seat);
        await page.ask('open', { table });
        handed++;
        const { legal = [], you } = page.state ?? {};
        wrong += Number(you?.seat !== seat || legal.length === 0);
        await page.ask('move', { table, text: legal[(7 * moves) % legal.length] });
        wrong += page.heard.slice(heard).filter((one) => 'you' in one && (one['you'] as { seat: number | null }).seat !== seat).length;
        await page.ask('close', { table });
        if (moves === 20) {
            page = await Page.open(store);
            await page.begin();
            await page.ask('open', { table });
            same(page.state?.you.seat ?? null, null, 'from the store the table comes with nobody looking');
            same((page.state as unknown as { together: Group }).together.people.map(({ name }) => name).join(), 'Ann,Bob', 'and with its people');
        }
    }
    same(page.state?.phase, 'over', 'a game of two people at one device ends');
    ok(wrong === 0 && handed > 20, 'only the view of who has the device is sent', `${wrong} of ${handed}`);
    same((await page.ask('turn', { table, seat: 4 })).error?.id, 'table.not-seated', 'nobody else can take it');
}

async function testHelp(): Promise<void> {
    const page = await Page.open(new MemoryStore());
    await page.begin();
    const luz = await page.ask('create', { game: 'luz', seats: 3, bots: bots(3, 'easy') });
    await page.until(() => (page.state?.legal.length ?? 0) > 0);
    const hint = await page.ask('hint', { table: luz['table'], level: 'medium' });
    ok(page.state?.legal.includes(String(hint['text'])) ?? false, 'a hint is a legal move', JSON.stringify(hint));
    const values = hint['values'] as { text: string }[];
    ok(values.length > 1 && values[0]?.text === hint['text'], 'a hint compares moves, the suggested one first');
    const why = hint['why'] as { id: string } | null;
    ok(why === null || (why.id.startsWith('reason.') && values.some(({ text }) => text === hint['other'])), 'a hint says why', JSON.stringify(hint));
    same((await page.ask('hint', { table: luz['table'], level: 'wise' })).error?.id, 'table.no-such-level', 'an unknown level gives no hint');
    same((await page.ask('chance', { table: luz['table'] })).error?.id, 'offline.no-chance', 'Luz has no exact chance');
    const solo = await page.ask('create', { game: 'smitten', seats: 1 });
    await page.until(() => page.state?.table === solo['table'] && page.state.legal.length > 0);
    const best = await page.ask('hint', { table: solo['table'], level: 'expert' });
    ok(page.state?.legal.includes(String(best['text'])) ?? false, 'in solo play the expert hints from the book', JSON.stringify(best));
    const chance = await page.ask('chance', { table: solo['table'] });
    ok(chance['deals'] === true && Math.abs(Number(chance['value']) - 0.9118) < 1e-4, 'the first turn has the chance over all deals', JSON.stringify(chance));
    const other = await page.ask('create', { game: 'smitten', seats: 1, options: { card4: 'near' } });
    await page.until(() => page.state?.table === other['table'] && page.state.legal.length > 0);
    const limited = await page.ask('hint', { table: other['table'], level: 'expert' });
    ok(page.state?.legal.includes(String(limited['text'])) ?? false, 'without a book a limited search hints', JSON.stringify(limited));
    /* Now and then a deal is solved within the limits, and has a chance of its own: then another one. */
    const unsolved = async (options: object): Promise<Reply> => {
        for (let tries = 0; ; tries++) {
            const { table } = await page.ask('create', { game: 'smitten', seats: 1, options });
            await page.until(() => page.state?.table === table && page.state.legal.length > 0);
            const answer = await page.ask('chance', { table });
            if (answer['deals'] === true || answer.error || tries === 5) return answer;
        }
    };
    const near = await unsolved({ card4: 'near' });
    ok(near['deals'] === true && Number(near['value']) < 0.92, 'a mode without a book has been solved too', JSON.stringify(near));
    const none = await unsolved({ card4: 'near', hard1: 'on' });
    same(none.error?.id, 'offline.chance-long', 'without a book or a solution there is no chance');
}

/** Views from the store are answered at once, even while bots think. */
async function testPace(): Promise<void> {
    const slow = new BotRunner(load);
    const waits: (() => void)[] = [];
    const choose = slow.choose.bind(slow);
    slow.choose = async (question) => {
        await new Promise<void>((done) => waits.push(done));
        return choose(question);
    };
    const page = await Page.open(new MemoryStore(), slow);
    await page.begin();
    const { table } = await page.ask('create', { game: 'smitten', seats: 2, bots: ['easy'] });
    await page.until(() => waits.length > 0);
    const start = Date.now();
    for (let i = 0; i < 20; i++) await page.ask('why', { table, text: 'say can' });
    ok(Date.now() - start < 20 * 50, 'requests are answered while bots think', `${Date.now() - start} ms for 20`);
    ok((await page.ask('move', { table, text: 'say can' })).ok === true, 'a signal may be given while bots think');
    for (const done of waits) done();
    const before = page.state?.n ?? 0;
    await page.until(() => waits.length > 1);
    ok(page.state?.n === before, 'a bot’s answer to an old position is ignored');
}

/** A review tells each choice when it is valued, and ends when it is stopped: in place, and in a worker of its own. */
async function testStop(): Promise<void> {
    const record = JSON.parse(parlor(['sim', 'luz', '--seats', '3', '--seed', '7'])) as object;
    const page = await Page.open(new MemoryStore());
    await page.begin();
    const work = page.ask('review', { record });
    const told = (): Record<string, unknown> | undefined => page.heard.find((one) => one['decision']);
    await page.until(() => told() !== undefined);
    same((await page.ask('stop', { of: told()?.['of'] })).ok, true, 'a review may be stopped');
    same((await work).error?.id, 'review.stopped', 'its request is refused then');
    same((await page.ask('stop', { of: 99 })).ok, true, 'what is over needs no stop');
    const said: BotMessage[] = [];
    const answer = answerAll(load, (message) => said.push(message));
    answer({ n: 1, what: 'review', record });
    answer({ n: 2, what: 'review', record });
    answer({ n: 2, what: 'stop' });
    await page.until(() => said.length > 0);
    answer({ n: 1, what: 'stop' });
    await page.until(() => said.filter((one) => 'failed' in one).length === 2);
    ok(said.every((one) => !('done' in one) && (one.n === 1 || 'failed' in one)), 'the worker of bots stops reviews in progress and waiting', JSON.stringify(said.map((one) => one.n)));
}

/** The list of my games, and what it says of each, however the games are kept. */
async function testGames(): Promise<void> {
    forkModule.load = () => load('replay');
    const store = new MemoryStore();
    const time = { date: 1e12, steady: 0 };
    const page = await Page.open(store, new BotRunner(load), time);
    await page.begin();
    const made: string[] = [];
    for (let k = 0; k < 4; k++) {
        time.date += 1000;
        made.push(String((await page.ask('create', { game: 'smitten', seats: 1, bots: [] }))['table']));
        if (k < 3) await page.play();
    }
    const list = async (from?: string): Promise<{ games: GameEntry[]; next?: string }> =>
        (await page.ask('games', from === undefined ? {} : { from })) as unknown as { games: GameEntry[]; next?: string };
    const before = await list();
    same(before.games.map(({ table, phase }) => [table, phase]), [3, 2, 1, 0].map((k) => [made[k], k === 3 ? 'play' : 'over']), 'games: all of them, the latest first');
    const records = await Promise.all(made.slice(0, 3).map(async (table) => (await page.ask('record', { table }))['record'] as GameRecord));
    same(before.games.slice(1).map(({ own, result, names, ended }) => [own, result, names, ended]).reverse(),
        records.map(({ result, names, ended }) => [0, result, names, ended]), 'games: seat, result, names and date are those of the records');
    const games = gamesOf((page as unknown as { server: { tables: OfflineTables } }).server.tables);
    const fork = await page.ask('fork', { record: records[0], step: 2, seat: 0, bots: [], anew: false });
    for (const table of [...made, String(fork['table'])]) await page.ask('close', { table });
    await games.tidy(1);
    same((await store.list()).map(({ table }) => table).sort(), [made[2], made[3], fork['table']].sort(), 'games: old tables give up their journals');
    same((await list()).games.filter(({ table }) => table !== fork['table']), before.games, 'games: the list is the same');
    same((await page.ask('record', { table: made[0] }))['record'], records[0], 'games: so is the record');
    const other = { ...JSON.parse(parlor(['sim', 'luz', '--seed', '7'])), own: 2 } as GameRecord;
    const taken = await page.ask('import', { record: other });
    ok(taken.ok === true && taken['known'] === false && /^[0-9a-f]{32}$/.test(String(taken['table'])), 'games: a record without an id has one by what was played', JSON.stringify(taken));
    same((await page.ask('import', { record: other }))['known'], true, 'games: it is taken once');
    const entry = (await list()).games.find(({ table }) => table === taken['table']);
    same([entry?.own, entry?.result, entry?.options], [2, other.result, other.options], 'games: its row is that of the record');
    same((await page.ask('import', { record: { ...other, events: other.events.slice(0, 9), result: undefined } })).error?.id, 'table.not-over', 'games: an unfinished one is refused');
    same((await page.ask('import', { record: { ...other, seats: 9 } })).error?.id, 'setup.refused', 'games: a broken one too');
    same((await page.ask('forget', { table: 'here-nothing' })).error?.id, 'table.none', 'games: nothing to forget');
    await page.ask('forget', { table: made[0] });
    same((await list()).games.some(({ table }) => table === made[0]), false, 'games: one is forgotten');
    await page.ask('forget');
    same([(await list()).games.length, (await store.list()).length], [0, 0], 'games: all are');
}

export async function testWorker(): Promise<void> {
    await testGames();
    await testStop();
    await testRefusals();
    await testChairs();
    await testBegins();
    for (const begins of [null, 0, 2]) {
        await testAgain('photograph', 'first', begins);
        await testAgain('luz', 'dealer', begins);
    }
    await testOlderRules();
    await testTakeback();
    await testPatience();
    await testPast('strict');
    await testPast('aided');
    await testClock();
    await testStale();
    await testBytes();
    for (const [game, seats, level] of [['photograph', 2, 'medium'], ['photograph', 4, 'easy'], ['luz', 3, 'easy'], ['luz', 5, 'easy'], ['smitten', 2, 'hard'], ['smitten', 2, 'literal'], ['smitten', 1, 'easy']] as const)
        await testGame(game, seats, level);
    await testRestore('photograph', 3, 3);
    await testRestore('luz', 4, 6);
    await testRestore('smitten', 1, 1);
    await testForks('photograph', 3, 30);
    await testForks('luz', 3, 50);
    await testForks('smitten', 2, 3);
    await testSecrets();
    await testHelp();
    await testTogether();
    await testPace();
}
