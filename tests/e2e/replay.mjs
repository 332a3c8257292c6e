// Finished games on the board again: every step both ways, from every seat, by keys and by touch; links, files and reviews.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { axe, desk, equal, fits, phone, screens, truth, until } from './harness.mjs';
import { playOn } from './players.mjs';
import { pathOf, prepare, visit } from './states.mjs';

const games = readFileSync(new URL('games.jsonl', import.meta.url), 'utf8').trim().split('\n');
const recorded = { 'photograph-end': 2, 'luz-end': 4, 'smitten-end': 6 };
/* The other tables, on demand. */
const more = process.env.E2E_LONG ? { 'photograph-2-end': 0, 'luz-5-end': 5, 'smitten-solo-end': 7 } : {};
export const recordOf = (name) => JSON.parse(games[{ ...recorded, ...more }[name]]);
export const countOf = (name) => recordOf(name).events.length;

export const shows = (page, step) => page.locator(`.replay[data-step="${step}"]`).waitFor();
export async function at(page, step) {
    await shows(page, step);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
const words = (page) => page.locator('.replay .place').innerText();
const said = (page) => page.locator('.replay .said').first().innerText();

export async function open(page, name, step, seat = '0') {
    await visit(page, `${pathOf(name)}/${step}?seat=${seat}`);
    await at(page, step === 'end' ? countOf(name) : step);
}

/** What each step shows, in the page: walked by the arrow keys from the step on the board to another one. Each is read
    after so many turns of the page's loop; after none it is what the step shows at once. */
const walk = (page, to, turns = 0) =>
    page.evaluate(async ({ to, turns }) => {
        const { port1, port2 } = new MessageChannel();
        const turn = () => new Promise((done) => ((port1.onmessage = done), port2.postMessage(0)));
        const replay = document.querySelector('.replay');
        const seen = [];
        for (let step = Number(replay.dataset.step); ; ) {
            for (let k = 0; k < turns; k++) await turn();
            seen[step] = [...document.querySelectorAll('.replay .place, .replay .said')].map((one) => one.innerText).join('\n');
            if (step === to) return seen;
            dispatchEvent(new KeyboardEvent('keydown', { key: step < to ? 'ArrowRight' : 'ArrowLeft' }));
            for (let k = 0; k < 10; k++) await null;
            step += step < to ? 1 : -1;
            if (replay.dataset.step !== String(step)) throw new Error(`step ${replay.dataset.step} in place of ${step}`);
        }
    }, { to, turns });

/** Goes through the whole game by the arrow keys and back: each step looks the same both ways, and it is whole at once: no
    part of it comes later than the others. The clock stands, so what a
    table shows for a moment is never over: nothing of one step may be left at the next. */
async function bothWays(page, name) {
    const last = countOf(name);
    await open(page, name, 0);
    const asked = new Set();
    page.on('request', (request) => asked.add(request));
    for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => asked.delete(request));
    await page.clock.pauseAt(Date.now() + 60000);
    const forth = await walk(page, last, 5);
    while (asked.size > 0) await new Promise((done) => setTimeout(done, 50));
    const back = await walk(page, 0);
    /* Some parts of a table are fetched when a step first needs them: such a step is read again. At the last step the
       record is asked for more: what it tells comes later. */
    const late = forth.findLastIndex((words, step) => step < last && words !== back[step]);
    if (late >= 0) Object.assign(forth, await walk(page, late, 5));
    await page.clock.resume();
    for (let step = 0; step < last; step++) {
        const [one, other] = [forth[step].split('\n'), back[step].split('\n')];
        const differ = [...one.filter((line) => !other.includes(line)), ...other.filter((line) => !one.includes(line))];
        truth(forth[step] === back[step], `${name}, step ${step} differs between the ways: ${differ.join(' / ') || 'its order'}`);
    }
    truth(new Set(forth).size > last / 2, `${name}: the steps differ`);
}

