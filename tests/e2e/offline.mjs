// Games on this device, against bots in the worker: whole games by mouse, touch and keyboard, each language;
// reload in the middle; and all of it with no network at all.
import { readFileSync } from 'node:fs';
import { equal, idOf, phone, playNow, stateOf, truth, unlisted, until } from './harness.mjs';
import { move, playOn } from './players.mjs';

async function whole(bench, game, how, language, options = {}) {
    const touch = how === 'touch';
    const page = await bench.person({ language, touch, ...(touch ? { size: phone } : {}), ...options.person });
    await page.goto('/');
    await page.locator('main h1').waitFor();
    equal(await page.evaluate(() => document.documentElement.lang), language, 'the language');
    await playNow(page, game, options.button);
    const end = await playOn(page, how, { seed: options.seed ?? 1 });
    truth(end.result, 'a result');
    /* The score sheet opens by itself, in the language. */
    const sheet = page.locator('dialog[open]');
    await sheet.last().waitFor();
    truth((await sheet.last().innerText()).length > 40, 'a score sheet with words');
    equal((await unlisted(page)).length, 0, 'moves that were not listed');
    /* A message id that the catalogue lacks would be shown as it is. */
    const ids = await page.evaluate(() => document.body.innerText.match(/\b(page|photo|luzt|smit|turn|move)\.[a-z][a-z-]+/g));
    equal(ids, null, 'ids in place of words');
}

