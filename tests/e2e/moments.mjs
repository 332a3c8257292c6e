// Moments at the table: motion that follows what happened and ends at a tap, endings, and notices that cover no hand.
import { axe, equal, playNow, screens, stateOf, truth, until } from './harness.mjs';
import { setTable, sitDown } from './online.mjs';
import { moveBy, playOn } from './players.mjs';
import { movesAfter, open as openTable, prepare } from './states.mjs';

/** In the page before its own code: notes the effects of src/moments/, where they are drawn, and whether they only fade;
    the styles' own animations by name; and when the game was over on the board and its sheet opened. */
function watchMoments() {
    const seen = (window.parlorMoments = []);
    const note = (effect, el, fades) => {
        const { width, height } = el.getBoundingClientRect();
        seen.push({ effect, drawn: width * height > 0, fades });
    };
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        const id = timing?.id ?? '';
        if (id.startsWith('moment-')) note(id.slice(7), this, frames.every((frame) => Object.keys(frame).join() === 'opacity'));
        return animate.call(this, frames, timing);
    };
    /* Cards that slide one after another are given their delays. */
    const update = KeyframeEffect.prototype.updateTiming;
    KeyframeEffect.prototype.updateTiming = function (timing) {
        if (timing.delay !== undefined) note('slide', this.target, false);
        return update.call(this, timing);
    };
    const styles = (window.parlorStyles = []);
    addEventListener('animationstart', ({ animationName, target }) => styles.push(`${target.className.split(' ')[0]} ${animationName}`), true);
    const times = (window.parlorEnd = {});
    new MutationObserver(() => {
        if (document.querySelector('[data-over="true"]')) times.over ??= performance.now();
        if (document.querySelector('dialog[open]')) times.sheet ??= performance.now();
    }).observe(document, { subtree: true, childList: true, attributes: true });
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

/** States and what the record's next moves show there. */
const chosen = [
    ['photograph-dusk', 2, ['slide', 'shutter', 'develop', 'smear', 'dusk']],
    ['photograph-pin', 1, ['develop', 'smear', 'pin']],
    ['smitten-loses', 1, ['fault']],
    ['smitten-wins', 1, ['join', 'whole']],
];

/** Animations that are under way and end by themselves. */
const underWay = (page) =>
    page.evaluate(async () => {
        await new Promise((done) => setTimeout(() => requestAnimationFrame(done), 50));
        return document.getAnimations()
            .filter((one) => one.playState === 'running' && Number.isFinite(one.effect.getComputedTiming().endTime))
            .map((one) => one.id || one.animationName || one.transitionProperty)
            .join();
    });

/** The end is seen on the table before it is counted: nothing opens over the board for 2.6 seconds, by a steered clock. */
async function boardFirst(bench) {
    const page = await bench.person();
    const start = new Date('2026-03-01T12:00:00');
    await page.clock.install({ time: start });
    await prepare(page);
    const boards = { 'photograph-ends': '.fieldbox', 'luz-ends': '.stage .pane', 'smitten-loses': '.square' };
    for (const [k, [name, board]] of Object.entries(boards).entries()) {
        await openTable(page, name);
        await page.clock.pauseAt(new Date(start.getTime() + (k + 1) * 3600_000));
        await moveBy(page, 'mouse', movesAfter(name)[0]);
        await until(page, (now) => now.phase === 'over' && now.shown === now.n, 'the end');
        await page.clock.runFor(2500);
        truth(await page.locator(board).first().isVisible(), `${name}: the board is seen`);
        equal(await page.locator('dialog[open]').count(), 0, `${name}: what lies over the board`);
        await page.clock.runFor(200);
        await page.locator('dialog[open] h2, dialog[open] h1').first().waitFor();
        await page.clock.resume();
    }
}

