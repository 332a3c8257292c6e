import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import games from '../../tests/e2e/games.jsonl?raw';
import type { GameRecord, Review, ReviewDecision } from '../src/lib/protocol';
import { gamesIn, gamesOf } from '../src/replay/files';
import { packRecord, unpackRecord } from '../src/replay/link';
import { noted } from '../src/games/luz/history';
import { recall } from '../src/games/luz/recall';
import { mark as luzMark } from '../src/games/luz/marks';
import { mark as photographMark } from '../src/games/photograph/marks';
import { mark as smittenMark } from '../src/games/smitten/marks';
import type { Marker } from '../src/lib/contract';
import { partsOf } from '../src/replay/marks';
import { Moments } from '../src/replay/moments';
import { rowsOf, segmentsOf, tellsChances, type Source } from '../src/replay/road';
import { costliest, decisionAt, marksOf } from '../src/replay/steps';

const lines = games.trim().split('\n');
const recordAt = (line: number): GameRecord => JSON.parse(lines[line] ?? '') as GameRecord;
const engine = readFileSync(new URL('../src/generated/replay.wasm', import.meta.url));
const record = JSON.parse(lines[4] ?? '') as GameRecord;
const decision = (event: number, seat: number, skill: number, more: Partial<ReviewDecision> = {}): ReviewDecision => ({
    event, seat, played: 'x', forced: false, skill,
    fair: { played: { move: 'x', win: 0.5 + skill, visits: 1 }, best: { move: 'y', win: 0.5, visits: 1 } }, ...more,
});
const review = {
    decisions: [decision(3, 0, -0.2, { grade: 'mistake' }), decision(5, 1, -0.3, { grade: 'blunder' }), decision(7, 0, 0, { grade: 'best' }), decision(9, 0, -0.005)],
    roads: [{ seat: 0, outcome: 1 }, { seat: 1, outcome: 0 }],
} as unknown as Review;

describe('links', () => {
    it('carry a whole record', async () => {
        const text = await packRecord(record);
        expect(text.length).toBeLessThan(8000);
        const back = (await unpackRecord(text)) as GameRecord;
        expect(back.events).toEqual(record.events);
        expect(back.result).toEqual(record.result);
    });
    it('are refused when they are damaged', async () => {
        const text = await packRecord(record);
        for (const bad of ['', 'x', text.slice(0, -3), `${text.slice(0, 40)}A${text.slice(41)}B`, `00000000${text.slice(8)}`, '<script>'])
            expect(await unpackRecord(bad)).toBe(null);
    });
});

describe('files', () => {
    const fine = (): null => null;
    it('hold games, one per line', async () => {
        expect(await gamesIn(new Blob([`${lines[0]}\n\n${lines[1]}\n`]), fine)).toMatchObject({ count: 2, left: [], games: [{}, {}] });
        for (const bad of ['', 'hello', '{"a":1}', '[]', 'x\ny\n']) expect(await gamesIn(new Blob([bad]), fine)).toBe('replay.file-foreign');
        expect(await gamesIn(new Blob(['x'.repeat((4 << 20) + 1)]), fine)).toBe('replay.file-large');
    });
    it('open though some lines are bad, and say which and why', async () => {
        const judge = await Moments.judge(() => engine);
        const cheat = recordAt(2);
        cheat.events[5] = [0, 'bid 99'];
        const newer = { ...recordAt(2), parlor: 99 };
        const found = await gamesIn(new Blob([[lines[0], 'x', JSON.stringify(cheat), lines[2], JSON.stringify(newer)].join('\n')]), judge);
        if (typeof found === 'string') throw new Error(found);
        expect(found.games).toHaveLength(2);
        expect(found.left.map(({ line }) => line)).toEqual([2, 3, 5]);
        expect(found.left[0]?.why.id).toBe('replay.file-no-game');
        expect(found.left[1]?.why.id).toMatch(/^(record|luz|move)\./);
        expect(found.left[2]?.why.id).toMatch(/^record\./);
    });
    it('of one wrong game say what is wrong with it', async () => {
        const found = await gamesIn(new Blob([JSON.stringify({ ...recordAt(2), game: 'chess' })]), await Moments.judge(() => engine));
        expect(found).toMatchObject({ games: [], left: [{ line: 1, why: { id: 'setup.no-such-game', args: ['chess'] } }] });
    });
    it('open together as one list, and the bad ones are named', async () => {
        const file = (name: string, ...text: (string | undefined)[]): File => new File([text.join('\n')], name);
        const found = await gamesOf([file('a.jsonl', lines[0], 'x'), file('b.txt', 'hello'), file('c.jsonl', lines[1], lines[2])], fine);
        if (typeof found === 'string') throw new Error(found);
        expect(found.games.map(({ game, seats }) => [game, seats])).toEqual([0, 1, 2].map((k) => [recordAt(k).game, recordAt(k).seats]));
        expect(found).toMatchObject({ count: 3, left: [{ file: 'a.jsonl', line: 2 }], bad: [{ file: 'b.txt', why: 'replay.file-foreign' }] });
        expect(await gamesOf([file('b.txt', 'hello')], fine)).toBe('replay.file-foreign');
        const small = `${JSON.stringify({ ...recordAt(2), events: [] })}\n`;
        const many = await gamesOf([file('a', small.repeat(150)), file('b', small.repeat(150))], fine);
        expect(typeof many === 'string' ? 0 : [many.games.length, many.count]).toEqual([200, 300]);
    });
    it('of more games than can be listed are counted', async () => {
        const small = JSON.stringify({ ...recordAt(2), events: [] });
        const found = await gamesIn(new Blob([`${small}\n`.repeat(230)]), fine);
        expect(found).toMatchObject({ count: 230, left: [] });
        expect(typeof found === 'string' ? 0 : found.games.length).toBe(200);
    });
});

