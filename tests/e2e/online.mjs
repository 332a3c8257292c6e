// Tables on the server: two to four browsers at one table, a link, talk, reload, cut network, server restart,
// spectators, take back, rematch, record and its share link; a browser and a terminal.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desk, equal, idOf, phone, stateOf, truth, unlisted, until } from './harness.mjs';
import { moveBy, playOn } from './players.mjs';

/** A table for friends, set by the first person, who is at its form already or goes there; resolves to its address. */
export async function setTable(page, game, seats, clock, goes = true) {
    if (goes) await page.goto(`/play/${game}?friends`);
    await page.locator('form').waitFor();
    if (seats) await page.locator('form fieldset').first().locator(`input[value="${seats}"]`).check();
    if (clock) await page.locator(`form input[value="${clock}"]`).check();
    await page.locator('form button[type=submit]').click();
    await page.waitForURL(/\/t\//);
    await page.locator('.chairs').waitFor();
    return page.url();
}

export async function sitDown(page, link) {
    await page.goto(link);
    await page.locator('.chairs .button.primary').first().click();
    await page.locator('.chairs li.me').waitFor();
}

/** The number of lines in the log. */
async function logLines(page) {
    await page.keyboard.press('l');
    await page.locator('aside ol').waitFor();
    const lines = await page.locator('aside li:not(.soft)').count();
    await page.keyboard.press('Escape');
    await page.locator('aside ol').waitFor({ state: 'detached' });
    return lines;
}

/** Both logs have all events, also those of an absence. */
async function sameLog(ann, bob, when) {
    const n = Math.max((await stateOf(ann)).n, (await stateOf(bob)).n);
    await Promise.all([ann, bob].map((page) => until(page, (state) => state.shown >= n, `event ${n} on the screen`)));
    const lines = await logLines(ann);
    truth(lines >= 9, `${lines} lines in the log ${when}`);
    equal(await logLines(bob), lines, `lines in the other's log ${when}`);
}

const both = async (people, how, options = {}) => {
    const ends = await Promise.all(people.map((page) => playOn(page, how, options)));
    return ends[0];
};

/** `parlor play --plain LINK` through pipes, making the first listed move whenever there is one; resolves to its output. */
async function playInLines(bench, link) {
    const env = { ...process.env, XDG_DATA_HOME: join(bench.data, 'terminal'), PARLOR_LANG: 'en' };
    const run = spawn(bench.program, ['play', '--plain', '--name', 'Terminal', link], { env });
    let text = '';
    let seen = 0;
    run.stdout.on('data', (part) => (text += part));
    run.stderr.on('data', (part) => (text += part));
    const ended = new Promise((done) => run.on('exit', done));
    const end = Date.now() + 120000;
    while (run.exitCode === null && !/The game is over/.test(text) && Date.now() < end) {
        const move = /^(?:> )*((?:take|wind) \S+) {2}\(/m.exec(text.slice(seen));
        seen = text.length;
        run.stdin.write(`${move ? move[1] : 'moves'}\n`);
        await new Promise((done) => setTimeout(done, 60));
    }
    run.stdin.end('quit\n');
    return { code: await ended, text };
}

/** The settings of a page with a server, with the part about one's identity open; resolves to the page. */
async function openIdentity(page) {
    await page.goto('/settings');
    await page.locator('details summary').last().click();
    return page;
}

/** Runs in the page: keeps where the first bubble of talk stands, with the hand and the speaker's place at Luz. */
function watchTalk(speaker) {
    const boxOf = (el) => el?.getBoundingClientRect().toJSON();
    const watch = new MutationObserver(() => {
        const bubble = document.querySelector('.talk-bubble');
        if (!bubble) return;
        watch.disconnect();
        const [hand, place] = [document.querySelector('section.mine'), document.querySelector(`[data-luz-seat="${speaker}"]`)];
        window.parlorTalk = { text: bubble.textContent, box: boxOf(bubble), hand: boxOf(hand), place: boxOf(place) };
    });
    watch.observe(document.body, { childList: true });
}
/** A shared game, opened at moments of it in a fresh browser, has the seat and the content of the record. */
async function seenBy(bench, path, record) {
    const page = await bench.person();
    const first = record.events.findIndex(([who, text]) => who !== 'deal' && !text.startsWith('say '));
    const [owner, text] = record.events[first];
    const played = /\d/.exec(text)[0];
    /* Before the first card is played, its owner sees it; the partner does not. */
    for (const seat of [owner, 1 - owner]) {
        await page.goto(`${path}/${first}?seat=${seat}`);
        await page.locator(`.replay[data-step="${first}"]`).waitFor();
        equal(await page.locator('.replay select').inputValue(), String(seat), 'whose view it is');
        const held = await page.locator('.hands [data-card]').evaluateAll((all) => all.map((one) => one.dataset.card).sort().join(''));
        equal(held, handOf(bench, record, first, seat).join(''), `the hand that seat ${seat} held`);
        if (seat === owner) truth(held.includes(played), `${held} has the ${played}`);
        equal(await page.locator('.partner .hand [data-card]').count(), 0, 'the cards of the partner are not told');
    }
    await page.goto(`${path}/${first + 1}?seat=open`);
    await page.locator(`.replay[data-step="${first + 1}"]`).waitFor();
    const said = await page.locator('.replay .said').first().innerText();
    truth(said.includes(record.names[owner]) && said.includes(played), `${said}: ${record.names[owner]}, ${text}`);
    await page.context().close();
    bench.people.splice(bench.people.indexOf(page), 1);
}

/** The own hand after so many events, by the command. */
function handOf(bench, record, step, seat) {
    const file = join(mkdtempSync(join(tmpdir(), 'parlor-shared-')), 'game.jsonl');
    writeFileSync(file, JSON.stringify(record));
    const lines = execFileSync(bench.program, ['replay', '--view', String(seat), file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const { hands } = JSON.parse(lines.split('\n')[step]).views[seat];
    return hands.find((hand) => hand.seat === seat).cards.map(({ card }) => String(card)).sort();
}

/** Whether two places of the screen share a point. */
const meet = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Asks for a take-back in the menu, and the other answers; resolves when it is decided. */
async function askBack(asks, answers, yes) {
    await asks.keyboard.press('m');
    const undo = asks.locator('dialog[open] .undo:not([disabled])');
    await undo.waitFor();
    await undo.click();
    const question = answers.getByRole('alertdialog');
    await question.waitFor();
    truth(/Guest|Ann/.test(await question.innerText()), `who asks: ${await question.innerText()}`);
    await question.getByRole('button').nth(yes ? 0 : 1).click();
    await question.waitFor({ state: 'detached' });
    await until(asks, (state) => !state.ask, 'the answer');
}

export const tests = [
    [
        'signing out everywhere keeps this device and ends the others',
        async (bench) => {
            const [ann, other] = await Promise.all([bench.person(), bench.person()]);
            await Promise.all([ann, other].map(openIdentity));
            await ann.locator('input[autocomplete=nickname]').fill('Ann Everywhere');
            await ann.getByRole('button', { name: 'Keep', exact: true }).click();
            await ann.getByText('A code for another device').click();
            const code = await ann.locator('output.code').innerText();
            await other.getByLabel('Code', { exact: false }).fill(code);
            await Promise.all([other.waitForNavigation(), other.getByText('Use the code').click()]);
            await openIdentity(other);
            equal(await other.locator('input[autocomplete=nickname]').inputValue(), 'Ann Everywhere', 'the other device');
            await Promise.all([ann.waitForNavigation(), ann.getByText('Sign out on all other devices').click()]);
            await openIdentity(ann);
            equal(await ann.locator('input[autocomplete=nickname]').inputValue(), 'Ann Everywhere', 'this device');
            await openIdentity(other);
            truth((await other.locator('input[autocomplete=nickname]').inputValue()).startsWith('Guest'), 'the other is a guest');
        },
    ],
    [
        'a link to an unknown table says so in every language',
        async (bench) => {
            for (const [language, words] of [['en', 'no such table'], ['uk', 'стол'], ['ru', 'стол'], ['fr', 'table']]) {
                const page = await bench.person({ language });
                await page.goto('/t/nosuchtable00000');
                await page.locator('.panel .button.primary').waitFor();
                const text = await page.locator('.panel').innerText();
                truth(text.includes(words) && !text.includes('table.none'), `${language}: ${text}`);
            }
        },
    ],
    [
        'a browser and a terminal at one table',
        async (bench) => {
            const ann = await bench.person();
            const link = await setTable(ann, 'photograph', 2);
            const terminal = playInLines(bench, link);
            await ann.locator('.chairs', { hasText: 'Terminal' }).waitFor();
            await ann.locator('.panel .button.primary').first().click();
            await until(ann, (state) => state.view, 'the deal');
            const end = await playOn(ann, 'mouse');
            const { code, text } = await terminal;
            equal(code, 0, `the terminal’s exit status: ${text.slice(-400)}`);
            truth(/The game is over/.test(text), `the terminal saw the end: ${text.slice(-400)}`);
            for (const points of end.result.scores) truth(text.includes(String(points)), `${points} points in the terminal`);
        },
    ],
    [
        'two friends play Photograph by a link, one reloads, the server restarts, the network is cut',
        async (bench) => {
            const [ann, bob] = [await bench.person(), await bench.person({ size: desk, theme: 'dark' })];
            const link = await setTable(ann, 'photograph', 2);
            await ann.locator('.qr svg').waitFor();
            await sitDown(bob, link);
            await ann.locator('.panel .button.primary').first().click();
            await Promise.all([ann, bob].map((page) => until(page, (state) => state.view, 'the deal')));
            const some = (from) => (state) => state.n > from + 8;
            let n = (await stateOf(ann)).n;
            await both([ann, bob], 'mouse', { stop: some(n) });

            await bob.reload();
            n = (await until(bob, (state) => state.view, 'the table after a reload')).n;
            truth(n >= 9, 'nothing lost by the reload');
            await sameLog(ann, bob, 'after a reload');
            await both([ann, bob], 'mouse', { stop: some(n) });

            await bench.stopServer();
            await ann.locator('.screen > .strip').first().waitFor();
            await bench.serve();
            await Promise.all([ann, bob].map((page) => page.locator('.screen > .strip').first().waitFor({ state: 'detached' })));
            await sameLog(ann, bob, 'after a restart');
            n = (await stateOf(ann)).n;
            await both([ann, bob], 'mouse', { stop: some(n) });

            await bob.context().setOffline(true);
            const held = await playOn(ann, 'mouse', { stop: (state) => state.legal.length === 0 }).catch(() => null);
            truth(held === null || held, 'Ann waits or moves');
            await bob.context().setOffline(false);
            const end = await both([ann, bob], 'mouse');
            equal(end.phase, 'over', 'the phase');
            await Promise.all([ann, bob].map((page) => page.locator('dialog[open]').last().waitFor()));
            await Promise.all([ann, bob].map((page) => page.keyboard.press('Escape')));
            await sameLog(ann, bob, 'at the end');
            for (const page of [ann, bob]) equal((await unlisted(page)).length, 0, 'moves that were not listed');
            equal(JSON.stringify((await stateOf(ann)).result), JSON.stringify((await stateOf(bob)).result), 'the result');
        },
        'alone',
    ],
    [
        'moves count once when a connection breaks before them or after them, and people come by their table’s path',
        async (bench) => {
            const [ann, bob] = [await bench.person(), await bench.person()];
            const paths = [];
            const moves = [];
            await ann.routeWebSocket(/\/ws/, (page) => {
                const server = page.connectToServer();
                let deaf = false;
                const cut = () => Promise.all([page.close({ code: 1011 }), server.close()]);
                paths.push(new URL(page.url()).pathname);
                page.onMessage((text) => {
                    const asked = JSON.parse(text);
                    if (asked.do === 'move') moves.push(asked.key);
                    const turn = asked.do === 'move' ? moves.length : 0;
                    if (turn === 2) return void cut();
                    deaf ||= turn === 5;
                    server.send(text);
                });
                /* The server wants people by their paths. */
                server.onMessage((text) => {
                    if (deaf) void cut();
                    else page.send(text.replace('"keys":', '"paths":true,"keys":'));
                });
            });
            const link = await setTable(ann, 'photograph', 2);
            await sitDown(bob, link);
            await ann.locator('.panel .button.primary').first().click();
            await Promise.all([ann, bob].map((page) => until(page, (state) => state.view, 'the deal')));
            const { n } = await stateOf(ann);
            await both([ann, bob], 'mouse', { stop: (state) => state.n > n + 16 });
            const path = `/ws/${idOf(ann)}`;
            equal(paths.join(' '), ['/ws', path, path, path].join(' '), 'the paths of Ann’s sockets');
            equal(moves.filter((key, i) => moves.indexOf(key) < i).length, 2, `moves sent again of ${moves.join(' ')}`);
            equal((await unlisted(bob)).length, 0, 'moves of Bob that were not listed');
        },
    ],
    [
        'the host names the first player: all see it, that player begins, and the check of the deal agrees',
        async (bench) => {
            const [ann, bob] = [await bench.person(), await bench.person()];
            const link = await setTable(ann, 'photograph', 2);
            await sitDown(bob, link);
            await bob.locator('.set', { hasText: 'Who begins: by lot' }).waitFor();
            equal(await bob.locator('.begins select').count(), 0, 'choices of a guest');
            const names = await ann.locator('.begins option').allInnerTexts();
            equal(names.length, 3, `the lot and two people, not ${names}`);
            await ann.locator('.begins select').selectOption({ index: 2 });
            await bob.locator('.set', { hasText: `Who begins: ${names[2]}` }).waitFor();
            await ann.locator('.panel > .button.primary').first().click();
            const dealt = await until(bob, (state) => state.view, 'the deal');
            truth(dealt.legal.length > 0 && dealt.options.first === String(dealt.you.seat), 'the named player begins');
            await both([ann, bob], 'mouse');
            const sheet = ann.locator('dialog[open]').last();
            await sheet.waitFor();
            await sheet.getByRole('button', { name: 'Was the deal fair?' }).click();
            await sheet.locator('.fair li').first().waitFor();
            const found = await sheet.locator('.fair').innerText();
            truth(/host had named began/.test(found) && !/\bnot\b/.test(found), `a fair deal: ${found}`);
        },
    ],
    [
        'a take-back between two people: asked, refused, then agreed to',
        async (bench) => {
            const [ann, bob] = [await bench.person(), await bench.person()];
            const link = await setTable(ann, 'photograph', 2);
            await sitDown(bob, link);
            await ann.locator('.panel .button.primary').first().click();
            const states = await Promise.all([ann, bob].map((page) => until(page, (state) => state.view, 'the deal')));
            const [asks, answers] = states[0].legal.length > 0 ? [ann, bob] : [bob, ann];
            /* A take of cards that all could see; the wind is still to come. */
            const before = await until(asks, (state) => state.legal.length > 0 && state.shown === state.n, 'a turn');
            await moveBy(asks, 'mouse', before.legal.find((text) => /^take .*1$/.test(text)));
            await askBack(asks, answers, false);
            truth((await stateOf(asks)).legal.every((text) => text.startsWith('wind')), 'nothing is taken back');
            await askBack(asks, answers, true);
            const after = await until(asks, (state) => state.legal.some((text) => text.startsWith('take')), 'the position before the move');
            equal(JSON.stringify([after.legal, after.view.field]), JSON.stringify([before.legal, before.view.field]), 'the position');
            const seen = await until(answers, (state) => state.n >= after.n, 'the same for the other');
            equal(JSON.stringify(seen.view.field), JSON.stringify(after.view.field), 'the field of the other');
            equal(seen.practice ?? false, false, 'a take-back that told nothing is no practice');
        },
    ],
    [
        'four at a Luz table, one on a phone, one watching, and talk',
        async (bench) => {
            const people = [await bench.person(), await bench.person(), await bench.person({ size: phone })];
            const watcher = await bench.person();
            const link = await setTable(people[0], 'luz', 4);
            for (const page of people.slice(1)) await sitDown(page, link);
            await people[0].locator('.chairs select').first().selectOption('easy');
            await people[0].locator('.panel > .button.primary').first().click();
            await Promise.all(people.map((page) => until(page, (state) => state.view, 'the deal')));
            await watcher.goto(link);
            await watcher.locator('.screen > .strip.quiet').waitFor();
            await Promise.all(people.map((page) => playOn(page, 'mouse', { stop: (state) => state.view.tricks.some((won) => won > 0) })));
            const speaker = (await stateOf(people[1])).you.seat;
            const heard = [people[0], people[2], watcher];
            await Promise.all(heard.map((page) => page.evaluate(watchTalk, speaker)));
            await people[1].keyboard.press('l');
            await people[1].locator('aside .chip').first().click();
            for (const page of heard) {
                await page.waitForFunction(() => window.parlorTalk);
                const { text, box, hand, place } = await page.evaluate(() => window.parlorTalk);
                truth(/Hello/.test(text), `the phrase in the bubble: ${text}`);
                truth(!hand || !meet(box, hand), `the bubble covers no hand: ${JSON.stringify({ box, hand })}`);
                const around = { x: place.x - 8, y: place.y - 8, width: place.width + 16, height: place.height + 16 };
                truth(meet(box, around), `it is at the speaker: ${JSON.stringify({ box, place })}`);
            }
            equal(await people[1].locator('.talk-bubble').count(), 0, 'bubbles of the own words');
            await people[0].locator('.dot').waitFor();
            await people[0].keyboard.press('l');
            await people[0].locator('aside li.talk').first().waitFor();
            equal((await stateOf(watcher)).legal.length, 0, 'moves of a spectator');
        },
    ],
    [
        'both players signal within a turn of Smitten, also the one without a move',
        async (bench) => {
            const [ann, bob] = [await bench.person(), await bench.person(phone)];
            const link = await setTable(ann, 'smitten', 2);
            await sitDown(bob, link);
            await ann.locator('.panel > .button.primary').first().click();
            const start = await until(ann, (state) => state.view, 'the deal');
            await until(bob, (state) => state.view, 'the deal');
            /* A card that any partner's hand can carry out while the other square is empty. */
            const safe = (text) => '123467'.includes(text[5]);
            const mover = start.legal.some(safe) ? ann : bob;
            const other = mover === ann ? bob : ann;
            const state = await stateOf(mover);
            const card = state.legal.find(safe)[5];
            await mover.locator(`.hands [data-card="${card}"]`).first().click();
            await mover.locator(`[data-cell="L${card}"]`).click();
            await until(other, (now) => now.view.phase === 'carry', 'the instruction');
            equal((await until(mover, (now) => now.view.phase === 'carry', 'the instruction')).legal.length, 0, 'moves of the waiting player');
            await mover.locator('[data-say="cannot"]').click();
            await other.locator('.partner p small').waitFor();
            truth((await other.locator('.partner p').last().innerText()).includes('after action 1'), 'the moment of a signal');
            await other.locator('[data-say="want"]').click();
            await mover.locator('.partner p small').waitFor();
            /* Each page has its own line to the server: the speaker may hear of its signal after its partner. */
            const both = await until(other, (now) => now.view.signals.length === 2, 'both signals');
            equal(both.view.signals.map((x) => x.move).join(), '1,1', 'moments');
            await other.screenshot({ path: 'out/screens/smitten-signals.png' }).catch(() => undefined);
            await mover.screenshot({ path: 'out/screens/smitten-signals-waiting.png' }).catch(() => undefined);
        },
    ],
    [
        'two play Smitten to its end, play again, keep and share the record, and check the deal',
        async (bench) => {
            const [ann, bob] = [await bench.person(), await bench.person()];
            const link = await setTable(ann, 'smitten', 2);
            await sitDown(bob, link);
            await ann.locator('.panel > .button.primary').first().click();
            await until(ann, (state) => state.view, 'the deal');
            await Promise.all([playOn(ann, 'mouse', { seed: 5 }), playOn(bob, 'mouse', { seed: 6, polite: true })]);
            const sheet = ann.locator('dialog[open]').last();
            await sheet.waitFor();
            await sheet.getByRole('button', { name: 'Link to this game' }).click();
            const path = await sheet.locator('.share input').inputValue();
            const record = await (await ann.request.get(path.replace('/g/', '/record/'))).json();
            equal(record.game, 'smitten', 'the game of the shared record');
            /* Anybody who has the link sees the game on the board, also at one of its moments. */
            const stranger = await bench.person();
            await stranger.goto(path);
            await stranger.locator(`.replay[data-step="${record.events.length}"]`).waitFor();
            await stranger.goto(`${path}/2?seat=1`);
            await stranger.locator('.replay[data-step="2"]').waitFor();
            await seenBy(bench, path, record);
            await sheet.getByRole('button', { name: 'Was the deal fair?' }).click();
            await sheet.locator('.fair li').first().waitFor();
            truth(!(await sheet.locator('.fair').innerText()).match(/\bnot\b/), 'a fair deal');
            const before = idOf(ann);
            /* A spectator of the ending is led to the next game too. */
            await stranger.goto(link);
            const watched = stranger.locator('dialog[open]').last();
            await watched.getByText('Only those who sat at this table').waitFor();
            await sheet.locator('.button.primary').click();
            await ann.waitForURL((url) => url.pathname.startsWith('/t/') && !url.pathname.endsWith(before));
            await watched.getByRole('link', { name: 'To the new table' }).click();
            await stranger.waitForURL(ann.url());
        },
    ],
];
