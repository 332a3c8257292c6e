// Finished games on the board again: every step both ways, from every seat, by keys and by touch; links, files and reviews.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { axe, desk, equal, fits, phone, screens, truth, until } from './harness.mjs';
import { playOn } from './players.mjs';
import { pathOf, prepare, visit } from './states.mjs';

const games = readFileSync(new URL('games.jsonl', import.meta.url), 'utf8').trim().split('\n');
const recorded = { 'photograph-end': 2, 'luz-end': 4, 'smitten-end': 6 };
const countOf = (name) => JSON.parse(games[recorded[name]]).events.length;

const shows = (page, step) => page.locator(`.replay[data-step="${step}"]`).waitFor();
async function at(page, step) {
    await shows(page, step);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
const words = (page) => page.locator('.replay .place').innerText();
const said = (page) => page.locator('.replay .said').first().innerText();

async function open(page, name, step, seat = '0') {
    await visit(page, `${pathOf(name)}/${step}?seat=${seat}`);
    await at(page, step === 'end' ? countOf(name) : step);
}

const sleep = (time) => new Promise((done) => setTimeout(done, time));

/** Returns what reads a step when it is whole: some parts of it are loaded when a step first needs them, and even a part
    that is there already comes a moment after the step. */
function reader(page) {
    const asked = new Set();
    page.on('request', (request) => asked.add(request));
    for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => asked.delete(request));
    const read = async () => JSON.stringify([await words(page), await said(page)]);
    return async () => {
        for (let last = await read(); ; ) {
            await sleep(asked.size > 0 ? 200 : 50);
            const now = await read();
            if (now === last && asked.size === 0) return now;
            last = now;
        }
    };
}

/** Goes through a part of the game by the arrow keys, and back: each step looks the same both ways. The clock stands, so
    what a table shows for a moment is never over: nothing of one step may be left at the next. */
async function bothWays(page, name, from, to) {
    await open(page, name, from);
    await page.clock.pauseAt(Date.now() + 60000);
    const [seen, read] = [[], reader(page)];
    for (let step = from; step <= to; step++) {
        seen[step] = await read();
        if (step === to) break;
        await page.keyboard.press('ArrowRight');
        await shows(page, step + 1);
    }
    for (let step = to; step > from; step--) {
        await page.keyboard.press('ArrowLeft');
        await shows(page, step - 1);
        equal(await read(), seen[step - 1], `${name}, step ${step - 1} on the way back`);
    }
    await page.clock.resume();
    truth(new Set(seen.slice(from)).size > (to - from) / 2, `${name}: the steps differ`);
}

async function copied(page) {
    await page.locator('.replay header button').first().click();
    await page.locator('text=/link is copied/').first().waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
}

