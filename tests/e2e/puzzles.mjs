// Puzzles at /puzzles: one of each kind is solved by keyboard after a wrong answer, a streak begins and ends, and all of it works
// without a network.
import { readFileSync, readdirSync } from 'node:fs';
import { axe, desk, equal, fits, phone, screens, truth } from './harness.mjs';
import { moveText } from './players.mjs';

const folder = new URL('../../search/puzzles/', import.meta.url);
const kinds = readdirSync(folder).map((name) => name.replace('.txt', '')).sort();
const linesOf = (kind) => readFileSync(new URL(`${kind}.txt`, folder), 'utf8').trimEnd().split('\n').slice(1);
/** The values of the choices of a puzzle. */
const valuesOf = (kind, number) => linesOf(kind)[number - 1].split(' ')[3].match(/../g).map((pair) => parseInt(pair, 36));

const shows = (page, number) => page.locator(`[data-try="${number}"]`).waitFor({ timeout: 60000 });
/** The listed choices of the puzzle, by the page's own engine. */
const choicesOf = (page, kind, number) =>
    page.evaluate(
        async ([name, line]) => {
            const module = await WebAssembly.instantiateStreaming(fetch(performance.getEntriesByType('resource').map((one) => one.name).find((one) => /replay[^/]*\.wasm/.test(one))), {});
            const calls = module.instance.exports;
            calls._initialize?.();
            const bytes = new TextEncoder().encode(`${name}\0${line}\0`);
            const at = calls.room(bytes.length);
            new Uint8Array(calls.memory.buffer).set(bytes, at);
            calls.puzzle(at, at + name.length + 1);
            return JSON.parse(new TextDecoder().decode(new Uint8Array(calls.memory.buffer, calls.out(), calls.out_len()))).puzzle.choices;
        },
        [kind, linesOf(kind)[number - 1]],
    );

/** Answers with a choice: by the buttons of cards, or on the table. */
async function answer(page, how, kind, choices, index) {
    const buttons = page.locator('footer [role=group] button');
    if ((await buttons.count()) > 0) {
        if (how !== 'keys') return buttons.nth(index)[how === 'touch' ? 'tap' : 'click']();
        await buttons.nth(index).focus();
        return page.keyboard.press('Enter');
    }
    const legal = choices.map(({ text }) => text);
    await moveText(page, how, legal[index], { game: kind.split('-')[0], legal, view: { pending: null, flipped: null } });
}

/** The first puzzle of a kind that one starts to solve at the table, where nothing waits to be carried out. */
const pick = async (page, kind) => {
    for (let number = 1; number <= 20; number++) {
        await page.goto(`/puzzles/${kind}/${number}`);
        await shows(page, number);
        const choices = await choicesOf(page, kind, number);
        if (choices.every(({ text }) => !/^(place|flip|swap|reveal)/.test(text))) return { number, choices };
    }
    throw new Error(`${kind}: no puzzle to try`);
};

