// "My games": the list of this device with filters, statistics that add up to the records, export, delete, import.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { axe, equal, fits, idOf, phone, playNow, truth } from './harness.mjs';
import { playOn } from './players.mjs';

/** Records of games of bots, one seat of each played by Ann; they end a minute apart. */
export function recordsOf(bench, first = 1_700_000_000_000) {
    const records = [];
    const add = (game, seats, games, bots, change = () => ({})) => {
        const args = ['sim', game, '--seats', String(seats), '--games', String(games), '--bots', bots, '--seed', String(records.length + 3)];
        const run = spawnSync(bench.program, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
        equal(run.status, 0, `parlor ${args.join(' ')}: ${run.stderr}`);
        for (const [k, line] of run.stdout.trim().split('\n').entries()) {
            const record = JSON.parse(line);
            const own = k % seats;
            record.names[own] = 'Ann';
            const n = records.length;
            records.push({ ...record, own, table: `test${n}`, ended: first + 60000 * n, ...change(k) });
        }
    };
    add('luz', 4, 3, 'easy');
    add('luz', 3, 2, 'easy,easy,random');
    add('photograph', 2, 4, 'easy', (k) => (k === 3 ? { practice: true } : {}));
    add('smitten', 1, 5, 'easy');
    add('smitten', 2, 2, 'easy');
    return records;
}

const file = (records) => ({ name: 'games.jsonl', mimeType: 'application/json', buffer: Buffer.from(records.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)) + '\n').join('')) });
const lines = (page) => page.locator('.list > li');
const count = async (page) => Number((await page.locator('main > p[role=status]').innerText()).match(/^\d+/)?.[0] ?? 0);
const opened = (page, k) => page.locator('details > summary').nth(k);

async function visit(page) {
    await page.goto('/games');
    await page.locator('main h1').waitFor();
    await page.locator('main > p[role=status]', { hasNotText: 'being read' }).waitFor();
}

async function load(page, records) {
    await page.locator('details', { has: page.locator('input[type=file]') }).evaluate((one) => (one.open = true));
    await page.locator('input[type=file]').setInputFiles(file(records));
    await page.locator('.done').waitFor({ timeout: 120000 });
    return page.locator('.done').innerText();
}

async function choose(page, k, value) {
    await page.locator('.filters select').nth(k).selectOption(value);
}