async function copied(page) {
    await page.locator('.replay header button').first().click();
    await page.locator('text=/link is copied/').first().waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
}

/** Opens the review. */
export async function review(page) {
    await page.locator('.replay footer > .button').last().click();
    await page.locator('.below').waitFor();
}

/** The colours, numbers and sides that a sentence names. */
const cardsIn = (text) => (text.match(/\b(?:red|yellow|green|blue|violet|brown|grey)\b|\d+/gi) ?? []).join(' ').toLowerCase();

/** A costly choice of the list opens the board before it was made, with the move played and the better one drawn and the
    reason in words; it has the name and the cards of the record and of what the table says of it. */
async function compareChoice(page, name, choice) {
    const record = recordOf(name);
    await choice.click();
    const chosen = await page.locator('.below .choice b').innerText();
    truth((await choice.innerText()).includes(chosen), `the choice on the board is the one pressed: ${chosen}`);
    const event = Number(await page.locator('.replay').getAttribute('data-step'));
    const [seat, text] = record.events[event];
    equal(new URL(page.url()).pathname.split('/').pop(), String(event), 'the address names the moment before the choice');
    const both = page.locator('.below li', { hasText: /^(Played|Better): / });
    await both.nth(1).waitFor();
    truth((await both.first().innerText()).endsWith(chosen), `${name}: the move played is told: ${await both.first().innerText()}`);
    await page.locator('.overlay [data-ghost="played"]').waitFor({ state: 'attached' });
    await page.locator('.below .reason').waitFor();
    const names = await page.locator('.replay select option').allInnerTexts();
    const owner = names[seat + 1].replace(/^As (.*) saw it$/, '$1');
    if (!record.names?.[seat]?.startsWith('bot:')) truth(chosen.startsWith(`${owner}: `), `${name}, ${chosen}: the name is ${owner}`);
    /* After the move, and before it again. */
    await page.locator('.below .choice button').nth(1).click();
    await shows(page, event + 1);
    equal(await page.locator('.below .choice b').innerText(), chosen, 'the same choice after it is made');
    const sentence = await said(page);
    truth(sentence.includes(owner), `${name}, ${sentence}: ${owner}`);
    const cards = cardsIn(chosen.slice(owner.length));
    /* A secret choice is not said yet: then the record's own numbers must do. */
    const told = [sentence.replace(owner, ''), text.replace(/\D+/g, ' ')].map(cardsIn);
    truth(told.some((known) => known.includes(cards)), `${name}: "${chosen}", but the table says "${sentence}" (${text})`);
    await page.locator('.below .choice button').first().click();
    await shows(page, event);
}

/** Runs in the page before its own code: notes what is asked of reviews, and how it is refused. */
function countReviews() {
    window.parlorReviews = [];
    const { postMessage } = window.Worker.prototype;
    const heard = new WeakSet();
    window.Worker.prototype.postMessage = function (message, ...more) {
        if (['review', 'stop'].includes(message?.do)) window.parlorReviews.push(message.do);
        if (!heard.has(this)) this.addEventListener('message', ({ data }) => data?.error && window.parlorReviews.push(`refused ${data.error.id}`));
        heard.add(this);
        return postMessage.call(this, message, ...more);
    };
}
const asked = async (page) => (await page.evaluate(() => window.parlorReviews)).join(' ');

/** Runs in the page: collects what any live region says. */
function collectSaid() {
    window.parlorSaid = [];
    const live = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log]';
    new MutationObserver((changes) => {
        const regions = new Set(changes.map(({ target }) => (target instanceof Element ? target : target.parentElement)?.closest(live)).filter((one) => one));
        for (const one of regions) if (one.textContent) window.parlorSaid.push(one.textContent);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

async function swipe(page, from, to) {
    const touch = await page.context().newCDPSession(page);
    const send = (type, x) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 250 }] });
    await send('touchStart', from);
    await send('touchMove', (from + to) / 2);
    await send('touchMove', to);
    await send('touchEnd');
}

