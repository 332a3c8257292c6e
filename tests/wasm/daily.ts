/*
 * Daily deals on a device: the same cards and bots as the command has, results that it verifies, one
 * table for each deal, and no help.
 */
import { readFileSync } from 'node:fs';
import type { DailyDeal, DailyFared, DailyPlayed, GameRecord } from '../../web/src/lib/protocol';
import { module as forkModule } from '../../web/src/worker/fork';
import { MemoryStore } from '../../web/src/worker/store';
import { load, parlor } from './native';
import { ok, same } from './tap';
import { Page } from './worker';

const DATE = '2024-02-29';

/** The scores of our levels at the person's seat, as tests/unit/daily.c has them. */
function golden(game: string): number[] {
    const list = readFileSync(new URL('tests/unit/daily.c', `file://${process.cwd()}/`), 'utf8');
    const found = new RegExp(`"${game} ${DATE} \\d+ ([^"]*)"`).exec(list)?.[1] ?? '';
    return found.split(' ').map((result) => parseInt(result, 10));
}

async function testGame(game: string): Promise<void> {
    const store = new MemoryStore();
    const page = await Page.open(store);
    await page.begin();
    const before = (await page.ask('dailies', { date: DATE })) as unknown as { deals: DailyDeal[]; played: DailyPlayed[] };
    const deal = before.deals.find((one) => one.game === game);
    ok(deal?.date === DATE && deal.seat === 0 && before.played.length === 0, `${game}: there is a deal, not played yet`);
    const { table } = (await page.ask('daily', { game, date: DATE })) as unknown as { table: string };
    same((await page.ask('daily', { game, date: DATE }))['table'], table, `${game}: it has one table`);
    await page.ask('open', { table });
    same(page.state?.daily, { date: DATE, version: deal?.version }, `${game}: the table says which deal it is`);
    await page.until(() => (page.state?.legal.length ?? 0) > 0);
    for (const help of ['hint', 'chance'] as const) same((await page.ask(help, { table })).error?.id, 'daily.no-hint', `${game}: no ${help}`);
    same((await page.ask('fared', { game, date: DATE })).error?.id, 'daily.unfinished', `${game}: nobody has fared yet`);
    await page.play(2, (legal) => legal[0] ?? '');
    /* A reload in the middle, then to the end. */
    const again = await Page.open(store);
    await again.begin();
    await again.ask('open', { table });
    await again.play(Infinity, (legal) => legal.at(-1) ?? '');
    const { record } = (await again.ask('record', { table })) as unknown as { record: GameRecord };
    const verified = JSON.parse(parlor(['verify', '-'], `${JSON.stringify(record)}\n`)) as { daily: string; right: boolean; result: unknown };
    ok(verified.right && verified.daily === DATE, `${game}: the command verifies cards and bots`, JSON.stringify(verified));
    const fared = (await again.ask('fared', { game, date: DATE })) as unknown as DailyFared;
    same(fared.own, verified.result, `${game}: the result is the same here`);
    same(fared.levels.map(([, { score }]) => score), golden(game), `${game}: our bots fare as everywhere`);
    const after = (await again.ask('dailies', { date: DATE })) as unknown as { played: DailyPlayed[] };
    same(after.played.map((one) => [one.game, one.date, one.over, one.practice]), [[game, DATE, true, false]], `${game}: it is listed as played`);
    const games = (await again.ask('games')) as unknown as { games: { daily?: { date: string } }[] };
    same(games.games[0]?.daily?.date, DATE, `${game}: my games say that it was a daily deal`);
}

async function testPractice(): Promise<void> {
    const page = await Page.open(new MemoryStore());
    await page.begin();
    const { table } = (await page.ask('daily', { game: 'luz', date: DATE })) as unknown as { table: string };
    await page.ask('open', { table });
    await page.play(2, (legal) => legal[0] ?? '');
    await page.until(() => (page.state?.legal.length ?? 0) > 0);
    ok((await page.ask('takeback', { table })).ok === true, 'a move can be taken back');
    await page.play();
    const fared = (await page.ask('fared', { game: 'luz', date: DATE })) as unknown as DailyFared;
    same([fared.own, fared.why?.id], [null, 'daily.practice'], 'then the game does not count');
    for (const [date, id] of [['2999-01-01', 'daily.future'], ['2024-02-30', 'daily.date'], ['', 'daily.date']])
        same((await page.ask('daily', { game: 'luz', date })).error?.id, id, `the day ${date}`);
    same((await page.ask('daily', { game: 'chess', date: DATE })).error?.id, 'request.member', 'no such game');
}

export async function testDaily(): Promise<void> {
    forkModule.load = () => load('replay');
    for (const game of ['photograph', 'luz', 'smitten']) await testGame(game);
    await testPractice();
}