async function keeps(bench) {
    const page = await bench.person();
    await visit(page);
    equal(await count(page), 0, 'games at first');
    /* One that is played here, and one that is not over. */
    await playNow(page, 'smitten', '.more button');
    await playOn(page, 'mouse', { seed: 4 });
    const played = idOf(page);
    await page.goto('/');
    await playNow(page, 'luz');
    const going = idOf(page);
    const records = recordsOf(bench);
    await page.goto('/');
    await page.locator('a[href="/games"]').click();
    await page.locator('.list > li').nth(1).waitFor();
    const broken = { ...records[0], table: 'broken', events: records[0].events.slice(0, -1) };
    const said = await load(page, [...records, '{"parlor":', broken, records[1]]);
    truth(said.includes(`${records.length} games were added`) && said.includes('1 was there already') && said.includes('2 lines were left out'), said);
    truth(said.includes(`Line ${records.length + 1}:`) && said.includes(`Line ${records.length + 2}:`), `the broken lines are named: ${said}`);
    equal(await count(page), records.length - 1 + 2, 'games without practice');
    /* One press goes on, or shows the replay from the own seat. */
    equal(await page.locator(`a[href="/offline/${going}"]`).count(), 1, 'the unfinished game');
    equal(await page.locator(`a[href="/offline/${played}/end?seat=0"]`).count(), 1, 'the finished game');
    /* Filters. */
    await choose(page, 0, 'luz');
    equal(await count(page), 6, 'games of Luz');
    await choose(page, 1, '3');
    equal(await count(page), 2, 'for three');
    await choose(page, 1, '');
    await choose(page, 2, 'going');
    equal(await count(page), 1, 'unfinished');
    await choose(page, 2, 'over');
    await choose(page, 4, 'won');
    const won = records.filter(({ game, own, result }) => game === 'luz' && result.winners.includes(own)).length;
    equal(await count(page), won, 'won');
    await page.locator('.filters button').click();
    await choose(page, 3, 'people');
    equal(await count(page), 0, 'with people');
    await page.locator('.filters button').click();
    await page.locator('.practice input').check();
    equal(await count(page), records.length + 2, 'with practice');
    /* The imported game is looked at, and comes back with its cards. */
    const last = records.at(-1);
    await page.locator(`a[href="/offline/${last.table}/end?seat=${last.own}"]`).click();
    await page.locator(`.replay[data-step="${last.events.length}"]`).waitFor();
    await page.goBack();
    /* The statistics are those of the records; practice is not among them. */
    await lines(page).first().waitFor();
    await opened(page, 0).click();
    const told = await page.locator('.groups').innerText();
    const real = records.filter((one) => !one.practice);
    truth((await page.locator('details .soft').first().innerText()).startsWith(`From ${real.length + 1} games.`), 'games that count');
    for (const [game, seats, title] of [['luz', 4, 'Luz · 4 players · bots: easy'], ['photograph', 2, 'Photograph · 2 players · bots: easy']]) {
        const list = real.filter((one) => one.game === game && one.seats === seats);
        const wins = list.filter(({ own, result }) => result.winners.includes(own)).length;
        const points = list.reduce((sum, { own, result }) => sum + result.scores[own], 0) / list.length;
        const text = told.slice(told.indexOf(title));
        const want = [`Won: ${wins} of ${list.length} (${Math.round((100 * wins) / list.length)} %)`, `Points on average: ${points.toFixed(1).replace('-', '−')}`];
        for (const line of want) truth(told.includes(title) && text.slice(0, 300).includes(line), `${line} in ${told}`);
    }
    truth(/Bets met: \d+ of 12/.test(told) && /Blurry shots per game: \d/.test(told) && /best play would win 5\.5 of 6/.test(told), told);
    await axe(page, 'the statistics');
    /* Out, deleted, in again: the same list. */
    await lines(page).first().waitFor();
    await page.locator('.practice input').check();
    const before = await lines(page).allInnerTexts();
    await opened(page, 2).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('details button', { hasText: 'Save all' }).click()]);
    const saved = readFileSync(await download.path(), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
    equal(saved.length, records.length + 1, 'records in the file');
    equal(saved.filter((one) => one.practice).length, 1, 'practice in the file');
    const checked = spawnSync(bench.program, ['replay', '-'], { input: saved.map((one) => JSON.stringify(one)).join('\n'), encoding: 'utf8' });
    equal(checked.status, 0, `parlor replay takes the file: ${checked.stdout.slice(0, 300)}`);
    await page.locator('details button', { hasText: 'Delete all' }).click();
    const asked = await page.locator('details [role=alert]').innerText();
    truth(asked.includes(`${records.length + 1} finished games`) && asked.includes('1 unfinished'), asked);
    await axe(page, 'the question before deleting');
    await page.locator('details [role=alert] button').first().click();
    await page.locator('text=There are no games yet').waitFor();
    await page.reload();
    await page.locator('text=There are no games yet').waitFor();
    await load(page, saved);
    await page.locator('.practice input').check();
    const after = await lines(page).allInnerTexts();
    equal(JSON.stringify(after), JSON.stringify(before.slice(1)), 'the same list but for the unfinished game');
    /* One is removed, by two presses. */
    const gone = lines(page).first();
    await gone.locator('button').click();
    await gone.locator('button', { hasText: 'Yes' }).click();
    await page.locator('text=The game is removed').waitFor();
    equal(await lines(page).count(), after.length - 1, 'games after removing one');
}

async function many(bench) {
    const page = await bench.person({ size: phone, touch: true, theme: 'dark' });
    const one = recordsOf(bench).find(({ game }) => game === 'smitten');
    const records = Array.from({ length: 1000 }, (_, k) => ({ ...one, table: `many${k}`, ended: 1_600_000_000_000 + 60000 * k }));
    await visit(page);
    await load(page, records);
    equal(await count(page), 1000, 'a thousand games');
    equal(await lines(page).count(), 50, 'lines at first');
    await page.locator('main > p > .button').click();
    equal(await lines(page).count(), 100, 'lines after one press');
    await choose(page, 4, (one.result.winners.includes(one.own) ? 'won' : 'lost'));
    equal(await lines(page).count(), 50, 'a filter begins at the top');
    await page.setViewportSize({ width: 320, height: 640 });
    await fits(page, 'my games at 320 px');
    await axe(page, 'my games');
}

/** Runs in the page: the person plays a game alone on the server, by the protocol. */
function playAlone() {
    return new Promise((done, failed) => {
        const socket = new WebSocket(location.origin.replace('http', 'ws') + '/ws');
        let [id, table] = [0, ''];
        const ask = (members) => socket.send(JSON.stringify({ id: ++id, ...members }));
        socket.onopen = () => {
            ask({ do: 'hello', protocol: 1 });
            ask({ do: 'create', game: 'smitten', seats: 1 });
        };
        socket.onmessage = ({ data }) => {
            const message = JSON.parse(data);
            if (message.error) failed(new Error(data));
            else if (message.re) table = message.table ?? table;
            else if (message.phase === 'over') {
                socket.close();
                done(table);
            } else if (message.legal?.length) ask({ do: 'move', table, text: message.legal[0] });
        };
    });
}