/** The finished game on the board again, from this device, from a link and from a file. */
async function replayed(page) {
    await page.goto(`/offline/${idOf(page)}/3?seat=0`);
    await page.locator('.replay[data-step="3"]').waitFor();
    await page.goto('/g/file');
    const game = readFileSync(new URL('games.jsonl', import.meta.url), 'utf8').trim().split('\n')[4];
    await page.locator('input[type=file]').setInputFiles({ name: 'x.jsonl', mimeType: 'application/json', buffer: Buffer.from(game) });
    await page.waitForURL(/\/g\/link\/.*#/);
    await page.locator('.replay[data-step]').waitFor();
    await page.reload();
    await page.locator('.replay[data-step]').waitFor();
}

const trickSum = (state) => state.view.tricks.reduce((sum, x) => sum + x, 0);

/** Rule L7.2: a finished trick stays for a moment though a bot has led the next card; then it is closed: no button
    shows it again, and the log does not name its cards. */
async function closedTricks(bench) {
    const page = await bench.person();
    await page.goto('/');
    await playNow(page, 'luz');
    const ready = (now) => now.legal.length > 0 && now.shown === now.n;
    let [held, tricks] = [0, 0];
    for (let k = 0; k < 9; k++) {
        const state = await until(page, ready, 'a turn');
        if (trickSum(state) > tricks && state.view.trick.length > 0) {
            equal(state.view.last, null, 'the last trick in the view');
            held += await page.locator('.rose.done').count();
            await page.waitForTimeout(1200);
            equal(await page.locator('.rose.done').count(), 0, 'finished tricks in the window');
            equal(await page.locator('.corners .tool').count(), 0, 'buttons for the last trick');
            equal(await page.locator('.pane').count(), state.view.trick.length, 'cards in the window');
        }
        tricks = trickSum(state);
        await move(page, 'mouse', state, 0.5);
    }
    truth(held > 0, 'a finished trick that stays before the next card');
    const state = await until(page, ready, 'a turn');
    await page.keyboard.press('l');
    await page.locator('aside li').nth(8).waitFor();
    const lines = await page.locator('aside li').allInnerTexts();
    const named = lines.filter((line) => /plays (red|yellow|green|blue|violet) \d|You play: /.test(line));
    const open = state.view.trick.length + (state.view.last?.cards.length ?? 0);
    equal(named.length, open, `cards that the log names: ${lines.join(' | ')}`);
    truth(lines.filter((line) => /wins? the trick/.test(line)).length >= tricks - 1, `who took the tricks: ${lines.join(' ')}`);
}

/** Colours have symbols, and in the safe palette letters of the language too. */
async function marks(bench) {
    for (const [language, letters] of [['uk', ['Сн', 'Ч', 'Ж', 'Зл', 'К', 'Ср', 'Ф', 'С']], ['fr', ['B', 'R', 'J', 'Ve', 'M', 'G', 'Vi']]]) {
        for (const palette of ['normal', 'safe']) {
            const page = await bench.person({ language, settings: { palette } });
            for (const game of ['photograph', 'luz']) {
                await playNow(page, game);
                await until(page, (now) => now.legal.length > 0 && now.shown === now.n, 'a turn');
                await page.locator('svg text').first().waitFor();
                const texts = await page.locator('svg text').allTextContents();
                const found = new Set(texts.filter((text) => /^\p{L}+$/u.test(text)));
                equal(found.size > 0, palette === 'safe', `letters on the cards of ${game} in ${language}, palette ${palette}`);
                for (const mark of found) truth(letters.includes(mark), `${mark} in ${language}`);
            }
        }
    }
}

export const tests = [
    ['a finished trick of Luz stays for a moment and is then closed', closedTricks],
    ['letters of colours fit the language, in the safe palette only', marks],
    ['photograph by mouse to the score, English', (b) => whole(b, 'photograph', 'mouse', 'en')],
    ['luz by mouse to the score, French', (b) => whole(b, 'luz', 'mouse', 'fr')],
    ['smitten by mouse to the end, Ukrainian', (b) => whole(b, 'smitten', 'mouse', 'uk')],
    ['solo smitten by mouse to the end, Russian', (b) => whole(b, 'smitten', 'mouse', 'ru', { button: '.more button' })],
    ['photograph by keyboard alone, Ukrainian', (b) => whole(b, 'photograph', 'keys', 'uk', { seed: 2 })],
    ['luz by keyboard alone, Russian', (b) => whole(b, 'luz', 'keys', 'ru', { seed: 2 })],
    ['smitten by keyboard alone, English', (b) => whole(b, 'smitten', 'keys', 'en', { seed: 2 })],
    ['solo smitten by keyboard alone, French', (b) => whole(b, 'smitten', 'keys', 'fr', { seed: 4, button: '.more button' })],
    ['photograph by touch on a phone, Russian', (b) => whole(b, 'photograph', 'touch', 'ru', { seed: 3 })],
    ['luz by touch on a phone, Ukrainian', (b) => whole(b, 'luz', 'touch', 'uk', { seed: 3 })],
    ['smitten by touch on a phone, French', (b) => whole(b, 'smitten', 'touch', 'fr', { seed: 3 })],
    [
        'a reload in mid-game goes on from the same position',
        async (bench) => {
            const page = await bench.person();
            await page.goto('/');
            await playNow(page, 'luz');
            const id = idOf(page);
            const before = await playOn(page, 'mouse', { stop: (state) => state.view.phase === 'play' });
            await page.reload();
            const after = await until(page, (state) => state.view, 'the table after the reload');
            equal(after.n, before.n, 'the number of the last event');
            equal(JSON.stringify(after.legal), JSON.stringify(before.legal), 'the moves');
            await page.keyboard.press('l');
            await page.locator('aside li:not(.soft)').nth(2).waitFor();
            await page.goto('/');
            await page.locator(`a[href="/offline/${id}"]`).first().waitFor();
        },
    ],
    [
        'without a network the installed page opens and a game is played to its end',
        async (bench) => {
            const page = await bench.person({ workers: 'allow' });
            await page.goto('/');
            await page.evaluate(async () => {
                await navigator.serviceWorker.ready;
                while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50));
            });
            await page.context().setOffline(true);
            await page.goto('/');
            await page.locator('article').first().waitFor();
            await playNow(page, 'smitten');
            await page.reload();
            await until(page, (state) => state.view, 'the table after a reload without network');
            await playOn(page, 'mouse');
            await replayed(page);
            /* A screen that was never opened works too, and another language. */
            await page.goto('/settings');
            await page.locator('label', { hasText: 'Français' }).last().click();
            await page.locator('h1', { hasText: 'Réglages' }).waitFor();
            await page.context().setOffline(false);
        },
    ],
    [
        'against bots the player chooses the first seat: by lot, the player or a bot',
        async (bench) => {
            const page = await bench.person();
            for (const chair of [0, 2]) {
                await page.goto('/play/luz');
                const choice = page.locator('form fieldset', { hasText: 'Who deals first' });
                await choice.waitFor();
                equal(await choice.locator('label').count(), 5, 'by lot, the player and three bots');
                truth(await choice.locator('input[value="-1"]').isChecked(), 'by lot is the default');
                await choice.locator(`input[value="${chair}"]`).check();
                await page.locator('form button[type=submit]').click();
                await page.waitForURL(/\/offline\//);
                const state = await until(page, (now) => now.view, 'the deal');
                equal(state.options.dealer, String(state.people[chair].seat), `the seat of chair ${chair} deals first`);
            }
        },
    ],
    [
        'a hint marks a move, says why and what it expects, and the log lists the events',
        async (bench) => {
            const page = await bench.person();
            await page.goto('/');
            await playNow(page, 'photograph');
            await until(page, (state) => state.legal.length > 0, 'a turn');
            await page.getByRole('button', { name: 'A hint' }).click();
            const hint = page.locator('section.guide');
            await hint.locator('b').waitFor({ timeout: 60000 });
            /* The cards meant are marked, and the sentence goes on with a reason. */
            await page.locator('main [data-ghost=better] .frame').first().waitFor();
            truth(/^.+ .+(this move|other move|No other).+\.$/i.test(await hint.locator('p').first().innerText()), 'a reason');
            await hint.getByRole('button', { name: 'What it expects' }).click();
            truth((await hint.locator('li').count()) > 1, 'the other moves are valued too');
            await page.keyboard.press('Escape');
            await hint.waitFor({ state: 'detached' });
            await page.keyboard.press('l');
            const log = page.locator('aside ol');
            await log.waitFor();
            truth((await log.locator('li').count()) > 0, 'lines in the log');
            await page.keyboard.press('Escape');
            await log.waitFor({ state: 'detached' });
            await page.keyboard.press('?');
            await page.locator('dialog[open]').waitFor();
            await page.keyboard.press('Escape');
            truth((await stateOf(page)).phase === 'play', 'the game goes on');
        },
    ],
];