export const tests = [
    ['moments: at the end the board is seen first, in all three games', boardFirst],
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
        'moments: each effect is drawn where it belongs, and a tap or any key ends all motion',
        async (bench) => {
            const page = await bench.person({ settings: { motion: 'full', offered: true } });
            await page.addInitScript(watchMoments);
            await prepare(page);
            const session = await page.context().newCDPSession(page);
            await session.send('Animation.enable');
            for (const [name, count, effects] of chosen) {
                await openTable(page, name);
                await page.evaluate(() => (window.parlorMoments.length = 0));
                /* Ten times as slow: nothing ends by itself before the press. */
                await session.send('Animation.setPlaybackRate', { playbackRate: 0.1 });
                for (const text of movesAfter(name, count)) await moveBy(page, 'mouse', text);
                await page.waitForFunction((names) => names.every((one) => window.parlorMoments.some(({ effect, drawn }) => effect === one && drawn)), effects);
                truth(await underWay(page), `motion under way, ${name}`);
                /* A key that does nothing else, or a tap on a place without a button. */
                if (name.startsWith('photograph')) await page.keyboard.press('Shift');
                else await page.locator('.bar .turn').click();
                equal(await underWay(page), '', `motion after the press, ${name}`);
                equal(await page.locator('.last-shots.held').count(), 0, `shots that are still held, ${name}`);
                equal(await page.locator('.moment').count(), 0, `effects that are left, ${name}`);
                await session.send('Animation.setPlaybackRate', { playbackRate: 1 });
            }
        },
    ],
    [
        'moments: on a phone a blurry shot turns over after all have seen it',
        async (bench) => {
            const page = await bench.person({ size: { width: 390, height: 844 }, touch: true, settings: { motion: 'full', offered: true } });
            await page.addInitScript(watchMoments);
            await prepare(page);
            await openTable(page, 'photograph-dusk');
            for (const text of movesAfter('photograph-dusk', 2)) await moveBy(page, 'touch', text);
            await page.locator('.tails .frame.shown').waitFor();
            await page.waitForFunction(() => window.parlorStyles.includes('frame turned'));
            equal(await page.locator('.tails .frame.shown').count(), 0, 'faces that are still shown');
        },
    ],
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
        'a loss is explained on the board: open cells and all cards',
        async (bench) => {
            const page = await bench.person({ settings: { motion: 'full', offered: true } });
            await page.addInitScript(watchMoments);
            await prepare(page);
            await openTable(page, 'smitten-loses');
            await moveBy(page, 'mouse', movesAfter('smitten-loses')[0]);
            const { view } = await until(page, (state) => state.phase === 'over', 'the end');
            const sheet = page.locator('dialog[open]');
            await sheet.waitFor();
            const { over, sheet: opened } = await page.evaluate(() => window.parlorEnd);
            truth(opened - over > 1500, `the board stays in view first: ${opened - over} ms`);
            /* The sheet says it too. */
            const said = sheet.locator('.sides > ul');
            await said.getByText('The card set aside was').waitFor();
            const told = await said.innerText();
            truth(/Open were/.test(told) && /You held/.test(told) && /Dominique held/.test(told), `the loss in words: ${told}`);
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
            await page.keyboard.press('Escape');
            await page.screenshot({ path: `${screens}/end-smitten-lost.png` });
        },
    ],
    [
        'an ending ranks first: own row marked, true points at once, the two moments and Play again at the thumb',
        async (bench) => {
            const page = await bench.person({ size: { width: 390, height: 844 }, settings: { motion: 'full', offered: true } });
            await prepare(page);
            await openTable(page, 'luz-end');
            const state = await stateOf(page);
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
            const again = sheet.getByRole('button', { name: 'Play again' });
            const moments = sheet.getByRole('link', { name: 'Your two moments' });
            const share = sheet.getByRole('button', { name: 'Link to this game' });
            const order = [sheet.locator('.ranking'), moments, again, sheet.getByRole('link', { name: 'Look back' }), share, sheet.locator('table').first()];
            for (const [k, next] of order.slice(1).entries()) {
                const after = await order[k].evaluate((one, other) => one.compareDocumentPosition(other), await next.elementHandle());
                truth(after & 4, `part ${k + 1} of the ending comes after part ${k}`);
            }
            equal(await sheet.locator('.body').locator('a, button, summary').first().innerText(), 'Your two moments', 'the first thing to press');
            /* Upright and lying, at both ends of the sheet. */
            for (const size of [{ width: 844, height: 390 }, { width: 320, height: 640 }, { width: 390, height: 844 }]) {
                await page.setViewportSize(size);
                for (const to of [99999, 0]) {
                    await sheet.locator('.body').evaluate((body, top) => body.scrollTo(0, top), to);
                    for (const button of [moments, again]) {
                        const box = await button.boundingBox();
                        const low = box.y + box.height <= size.height && box.y > size.height / 2;
                        truth(low && box.x >= 0 && box.x + box.width <= size.width, `${await button.innerText()} is at the thumb at ${size.width}, ${to}`);
                    }
                }
            }
            await page.waitForFunction(() => [...document.querySelectorAll('.ranking .points')].every((one) => one.children[0].textContent === one.children[1].textContent));
            await axe(page, 'the ending');
            await page.screenshot({ path: `${screens}/end-luz-phone.png` });
            /* The end as a picture, over the sheet. */
            await sheet.getByRole('button', { name: 'A picture of the end' }).click();
            const image = page.locator('dialog[open] img[alt]');
            await image.waitFor({ timeout: 60000 });
            const drawn = await image.evaluate(async (img) => (await img.decode(), { wide: img.naturalWidth, high: img.naturalHeight, words: img.alt }));
            truth(drawn.wide === 1200 && drawn.high > 500 && drawn.words.length > 3 && !/\byou\b/i.test(drawn.words), `the picture: ${JSON.stringify(drawn)}`);
            await page.keyboard.press('Escape');
            await image.waitFor({ state: 'detached' });
            /* A game of this device is shared too: its link carries all of it to a fresh browser. */
            await share.click();
            const link = await sheet.locator('.share input').inputValue();
            truth(link.includes('/g/link#'), link.slice(0, 80));
            const other = await bench.person();
            await other.goto(link);
            await other.locator('.replay[data-step="180"]').waitFor();
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
                    const ask = page.getByRole('button', { name: 'A hint' });
                    const panel = page.locator('section.guide.placed');
                    /* A hint closes when its choice is gone: a partner in Smitten may play meanwhile. */
                    for (let tries = 0; tries < 8 && !(await panel.locator('b').isVisible()); tries++) {
                        if ((await ask.getAttribute('aria-expanded')) !== 'true') await ask.click();
                        await panel.locator('b').waitFor({ timeout: 5000 }).catch(() => undefined);
                    }
                    await panel.locator('b').waitFor();
                    const hand = await page.locator(hands[game]).last().boundingBox();
                    const clear = async (what) => {
                        const box = await panel.boundingBox();
                        truth(!meet(box, hand), `${game} at ${size.width}x${size.height}, ${what}: ${JSON.stringify({ box, hand })}`);
                    };
                    await clear('why');
                    await page.screenshot({ path: `${screens}hint-${game}-${size.width}.png` });
                    const more = panel.getByRole('button', { name: 'What it expects' });
                    if (await more.isVisible()) {
                        await more.click();
                        await panel.locator('li').first().waitFor();
                        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
                        await clear('what it expects');
                        await page.screenshot({ path: `${screens}hint-more-${game}-${size.width}.png` });
                    }
                    await panel.getByRole('button', { name: 'Close' }).click();
                    await panel.waitFor({ state: 'detached' });
                }
                await page.context().close();
                bench.people.splice(bench.people.indexOf(page), 1);
            }
        },
    ],
];
