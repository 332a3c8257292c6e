// Every screen in both lights, on a phone and a desktop: saved as pictures, without faults by axe, and never
// wider than the window, down to 320 px and at 200 % text.
import { axe, desk, equal, fits, idOf, letters, phone, playNow, screens, truth, until } from './harness.mjs';
import { playOn } from './players.mjs';

const small = { width: 320, height: 640 };

async function look(page, name) {
    await page.waitForTimeout(150);
    await page.screenshot({ path: `${screens}${name}.png` });
    await fits(page, name);
    await axe(page, name);
}

const places = [
    ['home', '/'], ['setup-photograph', '/play/photograph'], ['setup-luz', '/play/luz?friends'],
    ['setup-smitten', '/play/smitten'], ['lobby', '/lobby'], ['rules-photograph', '/rules/photograph'],
    ['rules-luz', '/rules/luz'], ['rules-smitten', '/rules/smitten'], ['settings', '/settings'],
    ['daily', '/daily'], ['daily-luz', '/daily/luz'],
];

const looks = [['phone-afternoon', phone, 'light'], ['phone-evening', phone, 'dark'], ['desk-afternoon', desk, 'light'], ['desk-evening', desk, 'dark']];

async function tablesOf(bench, [name, size, theme]) {
    const page = await bench.person({ size, theme, touch: size === phone });
    for (const game of ['photograph', 'luz', 'smitten']) {
        await playNow(page, game);
        await until(page, (state) => state.legal.length > 0, 'a turn');
        await look(page, `${name}-table-${game}`);
    }
    await playNow(page, 'smitten', '.more button');
    await look(page, `${name}-table-solo`);
    await page.keyboard.press('m');
    await page.locator('dialog[open]').waitFor();
    await look(page, `${name}-menu`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('l');
    await page.locator('aside').waitFor();
    await look(page, `${name}-log`);
    await page.keyboard.press('Escape');
    await playOn(page, size === phone ? 'touch' : 'mouse', { seed: 7 });
    await page.locator('dialog[open]').last().waitFor();
    await look(page, `${name}-end`);
    if (name !== 'desk-afternoon') return;
    await page.locator('dialog[open] a[href*="/end?seat="]:not([href*="&try"])').click();
    await page.locator('.replay footer > .button').click();
    await page.locator('.below table:visible').waitFor({ timeout: 180000 }); // a review thinks for half a minute, longer on a busy machine
    truth((await page.locator('.below li').count()) > 0, 'choices of the game');
    await look(page, `${name}-review`);
}

async function screensOf(bench, [name, size, theme]) {
    const page = await bench.person({ size, theme });
    for (const [screen, path] of places) {
        await page.goto(path);
        await page.locator('main h1').first().waitFor();
        await page.waitForTimeout(200);
        await look(page, `${name}-${screen}`);
    }
    await page.goto('/play/luz?friends');
    await page.locator('form button[type=submit]').click();
    await page.locator('.qr svg').waitFor();
    await look(page, `${name}-waiting`);
}

export const tests = [
    ...looks.map((one) => [`screens: ${one[0]}`, (bench) => screensOf(bench, one)]),
    ...looks.map((one) => [`tables: ${one[0]}`, (bench) => tablesOf(bench, one)]),
    [
        'at 320 px, in landscape and at 200 % text nothing is wider than the window',
        async (bench) => {
            const page = await bench.person({ size: small, language: 'uk' });
            for (const [screen, path] of places) {
                await page.goto(path);
                await page.locator('main h1').first().waitFor();
                await fits(page, `${screen} at 320 px`);
            }
            for (const game of ['photograph', 'luz', 'smitten']) {
                await playNow(page, game);
                await until(page, (state) => state.legal.length > 0, 'a turn');
                await page.screenshot({ path: `${screens}small-${game}.png` });
                await fits(page, `${game} at 320 px`);
            }
            await page.setViewportSize({ width: 740, height: 360 });
            for (const game of ['photograph', 'luz', 'smitten']) {
                await playNow(page, game);
                await until(page, (state) => state.legal.length > 0, 'a turn');
                await page.screenshot({ path: `${screens}lying-${game}.png` });
                await fits(page, `${game} on a phone in landscape`);
            }
            const large = await bench.person({ size: desk, language: 'fr' });
            await letters(large, 32);
            for (const [screen, path] of places) {
                await large.goto(path);
                await large.locator('main h1').first().waitFor();
                await fits(large, `${screen} at 200 %`);
            }
            for (const size of [desk, { width: 1024, height: 768 }]) {
                await large.setViewportSize(size);
                for (const game of ['photograph', 'luz', 'smitten']) {
                    await playNow(large, game);
                    await until(large, (state) => state.legal.length > 0, 'a turn');
                    await large.screenshot({ path: `${screens}large-${size.width}-${game}.png` });
                    await fits(large, `${game} at 200 %, ${size.width} px`);
                }
            }
        },
    ],
    [
        'the light follows the system at once, until it is chosen',
        async (bench) => {
            const page = await bench.person({ theme: 'light' });
            await page.goto('/');
            const light = (wanted) => page.waitForFunction((is) => (document.documentElement.dataset.light ?? 'afternoon') === is, wanted);
            await page.locator('main h1').waitFor();
            await light('afternoon');
            await page.emulateMedia({ colorScheme: 'dark' });
            await light('evening');
            const button = page.locator('header button.icon');
            equal(await button.getAttribute('title'), 'Afternoon light', 'the button’s title');
            await button.click();
            await light('afternoon');
            await page.reload();
            await page.locator('main h1').waitFor();
            await light('afternoon');
        },
    ],
    [
        'the language is switched at once, and stays',
        async (bench) => {
            const page = await bench.person({ language: 'en' });
            await page.goto('/');
            await page.locator('header select').selectOption('uk');
            await page.locator('h1', { hasText: 'Сідайте' }).waitFor();
            await page.reload();
            await page.locator('h1', { hasText: 'Сідайте' }).waitFor();
            equal(await page.evaluate(() => document.documentElement.lang), 'uk', 'the language');
        },
    ],
    [
        'keys answer within 50 ms while bots think',
        async (bench) => {
            const page = await bench.person();
            await page.goto('/play/photograph');
            await page.locator('form input[value=expert]').check();
            await page.locator('form button[type=submit]').click();
            await page.waitForURL(/\/offline\//);
            await until(page, (state) => state.view, 'the deal');
            const times = [];
            for (let turn = 0; turn < 4 && times.length < 9; turn++) {
                const { n } = await playOn(page, 'mouse', { seed: turn + 1, stop: (state) => state.legal.length === 0 });
                const more = await page.evaluate(
                    async ([id, before]) => {
                        const taken = [];
                        /* Only times before the bot's answer count. */
                        while (taken.length < 9) {
                            const start = performance.now();
                            const key = { key: 'ArrowRight', bubbles: true };
                            (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', key));
                            await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
                            if (window.parlorSpy.tables[id].n !== before) break;
                            taken.push(performance.now() - start);
                        }
                        return taken;
                    },
                    [idOf(page), n],
                );
                times.push(...more);
                await until(page, (state) => state.legal.length > 0, 'the next turn', 60000);
            }
            truth(times.length >= 3, `the bot thought while ${times.length} keys were pressed`);
            const half = times.sort((x, y) => x - y)[Math.floor(times.length / 2)];
            truth(half < 50, `half of the answers took longer than ${half.toFixed(0)} ms`);
        },
    ],
];
