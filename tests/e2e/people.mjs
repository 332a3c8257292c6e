// Several people at one device, and a first game: hand-over screens that hide everything, and names beside the signs.
import { axe, desk, equal, fits, idOf, playNow, screens, stateOf, truth, until } from './harness.mjs';
import { move } from './players.mjs';

const phone = { width: 390, height: 844 };

/** Sets a game of two people up, and leads to its first hand-over. */
async function begin(page, game, names) {
    await page.goto(`/play/${game}`);
    await page.locator('form .primary').waitFor();
    await page.getByRole('group', { name: 'Players' }).locator('input[value="2"]').check();
    await page.getByRole('group', { name: 'People at this device' }).locator('input[value="2"]').check();
    for (const [k, name] of names.entries()) await page.getByLabel(`Name of player ${k + 1}`).fill(name);
    await page.locator('form .primary').click();
    await page.waitForURL(/\/hand$/);
}

/** At the hand-over screen nothing tells of any hand: no table, no words of it, not for screen readers either. */
async function hides(page, before) {
    await page.locator('.primary[data-seat]').first().waitFor();
    const { html, text } = await page.evaluate(() => ({ html: document.documentElement.outerHTML, text: document.body.innerText }));
    for (const trace of ['data-flip', 'data-card', 'data-place', 'data-cell', 'class="hand']) truth(!html.includes(trace), `${trace} at the hand-over`);
    truth(text.length < 400, `the hand-over says little: ${text}`);
    for (const word of before) truth(!html.includes(word), `“${word}” is left at the hand-over`);
    equal(await page.evaluate(() => document.querySelector('[role=log]')?.textContent), '', 'what was spoken');
}

/** Takes the device as the next person, who waits there. */
async function take(page) {
    const button = page.locator('.primary[data-seat]').first();
    const seat = Number(await button.getAttribute('data-seat'));
    await button.click();
    await page.waitForURL((url) => !url.pathname.endsWith('/hand'));
    return until(page, (now) => now.you.seat === seat && now.shown === now.n, 'the own view');
}

/** The words by which a hand of Photograph is told. */
const handWords = (page) => page.locator('.hand .card .sr').allInnerTexts();

export const tests = [
    [
        'two people at one device play to the end, and nothing of one hand is left for the other',
        async (bench) => {
            const page = await bench.person({ size: phone });
            await begin(page, 'smitten', ['Ann', 'Bob']);
            await hides(page, []);
            await page.screenshot({ path: `${screens}hand-over.png` });
            await axe(page, 'the hand-over');
            const names = new Set();
            let state = await take(page);
            for (let k = 0; state.phase !== 'over'; k++) {
                truth(k < 80, 'an end');
                names.add(state.you.seat);
                if (state.legal.length > 0) {
                    await move(page, 'mouse', state, (k * 0.37) % 1);
                    state = await until(page, (now) => now.shown === now.n, 'the result');
                    continue;
                }
                await page.getByRole('button', { name: /^Hand over to/ }).click();
                await hides(page, []);
                state = await take(page);
            }
            equal(names.size, 2, 'both have played');
            truth(state.result, 'a result');
        },
    ],
    [
        'at a hand-over no card of the hand before is in the page, nor by the way back',
        async (bench) => {
            const page = await bench.person({ size: desk });
            await begin(page, 'photograph', ['Ann', 'Bob']);
            let state = await take(page);
            const id = idOf(page);
            for (let k = 0; k < 3; k++) {
                const words = await handWords(page);
                truth(words.length > 0, 'a hand');
                for (; state.legal.length > 0; state = await until(page, (now) => now.shown === now.n, 'the result')) await move(page, 'mouse', state, 0.2);
                await page.screenshot({ path: `${screens}hand-pass-${k}.png` });
                await page.getByRole('button', { name: /^Hand over to/ }).click();
                await hides(page, words);
                /* Neither the way back nor a reload shows a hand. */
                await page.goBack();
                await page.waitForURL(/\/hand$/);
                await hides(page, words);
                await page.goto(`/offline/${id}`);
                await page.waitForURL(/\/hand$/);
                await hides(page, words);
                state = await take(page);
            }
        },
    ],
    [
        'in the first game the signs have names, a line says what to do, and a hint comes by itself',
        async (bench) => {
            for (const [size, language] of [[phone, 'en'], [desk, 'fr'], [{ width: 320, height: 640 }, 'uk']]) {
                const page = await bench.person({ size, language, settings: { hints: 'first', labels: 'first' } });
                for (const game of ['photograph', 'luz', 'smitten']) {
                    const where = `${game} at ${size.width}`;
                    await page.goto('/');
                    await playNow(page, game);
                    const state = await until(page, (now) => now.legal.length > 0 && now.shown === now.n, 'a turn');
                    equal(state.people.some((one) => one.bot && one.bot !== 'easy'), false, 'only easy bots');
                    const guide = page.locator('section.guide.placed');
                    await guide.locator('.move b').waitFor({ timeout: 60000 });
                    truth((await guide.locator('.task').innerText()).length > 20, `${where}: what to do`);
                    const hand = { photograph: '.handbox', luz: 'section.mine', smitten: '.hands' }[game];
                    const [box, own] = [await guide.boundingBox(), await page.locator(hand).boundingBox()];
                    truth(box.y + box.height <= own.y + 1 || own.y + own.height <= box.y + 1 || box.x + box.width <= own.x + 1 || own.x + own.width <= box.x + 1, `${where}: the panel is over the hand`);
                    const labels = page.locator('[data-labels] > .placed');
                    truth((await labels.count()) >= (size.width < 350 ? 0 : game === 'smitten' ? 1 : 2), `${where}: names beside the signs`);
                    if (game !== 'luz' || size.width > 400) await page.locator('main [data-ghost=better] .frame').first().waitFor();
                    await fits(page, where);
                    await page.screenshot({ path: `${screens}first-${game}-${size.width}.png` });
                    if (language === 'en') await axe(page, where);
                    /* The list says all of them, with their rules. */
                    await guide.getByRole('button').nth(-2).click();
                    const list = page.locator('dialog[open] dl');
                    truth((await list.locator('dt').count()) > 3 && (await list.locator('a').count()) > 3, `${where}: a list of the names`);
                    await page.keyboard.press('Escape');
                    await list.waitFor({ state: 'detached' });
                    /* First the hint is closed, then the names; they do not come back. */
                    await guide.getByRole('button').last().click();
                    await guide.locator('.move').waitFor({ state: 'detached' });
                    await guide.getByRole('button').last().click();
                    await page.locator('[data-labels]').waitFor({ state: 'detached' });
                }
                await page.context().close();
                bench.people.splice(bench.people.indexOf(page), 1);
            }
        },
    ],
    [
        'Play now remembers the seats and the level of the last game',
        async (bench) => {
            const page = await bench.person();
            await page.goto('/play/luz');
            await page.getByRole('group', { name: 'Players' }).locator('input[value="3"]').check();
            await page.getByRole('group', { name: 'How well the bots play' }).locator('input[value=hard]').check();
            await page.locator('form .primary').click();
            await page.waitForURL(/\/offline\//);
            await page.goto('/');
            await playNow(page, 'luz');
            const state = await stateOf(page);
            equal(state.seats, 3, 'the seats');
            equal(state.people.filter((one) => one.bot === 'hard').length, 2, 'the level');
        },
    ],
];
