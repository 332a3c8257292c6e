// Moments at the table: motion that follows what happened and ends at a tap, endings, and notices that cover no hand.
import { axe, equal, playNow, screens, stateOf, truth, until } from './harness.mjs';
import { setTable, sitDown } from './online.mjs';
import { playOn } from './players.mjs';

/** In the page before its own code: notes the effects of src/moments/, and whether they only fade. */
function watchMoments() {
    const seen = (window.parlorMoments = []);
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        const id = timing?.id ?? '';
        if (id.startsWith('moment-')) seen.push({ effect: id.slice(7), fades: frames.every((frame) => Object.keys(frame).join() === 'opacity') });
        return animate.call(this, frames, timing);
    };
}
const momentsOf = (page) => page.evaluate(() => window.parlorMoments);

async function watched(bench, game, settings = {}, more = {}) {
    const page = await bench.person({ ...more, settings: { motion: 'full', offered: true, ...settings } });
    await page.addInitScript(watchMoments);
    await page.goto('/');
    await playNow(page, game);
    return page;
}

/** What is played at each game, and how far to play for it. */
const told = {
    photograph: {
        effects: ['shutter'],
        /* The viewer's own shots: those of bots before the first choice are only drawn. */
        enough: ({ view, you }) => Object.values(view.players[you.seat].films).reduce((sum, film) => sum + film.cards.length, 0) > 1,
    },
    luz: { effects: ['light', 'bead'], enough: ({ view }) => view.tricks.reduce((sum, won) => sum + won, 0) > 1 },
    smitten: { effects: ['join'], enough: ({ view, phase }) => view.placed > 2 || phase === 'over' },
};

/** Whether two places of the screen share a point. */
const meet = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Plays Smitten until a game is lost; a random pair loses nearly always. */
async function lose(page) {
    for (let seed = 3; seed < 13; seed++) {
        await playNow(page, 'smitten');
        const state = await playOn(page, 'mouse', { seed });
        if (state.view.lost) return state;
    }
    throw new Error('no game was lost');
}

