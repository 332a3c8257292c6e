/*
 * The modules against the real command: views, legal moves, records, bots and reviews are the same.
 * Bots are asked as table/driver.c asks them, from views of the tables' module, with the seeds
 * that `parlor sim` drew, and must answer as in its record.
 */
import type { GameRecord, Review, ReviewDecision } from '../../web/src/lib/protocol';
import { Engine } from '../../web/src/worker/engine';
import { BotRunner } from '../../web/src/worker/bot-runner';
import { segmentsOf, type Source } from '../../web/src/replay/road';
import { Board } from './board';
import { load, parlor, parlorLines, type Rng, simSeeds } from './native';
import { ok, same } from './tap';

const TALK_MOST = 4;
const plain = new BotRunner(load, () => 0);

interface Replayed {
    event: number;
    legal: Record<string, string[]>;
    views: Record<string, unknown>;
}

async function testViews(game: string, seats: number): Promise<void> {
    const line = parlor(['sim', game, '--seats', String(seats), '--seed', '11']);
    const record = JSON.parse(line) as GameRecord;
    const looks = Array.from({ length: seats }, (_, seat) => ['--view', String(seat)]).flat();
    const met = parlorLines(['replay', '--legal', ...looks, '-'], line).slice(0, -1) as Replayed[];
    const board = await Board.of(record);
    let views = 0;
    let legal = 0;
    for (const { event, legal: moves, views: seen } of met) {
        const table = board.at(event);
        for (let seat = 0; seat < seats; seat++) {
            const { view, legal: listed } = board.whole(table, seat);
            views += JSON.stringify(view) === JSON.stringify(seen[seat]) ? 0 : 1;
            legal += JSON.stringify([...listed].sort()) === JSON.stringify(moves[seat] ?? []) ? 0 : 1;
        }
        board.forget(table);
    }
    ok(met.length > 2 && views === 0, `${game} ${seats}: every seat has the same view`, `${views} differ`);
    ok(legal === 0, `${game} ${seats}: the same moves are legal`, `${legal} differ`);
    const { names, table, rules, began, ended, fair, ...rest } = board.finished(board.at(record.events.length, true));
    ok([names, table, rules, began, ended, fair].every((one) => one !== undefined), `${game} ${seats}: the record is complete`);
    const whole = ['parlor', 'game', 'seats', 'options', 'events', 'result'] as const;
    same(rest, Object.fromEntries(whole.map((name) => [name, record[name]])), `${game} ${seats}: the same record`);
}

/** Finds the next event, its seat and text, by the rules of table/driver.c. */
class Driver {
    private next = 0;
    private waited = 0;
    private talked: number[];

    constructor(
        private board: Board,
        private ask: { game: string; level: string; iterations: number; seats: number },
        private seeds: Rng,
    ) {
        this.talked = Array<number>(ask.seats).fill(0);
    }

    async event(table: number): Promise<[number, string]> {
        const { game, level, iterations, seats } = this.ask;
        const actors = this.board.whole(table, -1).view?.actors ?? [];
        for (;;) {
            let seat = this.next % seats;
            while (!actors.includes(seat)) seat = (seat + 1) % seats;
            const must = actors.length === 1 || this.waited >= actors.length;
            const seed = this.seeds.next();
            const halves: [number, number] = [Number(seed >> 32n), Number(seed & 0xffffffffn)];
            const view = this.board.view(table, seat);
            const { text } = await plain.choose({ game, level, seat, view, must, seed: halves, iterations, alone: seats === 1 });
            const talks = text?.startsWith('say ') ?? false;
            if (text !== null && (!talks || (!must && (this.talked[seat] ?? 0) < TALK_MOST))) {
                this.waited = 0;
                if (talks) {
                    this.talked[seat] = (this.talked[seat] ?? 0) + 1;
                    this.next = seat + 1;
                } else {
                    this.next = 0;
                    this.talked.fill(0);
                }
                return [seat, text];
            }
            this.waited++;
            this.next = seat + 1;
            if (this.waited > 2 * actors.length) throw new Error('nobody moves');
        }
    }
}

async function testBot(game: string, seats: number, level: string, iterations: number): Promise<void> {
    const bots = iterations > 0 ? `${level}:${iterations}` : level;
    const seed = 23n;
    const line = parlor(['sim', game, '--seats', String(seats), '--seed', String(seed), '--bots', bots]);
    const record = JSON.parse(line) as GameRecord;
    const board = await Board.of(record);
    const driver = new Driver(board, { game, level, iterations, seats }, simSeeds(seed, 0n));
    const got: unknown[] = [];
    for (let i = 0; i < record.events.length; i++) {
        const event = record.events[i];
        if (event?.[0] === 'deal') {
            got.push(event);
            continue;
        }
        const table = board.at(i);
        got.push(await driver.event(table));
        board.forget(table);
        if (JSON.stringify(got[i]) !== JSON.stringify(event)) break;
    }
    same(got, record.events, `${game} ${seats}: ${bots} plays the same game`);
}