async function solve(bench, kind, how, more) {
    const page = await bench.person(more);
    const { number, choices } = await pick(page, kind);
    const values = valuesOf(kind, number);
    equal(choices.length, values.length, 'choices');
    const best = Math.max(...values);
    const [wrong, right] = [values.findIndex((value) => value < best), values.indexOf(best)];
    const before = await page.locator('body').innerText();
    truth(!/Right:|Bots that miss it/.test(before), `the answer is not told: ${before.slice(-300)}`);
    await axe(page, `${kind}, a puzzle`);
    await answer(page, how, kind, choices, wrong);
    await page.locator('.answer.costs').waitFor();
    truth((await page.locator('.answer.costs').innerText()).length > 12, 'what happens then');
    await page.screenshot({ path: `${screens}puzzle-${kind}-${how}-wrong.png` });
    await fits(page, `${kind}, a wrong answer`);
    await answer(page, how, kind, choices, right);
    await page.locator('.answer.right').waitFor();
    await page.screenshot({ path: `${screens}puzzle-${kind}-${how}-right.png` });
    await axe(page, `${kind}, solved`);
    await page.locator('footer .button:focus', { hasText: 'Next puzzle' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.startsWith(`/puzzles/${kind}/`) && !url.pathname.endsWith(`/${number}`));
    equal(await page.evaluate((name) => JSON.parse(localStorage.getItem('parlor.puzzles'))[name].solved.join(), kind), String(number), 'solved');
}

/** The choice of the puzzle on the table that is right, or one that is wrong. */
async function respond(page, kind, right) {
    const number = Number(/(\d+)\?streak$/.exec(page.url())[1]);
    await shows(page, number);
    const values = valuesOf(kind, number);
    const index = values.findIndex((value) => (value === Math.max(...values)) === right);
    await page.locator('footer [role=group] button').nth(index).click();
    return number;
}

export const tests = [
    ...kinds.map((kind) => [`puzzles: ${kind} is tried and solved by keyboard`, (bench) => solve(bench, kind, 'keys', { size: desk })]),
    [
        'puzzles: the hub, a streak, and its end',
        async (bench) => {
            const page = await bench.person({ size: { width: 390, height: 844 }, touch: true });
            await page.goto('/puzzles');
            await page.locator('[data-kind]').first().waitFor();
            equal(await page.locator('[data-kind]').count(), kinds.length, 'kinds');
            await page.locator('[data-kind="luz-card"]', { hasText: String(linesOf('luz-card').length) }).waitFor();
            await page.screenshot({ path: `${screens}puzzles-hub-phone.png` });
            await fits(page, 'the hub');
            await axe(page, 'the hub');
            await page.locator('[data-kind="luz-card"] .button', { hasText: 'streak' }).tap();
            await page.waitForURL(/\?streak$/);
            const met = [await respond(page, 'luz-card', true)];
            for (let k = 0; k < 3; k++) {
                await page.locator('footer .button', { hasText: 'Next puzzle' }).click();
                await page.waitForURL((url) => !url.pathname.endsWith(`/${met.at(-1)}`));
                met.push(await respond(page, 'luz-card', k < 2));
            }
            await page.locator('.ended', { hasText: 'Solved in a row: 3' }).waitFor();
            equal(new Set(met).size, 4, 'no puzzle comes twice');
            equal(await page.locator('footer .button', { hasText: 'Next puzzle' }).count(), 0, 'it is over');
            await page.screenshot({ path: `${screens}puzzle-streak-over.png` });
            /* An address of a streak that is over is a puzzle like any other. */
            await page.reload();
            await shows(page, met[3]);
            await page.locator('footer .button', { hasText: 'Show the answer' }).waitFor();
            await page.goto('/puzzles');
            await page.locator('[data-kind="luz-card"]', { hasText: 'Best streak: 3' }).waitFor();
            await page.goto('/puzzles/luz-card/99999');
            await page.locator('[role=alert]', { hasText: 'no such puzzle' }).waitFor();
        },
    ],
    [
        'puzzles: by touch on a phone, in other languages',
        async (bench) => {
            for (const [kind, language] of [['luz-last', 'uk'], ['photograph-last', 'fr'], ['smitten-solo', 'ru']]) {
                const page = await bench.person({ size: phone, touch: true, language });
                const { number } = await pick(page, kind);
                await fits(page, `${kind}, ${language}`);
                await page.screenshot({ path: `${screens}puzzle-${kind}-${language}.png` });
                await page.locator('footer .button.quiet').tap();
                await page.locator('footer .button.primary').waitFor();
                equal(await page.evaluate(() => document.body.innerText.match(/\b(puzzle|reason)\.[a-z][a-z-]+/g)), null, 'ids in place of words');
                await page.screenshot({ path: `${screens}puzzle-${kind}-${language}-shown.png` });
                truth(number > 0, 'a puzzle');
            }
        },
    ],
    [
        'puzzles: without any network',
        async (bench) => {
            const page = await bench.person({ workers: 'allow' });
            await page.goto('/');
            await page.evaluate(() => navigator.serviceWorker.ready);
            await page.context().setOffline(true);
            await page.goto('/puzzles');
            for (const kind of kinds) await page.locator(`[data-kind="${kind}"]`, { hasText: String(linesOf(kind).length) }).waitFor();
            await page.goto('/puzzles/luz-card/2');
            await shows(page, 2);
            const values = valuesOf('luz-card', 2);
            await page.locator('footer [role=group] button').nth(values.indexOf(Math.max(...values))).click();
            await page.locator('.answer.right').waitFor();
        },
    ],
];