export const tests = [
    ...Object.entries(told).map(([game, { effects, enough }]) => [
        `moments of ${game} follow what happened, and a tap ends them`,
        async (bench) => {
            const page = await watched(bench, game);
            const state = await playOn(page, 'mouse', { seed: 2, stop: enough });
            const wanted = new Set(effects);
            await page.waitForFunction((names) => names.every((name) => window.parlorMoments.some((one) => one.effect === name)), [...wanted]);
            /* The board does not wait for them. */
            equal((await stateOf(page)).shown >= state.n, true, 'the board shows the newest state');
            /* A tap on a place without a button. */
            await page.locator('.bar .turn').click();
            const left = await page.evaluate(() => document.getAnimations().filter((one) => one.id.startsWith('moment-') && one.playState === 'running').length);
            equal(left, 0, 'effects after a tap');
            await page.waitForFunction(() => document.querySelectorAll('.moment').length === 0);
        },
    ]),
    [
        'moments: less motion only fades, none moves nothing',
        async (bench) => {
            const pages = [await watched(bench, 'luz', { motion: 'less' }), await watched(bench, 'luz', { motion: 'none' })];
            for (const page of pages) await playOn(page, 'mouse', { seed: 2, stop: told.luz.enough });
            await pages[0].waitForFunction(() => window.parlorMoments.some((one) => one.effect === 'bead'));
            truth((await momentsOf(pages[0])).every((one) => one.fades), 'less motion fades');
            equal((await momentsOf(pages[1])).length, 0, 'effects without motion');
        },
    ],
    [
        'sounds are offered once, and an answer is kept',
        async (bench) => {
            const page = await watched(bench, 'luz', { offered: false });
            await playOn(page, 'mouse', { seed: 2, stop: told.luz.enough });
            const offer = page.locator('.offer');
            await offer.waitFor();
            const [box, hand] = [await offer.boundingBox(), await page.locator('section.mine').boundingBox()];
            truth(!meet(box, hand), 'the offer does not cover the hand');
            await offer.getByRole('button', { name: 'No, thanks' }).click();
            await offer.waitFor({ state: 'detached' });
            await page.reload();
            await until(page, (state) => state.view, 'the table after the reload');
            await playOn(page, 'mouse', { seed: 2, stop: (state) => state.view.tricks.reduce((sum, won) => sum + won, 0) > 3 || state.view.deal > 1 });
            equal(await offer.count(), 0, 'offers after an answer');
            equal(await page.evaluate(() => JSON.parse(localStorage.getItem('parlor.settings')).sounds), false, 'sounds stay off');
        },
    ],
    [
        'a loss is explained on the board: open cells, all cards, what could have saved it',
        async (bench) => {
            const page = await bench.person();
            await page.goto('/');
            const { view } = await lose(page);
            const sheet = page.locator('dialog[open]');
            await sheet.waitFor();
            const cells = await page.locator('.smitten .missed').evaluateAll((all) => all.map((cell) => cell.dataset.cell).sort());
            const open = view.open ? ['L', 'R'].flatMap((square) => view.open[square].map((cell) => square + cell)).sort() : [];
            equal(cells.join(), open.join(), 'cells that were open');
            /* All cards are turned: as many faces as there are cards in both hands, and no back among them. */
            const held = view.hands.reduce((sum, hand) => sum + hand.cards.length + hand.hidden, 0);
            await page.waitForFunction(
                (count) => {
                    const hands = [...document.querySelectorAll('.smitten .hand li:not(.sr)')];
                    return hands.length === count && hands.every((card) => card.querySelector('.sign'));
                },
                held,
            );
            truth(await page.locator('.smitten .between .sign').count(), 'the card set aside is open');
            await sheet.getByRole('button', { name: 'What could have saved it?' }).click();
            const words = sheet.locator('[aria-labelledby="two-moments"] ul li').first();
            await words.waitFor({ timeout: 60000 });
            truth((await words.innerText()).length > 10, 'an answer in words');
            await page.keyboard.press('Escape');
            await page.screenshot({ path: `${screens}/end-smitten-lost.png` });
        },
    ],
    [
        'an ending ranks first: own row marked, true points at once, Play again at the thumb',
        async (bench) => {
            const page = await bench.person({ size: { width: 390, height: 844 } });
            await page.goto('/');
            await playNow(page, 'luz');
            const state = await playOn(page, 'mouse', { seed: 4 });
            /* The same ending with motion: its points count up. */
            await page.evaluate(() => {
                const settings = JSON.parse(localStorage.getItem('parlor.settings'));
                localStorage.setItem('parlor.settings', JSON.stringify({ ...settings, motion: 'full', offered: true }));
            });
            await page.reload();
            const sheet = page.locator('dialog[open]', { has: page.locator('.ranking') });
            await sheet.waitFor();
            const rows = await sheet.locator('.ranking li').evaluateAll((all) =>
                all.map((row) => ({ seat: Number(row.dataset.seat), points: row.querySelector('.points .sr').textContent, own: row.classList.contains('own') })));
            equal(rows.length, state.result.scores.length, 'rows');
            for (const row of rows) {
                equal(row.points, String(state.result.scores[row.seat]).replace('-', '−'), `points of seat ${row.seat}`);
                equal(row.own, row.seat === state.you.seat, `the mark of seat ${row.seat}`);
            }
            equal(rows[0].seat, state.result.winners[0], 'the winner is first');
            const top = await sheet.evaluate((dialog) => dialog.querySelector('.ranking').compareDocumentPosition(dialog.querySelector('table')));
            truth(top & 4, 'the ranking is before the tables');
            const again = sheet.getByRole('button', { name: 'Play again' });
            const box = await again.boundingBox();
            truth(box.y + box.height <= 844 && box.y > 0, 'Play again is on the screen');
            await page.waitForFunction(() => [...document.querySelectorAll('.ranking .points')].every((one) => one.children[0].textContent === one.children[1].textContent));
            await axe(page, 'the ending');
            await page.screenshot({ path: `${screens}/end-luz-phone.png` });
        },
    ],
    [
        'the room: a pause that all see, who is away, and a phone that vibrates at its turn',
        async (bench) => {
            const [ann, bob] = [await bench.person(), await bench.person()];
            for (const page of [ann, bob])
                await page.addInitScript(() => {
                    window.parlorBuzz = 0;
                    navigator.vibrate = () => ++window.parlorBuzz > 0;
                });
            const link = await setTable(ann, 'photograph', 2, 'live');
            await sitDown(bob, link);
            await ann.locator('.panel .button.primary').first().click();
            const states = await Promise.all([ann, bob].map((page) => until(page, (state) => state.view, 'the deal')));
            const [acts, waits] = states[0].legal.length > 0 ? [ann, bob] : [bob, ann];

            await waits.keyboard.press('m');
            await waits.getByRole('button', { name: 'Pause for all' }).click();
            for (const page of [acts, waits]) await page.locator('[data-pause]').waitFor();
            truth((await until(acts, (state) => state.pause, 'the pause')).times.seats.every((one) => one.until === null), 'clocks stand');
            equal(await acts.locator('.bar .clock').count(), 0, 'running clocks');
            const place = (await stateOf(acts)).n;
            /* A spectator sees it too, and has no button to end it. */
            const eve = await bench.person();
            await eve.goto(link);
            await eve.locator('[data-pause]').waitFor();
            equal(await eve.locator('[data-pause] button').count(), 0, 'buttons of a spectator');

            await acts.locator('[data-pause] button').click();
            for (const page of [acts, waits, eve]) await page.locator('[data-pause]').waitFor({ state: 'detached' });
            await acts.locator('.bar .clock').waitFor();
            await playOn(acts, 'mouse', { stop: (state) => state.n > place + 1 && state.legal.length === 0 });
            await until(waits, (state) => state.legal.length > 0, 'the other’s turn');
            await waits.waitForFunction(() => window.parlorBuzz > 0);

            await acts.goto('/');
            await waits.locator('[data-gone]').waitFor();
            truth((await waits.locator('[data-gone]').innerText()).includes('away'), 'the other is away');
        },
    ],
    [
        'a notice at the table never covers the hand',
        async (bench) => {
            const hands = { photograph: '.hand', luz: 'section.mine', smitten: '.hands' };
            for (const size of [{ width: 390, height: 844 }, { width: 844, height: 390 }, { width: 1280, height: 800 }]) {
                const page = await bench.person({ size });
                for (const game of Object.keys(hands)) {
                    await page.goto('/');
                    await playNow(page, game);
                    await until(page, (state) => state.legal.length > 0 && state.shown === state.n, 'a turn');
                    await page.getByRole('button', { name: 'A hint' }).click();
                    const toast = page.locator('.toast');
                    await toast.waitFor();
                    const [box, hand] = [await toast.boundingBox(), await page.locator(hands[game]).last().boundingBox()];
                    truth(!meet(box, hand), `${game} at ${size.width}x${size.height}: ${JSON.stringify({ box, hand })}`);
                    await toast.getByRole('button').click();
                }
                await page.context().close();
                bench.people.splice(bench.people.indexOf(page), 1);
            }
        },
    ],
];