/** Games on a server: beside those of the device, exported with them, and taken off the own list. */
async function online(bench) {
    const page = await bench.person();
    await page.goto('/');
    await page.locator('article').first().waitFor();
    const tables = [await page.evaluate(playAlone), await page.evaluate(playAlone)];
    await visit(page);
    await load(page, recordsOf(bench).slice(0, 2));
    for (const table of tables) await page.locator(`a[href="/t/${table}/end?seat=0"]`, { hasText: 'on the server' }).waitFor();
    equal(await count(page), 4, 'games of both places');
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('details button', { hasText: 'Save all' }).click()]);
    const saved = readFileSync(await download.path(), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
    equal(saved.filter((one) => tables.includes(one.table)).length, 2, 'records of the server in the file');
    const first = page.locator('.list > li', { has: page.locator(`a[href*="${tables[0]}"]`) });
    await first.locator('button').click();
    await first.locator('button', { hasText: 'Yes' }).click();
    await page.locator('text=The game is removed').waitFor();
    equal(await count(page), 3, 'one is off the list');
    await page.locator('details button', { hasText: 'on the server' }).click();
    truth((await page.locator('details [role=alert]').innerText()).includes('1 finished game will leave your list'), 'what will be gone');
    await page.locator('details [role=alert] button').first().click();
    await page.locator('text=are off your list').waitFor();
    await page.reload();
    await lines(page).nth(1).waitFor();
    equal(await count(page), 2, 'those of the device stay');
}

/** Ratings: the last games reviewed once, with the sums of the command; then shown from a hundred decisions on. */
async function ratings(bench) {
    const page = await bench.person();
    const alone = recordsOf(bench).filter(({ game, seats }) => game === 'smitten' && seats === 1).slice(0, 2);
    await visit(page);
    await load(page, alone);
    await opened(page, 1).click();
    await page.locator('details button', { hasText: 'Review my last 2 games' }).click();
    await page.locator('text=Your last games are reviewed').waitFor({ timeout: 60000 });
    const told = (await page.locator('details section').innerText()).replaceAll('\n', ' ');
    /* The sums stay with the games, and go with them into files. */
    await page.reload();
    await opened(page, 1).click();
    await page.locator('text=Your last games are reviewed').waitFor();
    await page.locator('details', { has: page.locator('input[type=file]') }).evaluate((one) => (one.open = true));
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('details button', { hasText: 'Save all' }).click()]);
    const saved = readFileSync(await download.path(), 'utf8').trim().split('\n').map((line) => JSON.parse(line).rated.seats[0]);
    const sum = (of) => saved.reduce((all, one) => all + of(one), 0);
    const own = { choices: sum((one) => one.choices), lost: sum((one) => one.lost) };
    truth(own.choices > 0 && told.includes(`From 2 reviewed games; real choices: ${own.choices}.`), `${told} and ${JSON.stringify(saved)}`);
    truth(told.includes(`${100 - own.choices} more real choices are needed`), told);
    const wins = Math.round(50 * sum((one) => one.result));
    truth(told.includes(`Wins: ${wins} %; by your own choices, without luck: ${Math.round(50 * sum((one) => one.result - one.rest))} ±`), told);
    /* The command reviews the same; it values more first turns, by its books. */
    const run = spawnSync(bench.program, ['review', '-', '--json'], { input: alone.map((one) => JSON.stringify(one)).join('\n'), encoding: 'utf8' });
    const roads = run.stdout.trim().split('\n').map((line) => JSON.parse(line).roads[0]);
    for (const [k, { real, lost }] of roads.entries())
        truth(saved[k].choices <= real && saved[k].choices >= real - 2 && saved[k].lost <= lost + 1e-9, `game ${k}: ${JSON.stringify(saved[k])} and ${real}, ${lost}`);
    /* Games that were reviewed elsewhere: 40 decisions each, of which the later ones lost less. */
    const more = Array.from({ length: 8 }, (_, k) => ({ ...alone[0], table: `rated${k}`, ended: 1_710_000_000_000 + k * 86_400_000, rated: { budget: 0, seats: [{ choices: 40, lost: (8 - k) / 4, result: 1, rest: 0.1 }] } }));
    await load(page, more);
    await page.locator('text=Rating').nth(1).waitFor();
    const rows = await page.locator('section table tbody tr').allInnerTexts();
    const window = more.slice(-3).reduce((sum, { rated }) => sum + rated.seats[0].lost, 0);
    truth(rows.length >= 6 && rows.at(-1).includes(`\t${Math.round((1000 * window) / 120)} ±`), `the last of ${rows.join(' | ')} is ${(1000 * window) / 120}`);
    const rating = await page.locator('details section b').innerText();
    const lost = own.lost + more.reduce((all, { rated }) => all + rated.seats[0].lost, 0);
    truth(rating.startsWith(`Rating ${Math.round((1000 * lost) / (own.choices + 320))} ±`), `${rating}, not ${lost} of ${own.choices + 320}`);
    await axe(page, 'the ratings');
    await page.setViewportSize({ width: 320, height: 640 });
    await fits(page, 'the ratings at 320 px');
}

export const tests = [
    ['my games: the list, filters, export, delete and import', keeps],
    ['my games: a thousand of them on a phone', many],
    ['my games: those on a server', online],
    ['my games: ratings of reviewed games', ratings],
];
