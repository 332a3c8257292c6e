// Daily deals: played to the end, by mouse and by touch, with and without a network; results, the text to share, and
// other people on the server.
import { axe, equal, fits, idOf, phone, screens, truth, unlisted, until } from './harness.mjs';
import { playOn } from './players.mjs';

const today = () => new Date().toISOString().slice(0, 10);
const titles = { en: 'Daily deal', uk: 'Роздача дня', ru: 'Раздача дня', fr: 'Donne du jour' };

async function look(page, name) {
    await page.screenshot({ path: `${screens}${name}.png`, fullPage: true });
    await fits(page, name);
    await axe(page, name);
}

/** From the list of today's deals to the table. */
async function begin(page, game) {
    await page.goto('/daily');
    await page.locator('article').nth(['photograph', 'luz', 'smitten'].indexOf(game)).locator('button.primary').click();
    await page.waitForURL(/\/offline\//);
    await until(page, (state) => state.view, 'the deal');
}

/** From the end of the game to its result; our bots have played, too. */
async function result(page, game) {
    await page.locator(`dialog[open] a[href="/daily/${game}/${today()}"]`).click();
    const text = page.locator('textarea');
    await text.waitFor({ timeout: 120000 });
    return text.inputValue();
}

async function whole(bench, game, how, language, name) {
    const touch = how === 'touch';
    const page = await bench.person({ language, touch, ...(touch ? { size: { width: 390, height: 844 } } : {}) });
    await page.goto('/daily');
    await page.locator('article').first().waitFor();
    truth((await page.locator('h1').innerText()).startsWith(titles[language]), 'the title in the language');
    await page.locator('a[href^="/puzzles/"]').nth(2).waitFor();
    await look(page, `${name}-list`);
    await begin(page, game);
    const end = await playOn(page, how, { seed: 5 });
    truth(end.daily.date === today(), 'the table has the deal of the day');
    equal((await unlisted(page)).length, 0, 'moves that were not listed');
    const text = await result(page, game);
    const [head, own] = text.split('\n');
    truth(head.startsWith('Parlor, ') && head.endsWith(today()) && /\d/.test(own), `a text with game, date and result: ${text}`);
    truth(text.endsWith(`/daily/${game}/${today()}`) && !/[^\p{L}\p{N}\p{P}\p{Z}\n\u2212]/u.test(text), `words and a link, no pictures: ${text}`);
    equal(await page.locator('.panel li').count(), 3, 'our bots with the same cards');
    await look(page, `${name}-result`);
    await page.goto('/daily');
    await page.locator(`a[href="/daily/${game}/${today()}"]`).first().waitFor();
    await page.goto('/games');
    truth((await page.locator('.list li').first().innerText()).includes(titles[language]), 'my games say that it was a daily deal');
    return page;
}

/** The result goes to the server, once; others see it. */
async function handIn(bench) {
    const page = await bench.person();
    await page.goto('/daily/smitten');
    await page.locator('button.primary').click();
    await page.waitForURL(/\/offline\//);
    await playOn(page, 'mouse', { seed: 6 });
    await result(page, 'smitten');
    await page.getByRole('button', { name: 'Hand in my result' }).click();
    await page.getByText('Your result is handed in.').waitFor({ timeout: 60000 });
    equal(await page.locator('tr.own').count(), 1, 'the own result among those of all');
    await look(page, 'daily-handed');
    await page.reload();
    await page.getByText('Your result is handed in.').waitFor({ timeout: 120000 });
    equal(await page.getByRole('button', { name: 'Hand in my result' }).count(), 0, 'it is handed in once');
}

/** Without a network, also a day that was never opened; there are no hints. */
async function alone(bench) {
    const page = await bench.person({ workers: 'allow', size: phone });
    await page.goto('/');
    await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50));
    });
    await page.context().setOffline(true);
    await page.goto('/');
    await page.locator('a[href="/daily"]').click();
    await page.locator('article').first().waitFor();
    await begin(page, 'smitten');
    const id = idOf(page);
    await page.reload();
    await until(page, (state) => state.legal.length > 0, 'the table after a reload', 30000);
    equal(idOf(page), id, 'the same table');
    await playOn(page, 'mouse', { seed: 8 });
    await result(page, 'smitten');
    await page.goto('/daily');
    await page.locator('a[href^="/puzzles/"]').first().click();
    await page.waitForURL(/\/puzzles\/[a-z]+-[a-z]+\/\d+$/);
    await page.locator('[data-try]').waitFor({ timeout: 60000 });
    await page.goto('/daily/luz/2024-02-29');
    await page.locator('main button.primary').waitFor();
    await page.goto('/daily/luz/2999-01-01');
    await page.locator('[role=alert]').waitFor();
    await page.context().setOffline(false);
}

export const tests = [
    ['daily: photograph by mouse to the result, Ukrainian', (b) => whole(b, 'photograph', 'mouse', 'uk', 'daily-desk')],
    ['daily: luz by touch on a phone to the result, French', (b) => whole(b, 'luz', 'touch', 'fr', 'daily-phone')],
    ['daily: smitten alone by keyboard to the result, Russian', (b) => whole(b, 'smitten', 'keys', 'ru', 'daily-keys')],
    ['daily: a result is handed in to the server', handIn],
    ['daily: without a network', alone],
];