/** Drops files of the disk on the page, as a mouse does. */
async function drop(page, ...files) {
    const mouse = await page.context().newCDPSession(page);
    const drag = (type) => mouse.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data: { items: [], files, dragOperationsMask: 1 } });
    await drag('dragEnter');
    /* The page takes a file once it has loaded what reads it. */
    await page.waitForFunction(() => {
        const over = new DragEvent('dragover', { dataTransfer: new DataTransfer(), bubbles: true, cancelable: true });
        over.dataTransfer.items.add(new File([''], 'x'));
        return !document.body.dispatchEvent(over);
    });
    await drag('dragOver');
    await drag('drop');
}

/** Returns what tells how long the page's thread has worked since now, in milliseconds: another program's load is not
    in it. */
async function work(page) {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const read = async () => 1000 * (await session.send('Performance.getMetrics')).metrics.find((one) => one.name === 'TaskDuration').value;
    const start = await read();
    return async () => (await read()) - start;
}

/** The picture of the step on the board: its size, and how many colours it has in a coarse look. */
async function picture(page, name) {
    await page.locator('.replay > header button').last().click();
    const image = page.locator('dialog[open] img');
    await image.waitFor({ timeout: 60000 });
    const found = await image.evaluate(async (img) => {
        await img.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [120, 100];
        const pen = canvas.getContext('2d');
        pen.drawImage(img, 0, 0, 120, 100);
        const { data } = pen.getImageData(0, 0, 120, 100);
        const seen = new Set();
        for (let k = 0; k < data.length; k += 4) seen.add((data[k] >> 4) * 256 + (data[k + 1] >> 4) * 16 + (data[k + 2] >> 4));
        return { wide: img.naturalWidth, high: img.naturalHeight, colours: seen.size, words: img.alt };
    });
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('dialog[open] a[download]').click()]);
    await download.saveAs(`${screens}picture-${name}.png`);
    const file = readFileSync(`${screens}picture-${name}.png`);
    equal(file.readUInt32BE(16), found.wide, 'the width of the file');
    equal(file.readUInt32BE(20), found.high, 'and its height');
    await page.keyboard.press('Escape');
    await image.waitFor({ state: 'detached' });
    return found;
}