async function testReview(game: string, seats: number, ...more: string[]): Promise<void> {
    const line = parlor(['sim', game, '--seats', String(seats), '--seed', '5', '--bots', 'easy', ...more]);
    const record = JSON.parse(line) as GameRecord;
    const native = JSON.parse(parlor(['review', '--json', '-'], line)) as Review;
    const parts: number[] = [];
    const decisions: ReviewDecision[] = [];
    const got = await plain.review({ record, first: -1 }, (part, decision) => {
        parts.push(part);
        if (decision) decisions.push(decision);
    });
    same('review' in got && got.review, native, `${game} ${seats}: the same review`);
    ok(parts.length > 0 && parts.every((part, i) => part > (parts[i - 1] ?? 0) || part >= 0.999), `${game} ${seats}: progress rises`);
    same(decisions, native.decisions, `${game} ${seats}: each decision is told when it is done`);
    testRoads(native, record.events.length, `${game} ${seats}`);
    if (seats > 1 && more.length === 0) await testFirst(record, native);
}

/** The choices of a seat come first if they are asked for, with the same values in the end. */
async function testFirst(record: GameRecord, native: Review): Promise<void> {
    const seat = record.seats - 1;
    const told: ReviewDecision[] = [];
    const got = await plain.review({ record, first: seat }, (_, decision) => decision && told.push(decision));
    same('review' in got && got.review, native, `${record.game} ${record.seats}: the same review with a seat's choices first`);
    const order = [...native.decisions].sort((a, b) => Number(b.seat === seat) - Number(a.seat === seat) || a.event - b.event);
    same(told.map(({ event }) => event), order.map(({ event }) => event), `${record.game} ${record.seats}: the choices of seat ${seat} come first`);
    same(told.map(({ fair, skill }) => [fair, skill]), order.map(({ fair, skill }) => [fair, skill]), `${record.game} ${record.seats}: with their values`);
}

/** The graph's segments add up to the road of each seat. */
function testRoads(review: Review, steps: number, what: string): void {
    const worst = review.roads.flatMap((road) => {
        const segments = segmentsOf(review, road.seat, steps, []);
        const sum = (source: Source): number => segments.filter((one) => one.source === source).reduce((all, { from, to }) => all + to[1] - from[1], 0);
        const parts: [Source, number][] = [['luck', road.luck ?? 0], ['rest', road.rest ?? 0], ['others', road.others], ['skill', road.skill]];
        return [(segments.at(-1)?.to[1] ?? NaN) - (road.outcome ?? NaN), ...parts.map(([source, part]) => sum(source) - part)];
    });
    ok(worst.length > 0 && worst.every((error) => Math.abs(error) < 1e-9), `${what}: the graph adds up to the roads`, String(worst));
}

/** On a slow device the budget is smaller, and the values are those of the command with that budget. */
async function testSlowReview(): Promise<void> {
    const line = parlor(['sim', 'luz', '--seats', '3', '--seed', '7', '--bots', 'random']);
    let now = 0;
    const slow = new BotRunner(load, () => (now += 100));
    const got = await slow.review({ record: JSON.parse(line), first: -1 }, () => undefined);
    const budget = 'review' in got ? got.review.budget : 0;
    ok(budget > 1 && budget < 8000, 'a slow device has a smaller budget', String(budget));
    same('review' in got && got.review, JSON.parse(parlor(['review', '--json', '--budget', String(budget), '-'], line)), 'values of equal budgets are equal');
}

async function testStoppedReview(): Promise<void> {
    const record = JSON.parse(parlor(['sim', 'luz', '--seats', '3', '--seed', '7'])) as GameRecord;
    const stop = new AbortController();
    let heard = 0;
    const work = plain.review({ record, first: -1 }, () => ++heard === 3 && stop.abort(), stop.signal);
    const reason = await work.then(() => 'done', String);
    ok(heard === 3 && reason.includes('stopped'), 'a review ends at the next choice once it is stopped', `${heard} ${reason}`);
    ok('review' in (await plain.review({ record: JSON.parse(parlor(['sim', 'smitten', '--seats', '2', '--seed', '5'])), first: -1 }, () => undefined)), 'another one works after it');
}

