// From a review to another line: a whole review beside the score sheet, playing on in every game, and all of it by keys.
import { axe, equal, stateOf, truth, until } from './harness.mjs';
import { move, playOn } from './players.mjs';
import { at, countOf, open, recordOf, review, shows } from './replay.mjs';
import { open as openTable, prepare } from './states.mjs';

/** Plays on from the moment on the board against easy bots, with the same cards; resolves at the table. */
async function begin(page, seat, step) {
    await page.locator('.replay .on button').click();
    const dialog = page.locator('dialog[open]');
    for (const level of await dialog.locator('select').all()) await level.selectOption('easy');
    await dialog.locator('.primary').click();
    await page.waitForURL(/\/offline\//);
    const begun = await until(page, (now) => now.view && now.fork, 'the table');
    equal([begun.fork.step, begun.fork.seat, begun.fork.cards].join(), `${step},${seat},same`, 'what the game comes from');
    return begun;
}

/** The last moments at which a seat of the record has a choice: the step of the one that is so many from the end. */
const choiceOf = (name, seat, fromEnd) => recordOf(name).events.flatMap(([who, text], k) => (who === seat && !text.startsWith('say ') ? [k] : [])).at(-fromEnd);

const pressTo = async (page, selector) => {
    for (let k = 0; k < 60; k++) {
        if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
        await page.keyboard.press('Tab');
    }
    throw new Error(`no way by Tab to ${selector}`);
};

/** On demand, since it says something on a quiet machine only: PERF.md. */
const speed = [
    'reviews: the first values and the whole review of a game for four are quick',
    async (bench) => {
        const page = await bench.person();
        await prepare(page);
        await open(page, 'luz-end', 'end');
        const start = Date.now();
        await review(page);
        await page.locator('.below .choice').waitFor({ timeout: 60000 });
        const first = Date.now() - start;
        await page.locator('.below .scroll:not(details .scroll) tbody th').nth(3).waitFor({ timeout: 180000 });
        const whole = Date.now() - start;
        console.log(`# reviews: the first values of Luz for four came after ${first} ms, the whole review after ${(whole / 1000).toFixed(1)} s`);
        truth(first < 2000 && whole < 30000, `first values after ${first} ms, all after ${whole} ms`);
    },
];

export const tests = [
    ...(process.env.E2E_SPEED ? [speed] : []),
    [
        'reviews: a whole review has the names and the cards of the score sheet',
        async (bench) => {
            const page = await bench.person();
            await prepare(page);
            await openTable(page, 'smitten-end');
            const sheet = page.locator('dialog[open]');
            await sheet.getByText('The card set aside was').waitFor();
            const filled = await sheet.locator('.pictures .full').evaluateAll((all) => all.map((one) => one.dataset.cell).sort());
            const held = await sheet.locator('.sides > ul').innerText();
            await sheet.getByRole('link', { name: 'Look back' }).click();
            await at(page, countOf('smitten-end'));
            await review(page);
            await page.locator('.below .scroll:not(details .scroll) tbody th').nth(1).waitFor({ timeout: 180000 });
            const names = await page.locator('.below .scroll:not(details .scroll) tbody th').allInnerTexts();
            equal(names.length, 2, 'a road for each player');
            truth(held.includes('You held') && held.includes(`${names[1]} held`), `${names} beside the sheet: ${held}`);
            /* Each choice of the graph's table is a card that its player put into that grid, and lies there on the sheet. */
            const { events } = recordOf('smitten-end');
            await page.locator('.below details summary').click();
            const cells = [];
            for (const [seat, name] of names.entries()) {
                await page.locator('.below .seats button', { hasText: name }).click();
                const told = (await page.locator('.below details tbody th').allInnerTexts()).slice(0, -1);
                const moves = told.map((words) => `${/\d/.exec(words)[0]}${/left/.test(words) ? 'L' : 'R'}`);
                const own = events.filter(([who, text]) => who === seat && /^(play|place) /.test(text)).map(([, text]) => text.split(' ')[1]);
                truth(moves.length > 1 && moves.every((one) => own.includes(one)), `${name}: ${moves} among ${own}`);
                cells.push(...own);
            }
            /* The last card lost the game: it lies nowhere. */
            const lost = cells.map(([card, grid]) => grid + card).filter((cell) => !filled.includes(cell));
            truth(lost.length <= 1, `on the sheet: ${filled}, but not ${lost}`);
        },
    ],
    [
        'reviews: Luz and Smitten are played on to the final score, also by another move after stepping back',
        async (bench) => {
            const page = await bench.person();
            await prepare(page);
            for (const [name, fromEnd] of [['luz-end', 6], ['smitten-end', 4]]) {
                const step = choiceOf(name, 0, fromEnd);
                await open(page, name, step, '0');
                const begun = await begin(page, 0, step);
                /* Step back, and try another move. */
                const first = await until(page, (now) => now.legal.length > 1 && now.shown === now.n, 'a choice');
                await move(page, 'mouse', first, 0.01);
                await until(page, (now) => now.n > first.n && (now.legal.length > 0 || now.phase === 'over') && now.shown === now.n, 'the move');
                if ((await stateOf(page)).phase !== 'over') {
                    await page.keyboard.press('m');
                    await page.locator('dialog[open] .undo:not([disabled])').click();
                    const back = await until(page, (now) => now.legal.join() === first.legal.join() && now.shown === now.n, 'the choice again');
                    await move(page, 'mouse', back, 0.99);
                }
                const end = await playOn(page, 'mouse');
                truth(end.result && end.practice && end.fork.step === begun.fork.step, `${name}: a final score, as practice`);
                const sheet = page.locator('dialog[open]').last();
                await sheet.getByText('played on from a moment').waitFor();
                await sheet.getByText('for another line').click();
                await at(page, step);
            }
        },
    ],
    [
        'reviews: opened, followed to a choice and played on by keys alone',
        async (bench) => {
            const page = await bench.person();
            await prepare(page);
            await open(page, 'smitten-end', 'end', '0');
            await page.locator('h1').focus();
            await pressTo(page, '.replay footer > .button');
            await page.keyboard.press('Enter');
            await page.locator('.below ol button').first().waitFor({ timeout: 180000 });
            await page.locator('.below .busy').waitFor({ state: 'detached', timeout: 180000 });
            await pressTo(page, '.below ol button');
            await page.keyboard.press('Enter');
            await page.locator('.overlay [data-ghost="better"]').waitFor({ state: 'attached' });
            const step = Number(await page.locator('.replay').getAttribute('data-step'));
            await page.locator('.below .reason').waitFor();
            await axe(page, 'a choice that was opened by keys');
            /* The arrows step from here, and back. */
            await page.keyboard.press('ArrowRight');
            await shows(page, step + 1);
            await page.keyboard.press('ArrowLeft');
            await shows(page, step);
            await page.keyboard.down('Shift');
            await pressTo(page, '.replay .on button');
            await page.keyboard.up('Shift');
            await page.keyboard.press('Enter');
            await page.locator('dialog[open]').waitFor();
            await pressTo(page, 'dialog[open] .primary');
            await page.keyboard.press('Enter');
            await page.waitForURL(/\/offline\//);
            const begun = await until(page, (now) => now.fork && now.legal.length > 0 && now.shown === now.n, 'the own choice');
            equal(begun.fork.step, step, 'the moment');
            await move(page, 'keys', begun, 0.5);
        },
    ],
];