describe('steps', () => {
    it('mark deals and costly choices', () => {
        const marks = marksOf(record, review);
        const deals = record.events.flatMap(([who], k) => (who === 'deal' ? [k + 1] : []));
        expect(marks.filter((mark) => mark.kind === 'deal').map((mark) => mark.step)).toEqual(deals);
        expect(deals[0]).toBe(1);
        expect(marks.filter((mark) => mark.kind !== 'deal')).toEqual([{ step: 4, kind: 'mistake' }, { step: 6, kind: 'blunder' }]);
    });
    it('find the choice that led to a step, and the costliest first', () => {
        expect(decisionAt(review, 4)?.event).toBe(3);
        expect(decisionAt(review, 5)).toBe(undefined);
        expect(costliest(review, 6).map((one) => one.event)).toEqual([5, 3]);
    });
});

describe('tricks and turns', () => {
    const found = async (line: number, mark: Marker): Promise<number[]> =>
        (await partsOf(await Moments.open(recordAt(line), () => engine), mark)).map(({ step }) => step);
    it('of tricks: after each card that closes one, in every deal', async () => {
        const game = recordAt(4);
        const ends: number[] = [];
        let cards = 0;
        game.events.forEach(([who, text], k) => {
            if (who === 'deal') cards = 0;
            else if (text.startsWith('play')) {
                cards++;
                if (cards % game.seats === 0) ends.push(k + 1);
            }
        });
        const steps = await found(4, luzMark);
        /* The card that ends a deal may belong to the score already: it is marked by the next deal. */
        expect(ends.length).toBeGreaterThan(30);
        expect(steps.length).toBeGreaterThanOrEqual(ends.length - 5);
        expect(ends).toEqual(expect.arrayContaining(steps));
    });
    it('of turns: where the next player takes', async () => {
        const { events } = recordAt(2);
        const steps = await found(2, photographMark);
        let last: unknown = events.find(([who]) => who !== 'deal')?.[0];
        const takes = events.flatMap(([who, text], k) => (who !== 'deal' && text.startsWith('take') ? [[who, k]] : []));
        const begun = takes.flatMap(([who, k]) => (who === last ? [] : ((last = who), [Number(k)])));
        expect(steps.length).toBeGreaterThan(5);
        expect(begun.filter((step) => steps.includes(step)).length).toBeGreaterThanOrEqual(begun.length - 1);
    });
    it('of turns of a pair: the number grows', async () => {
        const steps = await found(6, smittenMark);
        expect(steps.length).toBeGreaterThan(3);
        expect(new Set(steps).size).toBe(steps.length);
    });
});