/** The small JSON parser refuses the same texts as jansson, for the same reasons. */
async function testJson(): Promise<void> {
    const wrong: [string, string][] = [
        ['', 'json.end'],
        ['{"a":1', 'json.end'],
        ['{"a":"b', 'json.end'],
        ['{"a":01}', 'json.syntax'],
        ['{"a":1.}', 'json.syntax'],
        ['{"a":+1}', 'json.syntax'],
        ['{"a":1,}', 'json.syntax'],
        ["{'a':1}", 'json.syntax'],
        ['{"a":tru}', 'json.syntax'],
        ['{} {}', 'json.syntax'],
        ['{"a":"\\q"}', 'json.syntax'],
        ['{"a":"\\ud800"}', 'json.syntax'],
        ['{"a":"\t"}', 'json.syntax'],
        ['{"a":1,"a":2}', 'json.duplicate-key'],
        ['{"a":99999999999999999999}', 'json.number'],
        ['{"a":"\\u0000"}', 'json.nul'],
    ];
    const engine = await Engine.load(load('review'));
    for (const [text, reason] of wrong) {
        engine.call('review', text);
        const got = engine.json() as { id: string; more?: { id: string }[] };
        same([got.id, got.more?.[0]?.id], ['record.bad-json', reason], `JSON is refused: ${text}`);
        let native = '';
        try {
            native = parlor(['replay', '--lang', 'en', '-'], `${text}\n`);
        } catch (reason) {
            native = String((reason as { stdout: string }).stdout);
        }
        ok(text === '' || native.includes('error'), `the command refuses it too: ${text}`, native);
    }
    engine.call('review', '{"parlor":1,"game":"\\u00e9\\ud83d\\ude00é","x":[1.5e3,-0,{"y":null}]}');
    const got = engine.json() as { id: string; args: string[] };
    same([got.id, got.args], ['setup.no-such-game', ['é😀é']], 'escapes and UTF-8 are read');
}

/** Late in a solo game, where the solver is quick, the chance equals the command's. */
async function testChance(): Promise<void> {
    const line = parlor(['sim', 'smitten', '--seats', '1', '--seed', '3', '--games', '20', '--bots', 'medium']);
    const games = line.trim().split('\n').map((one) => JSON.parse(one) as GameRecord);
    const longest = games.reduce((a, b) => (b.events.length > a.events.length ? b : a));
    const { result: _, ...record } = { ...longest, events: longest.events.slice(0, -3) };
    const native = parlor(['solve', '--solo', '--memory', '256', '--from', '-', 'smitten'], `${JSON.stringify(record)}\n`);
    const board = await Board.of(record);
    const got = await plain.chance('smitten', board.view(board.at(record.events.length), 0), record.options);
    const want = Number(/optimal ([\d.e-]+)/.exec(native)?.[1]);
    ok(record.events.length > 6 && got !== null && Math.abs(got - want) < 1e-9, 'solo Smitten: the exact chance', `${got} ${native}`);
    same(await plain.chance('luz', new Uint8Array(), {}), null, 'a game without a solver has no exact chance');
}

async function testWrongRecord(): Promise<void> {
    const record = JSON.parse(parlor(['sim', 'luz', '--seed', '5'])) as GameRecord;
    record.events[3] = [0, 'bid 11'];
    const got = await plain.review({ record, first: -1 }, () => undefined);
    ok('error' in got && (got.error as { id: string }).id.includes('.'), 'a record that breaks a rule is refused with a reason');
}

export async function testEqual(): Promise<void> {
    const board = await Board.of({ parlor: 1, game: 'luz', seats: 3, options: {}, events: [] });
    const { bots } = board.lists();
    const native = JSON.parse(parlor(['bots', '--json'])) as Record<string, { name: string; coded?: true }[]>;
    for (const game of ['photograph', 'luz', 'smitten'])
        same(bots[game]?.map((bot) => [bot.name, bot.coded]), native[game]?.map((bot) => [bot.name, bot.coded]), `${game}: the same levels, and the same ones use a code`);
    const tables: [string, number][] = [['photograph', 2], ['photograph', 3], ['photograph', 4], ['luz', 3], ['luz', 4], ['luz', 5], ['smitten', 1], ['smitten', 2]];
    for (const [game, seats] of tables) await testViews(game, seats);
    /* Small budgets keep the test short; 0 is the level's own. */
    const budget: Record<string, number> = { random: 0, easy: 0, medium: 60, hard: 60, expert: 60, flat: 60, literal: 60 };
    for (const [game, seats] of tables)
        for (const { name } of native[game] ?? [])
            if (name !== 'random') await testBot(game, seats, name, game === 'smitten' && name !== 'expert' ? 0 : (budget[name] ?? 60));
    await testReview('smitten', 1, '--option', 'hard2=on');
    await testReview('smitten', 2);
    await testReview('photograph', 2);
    await testReview('luz', 3);
    await testSlowReview();
    await testStoppedReview();
    await testWrongRecord();
    await testChance();
    await testJson();
}
