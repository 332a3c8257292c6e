// The whole rules of each game with their addresses, and the rules in short beside a running game.
import { axe, equal, fits, phone, playNow, stateOf, truth, until } from './harness.mjs';

const games = { photograph: 'P5.4', luz: 'L4.3', smitten: 'S3.6' };
const small = { width: 320, height: 640 };

/** Whether the rule of this number is marked, has the focus, and stands in the window. */
const isAt = (page, number) =>
    page.waitForFunction((id) => {
        const place = document.getElementById(id);
        const box = place?.getBoundingClientRect();
        return place?.matches('.marked') && document.activeElement === place && box.top >= 0 && box.top < innerHeight;
    }, number);

async function readRules(page, game, number) {
    await page.goto(`/rules/${game}#${number}`);
    await isAt(page, number);
    /* Every number has its place, and every link to one leads there. */
    const lost = await page.evaluate(() => {
        const links = [...document.querySelectorAll('article a[href^="#"]')];
        return links.filter((link) => !document.getElementById(link.hash.slice(1))).map((link) => link.hash);
    });
    equal(lost.join(), '', `links of ${game} that lead nowhere`);
    truth((await page.locator('article figure').count()) >= 3, `diagrams of ${game}`);
    truth((await page.locator('article .reading').count()) >= 5, `readings of ${game}`);
    const section = page.locator('article nav a').last();
    const last = (await section.getAttribute('href')).slice(1);
    await section.click();
    await isAt(page, last);
    equal(new URL(page.url()).hash, `#${last}`, 'the address');
    await page.goBack();
    await isAt(page, number);
    /* A diagram goes on. */
    const figure = page.locator('article figure', { has: page.locator('figcaption button') }).first();
    const words = figure.locator('figcaption > span').first();
    const before = await words.textContent();
    await figure.locator('figcaption button').click();
    truth((await words.textContent()) !== before, 'the next step of a diagram');
    await fits(page, `rules of ${game}`);
    await axe(page, `rules of ${game}`);
}

export const tests = [
    [
        'the whole rules: sections have addresses, links lead to them, diagrams go on',
        async (bench) => {
            const page = await bench.person();
            for (const [game, number] of Object.entries(games)) await readRules(page, game, number);
            const narrow = await bench.person({ size: small, theme: 'dark', touch: true });
            for (const game of Object.keys(games)) {
                await narrow.goto(`/rules/${game}`);
                await narrow.locator('article figure').first().waitFor();
                await fits(narrow, `rules of ${game} at 320 px`);
                await axe(narrow, `rules of ${game} in the dark`);
            }
            await narrow.getByRole('combobox').selectOption('uk');
            await narrow.getByText('Наше тлумачення').first().waitFor();
        },
    ],
    [
        'the rules in short fit one screen: the longest, in the longest language',
        async (bench) => {
            const page = await bench.person({ language: 'fr' });
            await playNow(page, 'smitten');
            await until(page, (state) => state.legal.length > 0, 'a turn');
            await page.locator('.screen .bar button').last().focus();
            await page.keyboard.press('r');
            const text = page.locator('aside .text');
            await text.locator('a', { hasText: 'S4' }).last().waitFor();
            truth(await text.evaluate((el) => el.scrollHeight <= el.clientHeight), 'the whole summary is on the screen');
        },
    ],
    [
        'the rules in short open beside a running game and leave it as it was',
        async (bench) => {
            for (const size of [phone, undefined]) {
                const page = await bench.person(size ? { size } : {});
                await playNow(page, 'luz');
                await until(page, (state) => state.legal.length > 0, 'a turn');
                const before = JSON.stringify((await stateOf(page)).legal);
                const held = page.locator('.screen .bar button').last();
                await held.focus();
                await page.keyboard.press('r');
                const aside = page.locator('aside');
                await aside.locator('p a', { hasText: 'L4.3' }).waitFor();
                truth(await page.locator('#main').isVisible(), 'the table stays');
                await fits(page, 'the rules in short');
                await axe(page, 'the rules in short');
                const [whole] = await Promise.all([page.context().waitForEvent('page'), aside.locator('a', { hasText: 'L4.3' }).click()]);
                await isAt(whole, 'L4.3');
                await whole.close();
                await page.keyboard.press('Escape');
                await aside.waitFor({ state: 'detached' });
                truth(await held.evaluate((el) => el === document.activeElement), 'the focus is back');
                equal(JSON.stringify((await stateOf(page)).legal), before, 'moves after reading');
                await page.keyboard.press('m');
                await page.locator('dialog[open]').getByRole('button', { name: 'Rules' }).click();
                await aside.waitFor();
                await aside.getByRole('button', { name: 'Close' }).click();
                await aside.waitFor({ state: 'detached' });
                truth((await stateOf(page)).phase === 'play', 'the game goes on');
            }
        },
    ],
];