describe('roads', () => {
    const points = (one: ReviewDecision): ReviewDecision => {
        const { fair, ...rest } = one;
        return fair ? { ...rest, fair: { played: { move: 'x', points: 3, visits: 1 }, best: { move: 'y', points: 5, visits: 1 } } } : one;
    };
    const sum = (of: ReturnType<typeof segmentsOf>, source?: Source): number =>
        of.filter((one) => !source || one.source === source).reduce((total, { from, to }) => total + to[1] - from[1], 0);
    /* A seat's road as the engine adds it up: 0.25 at the start, then two choices, then the end. */
    const made = {
        decisions: [
            { ...decision(4, 0, -0.2), luck: 0.3, others: -0.05 },
            decision(6, 1, -0.1, { luck: 0.25, others: 0 }),
            { ...decision(8, 0, -0.1), luck: 0.15, others: 0.05 },
        ],
        roads: [{ seat: 0, start: 0.25, luck: 0.95, others: 0.1, skill: -0.3, outcome: 1, last: { luck: 0.5, others: 0.1 } }],
    } as unknown as Review;
    it('add up to the outcome, and each source to its own sum', () => {
        const segments = segmentsOf(made, 0, 10, [0]);
        expect(segments[0]?.from).toEqual([0, expect.closeTo(0.25, 9)]);
        expect(0.25 + sum(segments)).toBeCloseTo(1, 9);
        for (const source of ['luck', 'others', 'skill'] as const) expect(sum(segments, source)).toBeCloseTo(made.roads[0]?.[source] ?? 0, 9);
        expect(segments.at(-1)?.to[0]).toBe(10);
        for (const [k, segment] of segments.entries()) if (k > 0) expect(segment.from).toEqual(segments[k - 1]?.to);
    });
    it('call errors of estimated values not luck, and what is not known yet neither', () => {
        const named = (one: object): object => Object.fromEntries(Object.entries(one).map(([name, value]) => [name === 'luck' ? 'rest' : name, value]));
        const [road] = made.roads;
        const guessed = { decisions: made.decisions.map(named), roads: [{ ...named(road as object), last: named(road?.last as object) }] } as unknown as Review;
        const sources = (of: Review): string => [...new Set(segmentsOf(of, 0, 10, [0]).map((one) => one.source))].sort().join(' ');
        expect(sources(made)).toBe('luck others skill');
        expect(sources(guessed)).toBe('others rest skill');
        const early = { decisions: made.decisions.map(({ luck, others, ...one }) => one), roads: [] } as unknown as Review;
        const segments = segmentsOf(early, 0, 10, [0]);
        expect(sources(early)).toBe('all skill');
        for (const [k, segment] of segments.entries()) if (k > 0) expect(segment.from).toEqual(segments[k - 1]?.to);
        expect(segments.at(-1)?.to).toEqual([9, expect.closeTo(0.4, 9)]);
    });
    it('are told as a table with a row for each choice and one for the end', () => {
        const rows = rowsOf(segmentsOf(made, 0, 10, [0]));
        expect(rows.map((row) => row.choice?.event)).toEqual([4, 8, undefined]);
        for (const row of rows) expect(row.before + Object.values(row.parts).reduce((a, b) => a + b, 0)).toBeCloseTo(row.after, 9);
    });
    it('tell points where there is no match to win, anew in each deal', () => {
        const dealt = { ...made, decisions: made.decisions.map(points), roads: [] };
        expect(tellsChances(dealt)).toBe(false);
        expect(segmentsOf(dealt, 0, 10, [0]).map((one) => one.source)).toEqual(['skill', 'all', 'skill']);
        expect(segmentsOf(dealt, 0, 10, [0, 6]).map((one) => one.source)).toEqual(['skill', 'skill']);
    });
});

describe('the score sheet', () => {
    it('has bids and tricks of deals that the page did not see', async () => {
        await recall('another', record, () => engine);
        const views = [1, 2, 3, 4].map((deal) => noted('another', deal));
        const bids = record.events.filter(([, text]) => text.startsWith('bid '));
        expect(views.flatMap((one) => one?.bids.map((bid) => `bid ${bid?.beads}${bid?.safety ? '+' : ''}`)).sort()).toEqual(bids.map(([, text]) => text).sort());
        for (const one of views) expect(one?.tricks.reduce((sum, x) => sum + x, 0)).toBe(10);
    });
});