export const tests = [
    ...Object.keys(recorded).map((name) => [
        `replay: ${name}, every step both ways`,
        async (bench) => {
            const page = await bench.person();
            await page.clock.install();
            await prepare(page);
            const last = countOf(name);
            await bothWays(page, name, Math.max(0, last - 60), last);
            await page.keyboard.press('Home');
            await at(page, 0);
            await page.keyboard.press('End');
            await at(page, last);
            await page.locator('.replay select').selectOption('open');
            await axe(page, `${name} with all cards open`);
            truth(new URL(page.url()).search === '?seat=open', 'the address names the view');
            const before = await words(page);
            await page.reload();
            await at(page, last);
            equal(await words(page), before, 'the same after a reload');
        },
    ]),
    [
        'replay: a seat sees what it saw, and all cards when they are open',
        async (bench) => {
            const page = await bench.person();
            await prepare(page);
            await open(page, 'luz-end', 6, '1');
            const hidden = await page.locator('.mine').innerHTML();
            await page.locator('.replay select').selectOption('open');
            await at(page, 6);
            truth(hidden !== (await page.locator('.mine').innerHTML()), 'the own cards are open now');
            await open(page, 'smitten-end', 4, '0');
            const backs = await words(page);
            await page.locator('.replay select').selectOption('1');
            await at(page, 4);
            truth(backs !== (await words(page)), 'the partner saw other cards');
        },
    ],
    [
        'replay: no screen is wider than the window, and each is kept as a picture',
        async (bench) => {
            for (const [size, kind] of [[phone, 'phone'], [desk, 'desk']]) {
                const page = await bench.person({ size, touch: size === phone });
                await prepare(page);
                for (const name of Object.keys(recorded)) {
                    for (const [step, seat] of [[Math.floor(countOf(name) / 2), '1'], ['end', 'open']]) {
                        await open(page, name, step, seat);
                        await page.waitForTimeout(150);
                        await page.screenshot({ path: `${screens}replay-${kind}-${name}-${step === 'end' ? step : 'middle'}.png` });
                        await fits(page, `${name}, step ${step}, ${kind}`);
                        await axe(page, `${name}, step ${step}, ${kind}`);
                    }
                }
                await page.goto('/g/file');
                await page.locator('input[type=file]').waitFor();
                await page.screenshot({ path: `${screens}replay-${kind}-file.png` });
                await fits(page, `files, ${kind}`);
                await axe(page, `files, ${kind}`);
            }
        },
    ],
    [
        'replay: played by itself, by touch on a phone',
        async (bench) => {
            const page = await bench.person({ size: phone, touch: true });
            await prepare(page);
            await open(page, 'smitten-end', 2);
            await axe(page, 'a replay on a phone');
            await page.locator('.transport button').nth(2).tap();
            await at(page, 4);
            await page.locator('.transport button').nth(2).tap();
            await page.locator('.replay footer > .button').tap();
            await page.locator('.below table').waitFor({ timeout: 180000 });
            await page.screenshot({ path: `${screens}replay-phone-review.png` });
            await axe(page, 'a review on a phone');
        },
    ],
    [
        'replay: played on from a middle move to the final score, and back for another line',
        async (bench) => {
            const page = await bench.person();
            await prepare(page);
            await open(page, 'photograph-end', 34, '0');
            await page.locator('.replay .on button').click();
            const dialog = page.locator('dialog[open]');
            for (const level of await dialog.locator('select').all()) await level.selectOption('easy');
            await axe(page, 'where one plays on');
            await dialog.locator('label', { hasText: 'Dealt anew' }).click();
            await dialog.locator('.primary').click();
            await page.waitForURL(/\/offline\//);
            const begun = await until(page, (now) => now.view, 'the table');
            equal([begun.fork.step, begun.fork.seat, begun.fork.cards].join(), '34,0,anew', 'what the game comes from');
            await page.reload();
            await until(page, (now) => now.view && now.fork, 'the table after a reload');
            const end = await playOn(page, 'mouse');
            truth(end.result && end.practice, 'a final score, as practice');
            await page.locator('dialog[open]').getByText('played on from a moment').waitFor();
            await page.locator('dialog[open]').getByText('for another line').click();
            await at(page, 34);
        },
    ],
    [
        'replay: a link carries the game to another browser; a damaged one is refused in words',
        async (bench) => {
            const page = await bench.person();
            await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
            await prepare(page);
            await open(page, 'luz-end', 33, '2');
            const [link, before] = [await copied(page), await said(page)];
            truth(link.includes('/g/link/33?seat=2#'), link.slice(0, 80));
            const other = await bench.person();
            await other.goto(link);
            await at(other, 33);
            equal(await said(other), before, 'the same moment');
            /* Pasted over the address of the game on the board. */
            await other.goto(link.slice(0, -5));
            truth(/damaged/.test(await other.locator('[role=alert]').innerText()), 'the damage is told');
            await other.goto('/g/unknown-key');
            truth(/no such game/i.test(await other.locator('[role=alert]').innerText()), 'an unknown key is told');
        },
    ],
    [
        'replay: a file of parlor sim opens, and what the page saves passes parlor replay',
        async (bench) => {
            const page = await bench.person();
            const sim = execFileSync(bench.program, ['sim', 'luz', '--seats', '3', '--games', '2', '--seed', '8', '--bots', 'easy'], { encoding: 'utf8' });
            const file = (name, text) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
            await page.goto('/g/file');
            await page.locator('input[type=file]').setInputFiles(file('x.jsonl', 'not a game'));
            truth(/no games of Parlor/.test(await page.locator('[role=alert]').innerText()), 'a foreign file is told');
            const broken = JSON.parse(sim.split('\n')[0]);
            broken.events[5] = [0, 'bid 99'];
            await page.locator('input[type=file]').setInputFiles(file('x.jsonl', JSON.stringify(broken)));
            await page.locator('[role=alert]').waitFor();
            await page.goto('/g/file');
            await page.locator('input[type=file]').setInputFiles(file('x.jsonl', sim));
            await page.locator('.page li button').nth(1).click();
            await page.locator('.replay[data-step]').waitFor();
            const [download] = await Promise.all([page.waitForEvent('download'), page.locator('.replay header button').nth(1).click()]);
            const path = await download.path();
            const out = execFileSync(bench.program, ['replay', path], { encoding: 'utf8' });
            equal(JSON.stringify(JSON.parse(out).result), JSON.stringify(JSON.parse(sim.split('\n')[1]).result), 'the result');
        },
    ],
    [
        'replay: the review names the people and cards of the table, and goes to a choice',
        async (bench) => {
            const page = await bench.person();
            await prepare(page);
            await open(page, 'smitten-end', 'end');
            await page.locator('.replay footer > .button').click();
            await page.locator('.below table').waitFor({ timeout: 180000 });
            const names = await page.locator('.below tbody th').allInnerTexts();
            equal(names.join(), 'Guest 4f2a,Dominique', 'the names of the table');
            const choice = page.locator('.below ol button').first();
            const text = await choice.innerText();
            await choice.click();
            await page.locator('.below .choice b').waitFor();
            truth(text.includes(await page.locator('.below .choice b').innerText()), `the choice on the board is the one pressed: ${text}`);
            const step = Number(await page.locator('.replay').getAttribute('data-step'));
            const [seat, move] = JSON.parse(games[recorded['smitten-end']]).events[step - 1];
            truth(text.includes(names[seat]) && text.includes(move.match(/\d/)[0]), `${text}: ${seat} ${move}`);
        },
    ],
];