export const tests = [
    ...Object.keys({ ...recorded, ...more }).map((name) => [
        `replay: ${name}, every step both ways`,
        async (bench) => {
            const page = await bench.person();
            await page.clock.install();
            await prepare(page);
            const last = countOf(name);
            await bothWays(page, name);
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
                    for (const [step, seat] of name === 'smitten-end' ? [['end', 'open'], [20, '1']] : [[Math.floor(countOf(name) / 2), '1']]) {
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
        'replay: a moment as a picture, of each game, with the words of the step',
        async (bench) => {
            const page = await bench.person();
            await prepare(page);
            for (const name of Object.keys(recorded)) {
                for (const [step, seat] of name === 'smitten-end' ? [['end', 'open'], [20, '1']] : [[Math.floor(countOf(name) / 2), '1']]) {
                    await open(page, name, step, seat);
                    const words = await said(page);
                    const found = await picture(page, `${name}-${step === 'end' ? step : 'middle'}`);
                    truth(found.wide === 1200 && found.high > 500 && found.high < 2000, `${name}: ${found.wide} x ${found.high}`);
                    truth(found.colours > 40, `${name}: not blank, ${found.colours} colours`);
                    truth(seat === 'open' ? found.words === words : found.words.length > 3 && !/\byou\b/i.test(found.words), `${name}: the words: ${found.words}`);
                }
            }
            await page.locator('.replay > header button').last().click();
            await page.locator('dialog[open] img').waitFor();
            await axe(page, 'a picture');
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
            await page.locator('.below table:visible').waitFor({ timeout: 180000 });
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
            await page.locator('[role=alert]', { hasText: '1 line was left out' }).waitFor();
            const told = await page.locator('[role=alert]').innerText();
            truth(/Line 1: .*bid/.test(told) && !/\b[a-z]+\.[a-z-]+\b/.test(told), `what is wrong with the record: ${told}`);
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
            for (const name of Object.keys(recorded)) {
                const page = await bench.person();
                await prepare(page);
                await open(page, name, 'end', 'open');
                await review(page);
                const choices = page.locator('.below ol button');
                await choices.first().waitFor({ timeout: 180000 });
                /* The rest would say no more about this; a review that is quick may be done before it is stopped. */
                await page.locator('.below .busy button').click({ timeout: 1000 }).catch(() => undefined);
                await page.locator('.below .busy progress').waitFor({ state: 'detached' });
                for (let k = 0; k < Math.min(4, await choices.count()); k++) await compareChoice(page, name, choices.nth(k));
            }
        },
    ],
    [
        'replay: a review grows, is found again, says its two kinds of values, and stops',
        async (bench) => {
            const page = await bench.person();
            await page.addInitScript(countReviews);
            await prepare(page);
            await open(page, 'luz-end', 'end');
            const start = Date.now();
            await review(page);
            await page.locator('.below .choice').waitFor({ timeout: 60000 });
            console.log(`# replay: the first values of a review came after ${Date.now() - start} ms`);
            await page.locator('.below .busy button').click();
            await page.locator('.below', { hasText: 'The review was stopped.' }).waitFor();
            await page.waitForFunction(() => window.parlorReviews.includes('refused review.stopped'));
            truth((await page.locator('.below .choice').count()) > 0, 'what was found stays');
            const tab = page.locator('.below .tabs').first().locator('button').nth(1);
            await tab.click();
            await page.locator('.below', { hasText: 'with all cards open. Nobody could know' }).waitFor();
            equal(await tab.getAttribute('aria-pressed'), 'true', 'the tab of hindsight');
            await page.locator('.below details summary').click();
            await page.locator('.below details tbody tr').first().waitFor();
            await axe(page, 'a part of a review');
            /* Begun again; away and back: it is the same review, with what it has found. */
            await page.locator('.below .busy button').click();
            await page.locator('.below .choice').waitFor({ timeout: 60000 });
            await page.locator('.replay header a').first().click();
            await page.locator('.replay').waitFor({ state: 'detached' });
            await page.goBack();
            await page.locator('.replay[data-step]').waitFor();
            await review(page);
            await page.locator('.below .choice').waitFor();
            equal(await asked(page), 'review stop refused review.stopped review', 'requests');
        },
    ],
    [
        'replay: each step is said once, by the page or by the line of steps',
        async (bench) => {
            const page = await bench.person();
            await prepare(page);
            await open(page, 'smitten-end', 4, 'open');
            await review(page);
            await page.locator('.below table').first().waitFor({ state: 'attached', timeout: 180000 });
            await page.locator('.line i.turn').first().waitFor({ state: 'attached' });
            await page.locator('.line i.deal').first().waitFor({ state: 'attached' });
            await page.locator('#main').focus();
            await page.evaluate(collectSaid);
            for (let step = 5; step <= 9; step++) {
                await page.keyboard.press('ArrowRight');
                await at(page, step);
                const sentence = await said(page);
                await page.waitForFunction(() => window.parlorSaid.length > 0);
                /* All other speakers have spoken by now: the region itself waits for 60 ms. */
                await page.waitForTimeout(100);
                equal(JSON.stringify(await page.evaluate(() => window.parlorSaid.splice(0))), JSON.stringify([sentence]), `said at step ${step}`);
            }
            await page.locator('.line input').focus();
            await page.keyboard.press('ArrowRight');
            await at(page, 10);
            equal(await page.locator('.line input').getAttribute('aria-valuetext'), await said(page), 'the value of the line');
            await page.waitForTimeout(150);
            equal((await page.evaluate(() => window.parlorSaid)).join(), '', 'said beside the value of the line');
        },
    ],
    [
        'replay: three speeds and swipes',
        async (bench) => {
            const page = await bench.person({ size: phone, touch: true });
            await page.clock.install();
            await prepare(page);
            await open(page, 'smitten-end', 2);
            const pace = page.locator('.transport .pace');
            await page.clock.pauseAt(Date.now() + 60000);
            await page.locator('.transport button').nth(2).tap();
            let step = 2;
            for (const [name, time] of [['1 ×', 1200], ['2 ×', 500], ['½ ×', 2400]]) {
                equal(await pace.innerText(), name, 'the speed');
                await page.clock.runFor(time - 50);
                equal(await page.locator('.replay').getAttribute('data-step'), String(step), `not before ${time} ms`);
                await page.clock.runFor(50);
                await shows(page, ++step);
                await pace.tap();
            }
            await page.locator('.transport button').nth(2).tap();
            await page.clock.resume();
            await swipe(page, 260, 100);
            await shows(page, step + 1);
            await swipe(page, 100, 260);
            await shows(page, step);
        },
    ],
    [
        'replay: files dropped on any screen open',
        async (bench) => {
            const page = await bench.person();
            await page.goto('/settings');
            await page.locator('h1').waitFor();
            const path = join(mkdtempSync(join(tmpdir(), 'parlor-drop-')), 'games.jsonl');
            writeFileSync(path, `${games[6]}\nno game\n${games[2]}\n`);
            await drop(page, path);
            const list = page.locator('.page li button');
            await list.nth(1).waitFor();
            equal(await list.count(), 2, 'the good games');
            const told = await page.locator('[role=alert]').innerText();
            truth(/1 line was left out/.test(told) && /Line 2: This is no recorded game/.test(told), `what is left out: ${told}`);
            await list.first().click();
            await page.locator('.replay[data-step]').waitFor();
            writeFileSync(path, games[4]);
            await drop(page, path);
            await page.locator(`.replay[data-step="${countOf('luz-end')}"]`).waitFor();
            /* Several files are one list; a foreign one is named. */
            const folder = mkdtempSync(join(tmpdir(), 'parlor-drop-'));
            const paths = [games[2], 'a letter', games[6]].map((text, k) => {
                writeFileSync(join(folder, `${k}.jsonl`), text);
                return join(folder, `${k}.jsonl`);
            });
            await drop(page, ...paths);
            await list.nth(1).waitFor();
            equal((await list.allInnerTexts()).map((words) => words.split(' · ')[0]).join(), '1. Photograph,2. Smitten', 'the games of all files');
            truth(/1\.jsonl: This file holds no games/.test(await page.locator('[role=alert]').innerText()), 'the foreign file is named');
        },
    ],
    [
        'replay: opening a long game and each of its steps are quick',
        async (bench) => {
            const page = await bench.person();
            const sim = execFileSync(bench.program, ['sim', 'luz', '--seats', '5', '--seed', '3', '--bots', 'easy'], { encoding: 'utf8' });
            const count = JSON.parse(sim).events.length;
            await page.goto('/g/file');
            const busy = await work(page);
            await page.locator('input[type=file]').setInputFiles({ name: 'x.jsonl', mimeType: 'application/json', buffer: Buffer.from(sim) });
            await at(page, count);
            const opening = await busy();
            await page.locator('.line i.trick').first().waitFor({ state: 'attached' });
            await page.keyboard.press('Home');
            await at(page, 0);
            const before = await busy();
            await page.evaluate(async () => {
                for (let step = 1; step <= 30; step++) {
                    dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
                    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
                }
            });
            await shows(page, 30);
            const each = ((await busy()) - before) / 30;
            console.log(`# replay: ${count} events opened in ${Math.round(opening)} ms of work, a step in ${each.toFixed(1)} ms`);
            /* Far more than is wanted of an ordinary device, unless it is asked for: a busy machine is slow. */
            const [most, step] = process.env.E2E_SPEED ? [300, 50] : [2000, 400];
            truth(opening < most && each < step, `opening ${opening} ms, a step ${each} ms`);
        },
    ],
];
