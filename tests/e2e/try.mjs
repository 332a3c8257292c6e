// Choices that cost something, tried again: ghosts and arrows over the tables, and the two moments as puzzles.
import { readFileSync } from 'node:fs';
import { axe, desk, equal, fits, phone, screens, truth } from './harness.mjs';
import { open as openTable, pathOf, prepare, visit } from './states.mjs';

const games = readFileSync(new URL('games.jsonl', import.meta.url), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const recorded = { 'photograph-end': 2, 'luz-end': 4, 'smitten-end': 6 };
const movesOf = (name) => games[recorded[name]].events;

/** Runs in the page: a review is answered at once with what the test says, and nothing is computed. */
export function answerReviews(decisions) {
    window.Worker = class extends window.Worker {
        postMessage(message, ...more) {
            if (message?.do !== 'review') return super.postMessage(message, ...more);
            const { game, seats } = message.record;
            const review = { game, seats, bot: 'expert', budget: 1, decisions: decisions[game] ?? [], roads: [] };
            this.dispatchEvent(new MessageEvent('message', { data: { re: message.id, review } }));
        }
    };
}

/** A choice of the record that cost a fifth of a win, and what would have been better. */
function costly(name, event, better) {
    const [seat, played] = movesOf(name)[event];
    const value = (move, win) => ({ move, win, visits: 1 });
    const moves = [value(better, 0.5), value(played, 0.3)];
    return { event, seat, played, forced: false, grade: 'blunder', skill: -0.2, luck: 0, others: 0, fair: { played: moves[1], best: moves[0] }, moves };
}

/* For each game moves from place to place, seen by a seat or with all cards open. The places, as the table draws them, are
   found by other means than the drawing's own. */
export const cases = {
    'luz-end': [{ event: 9, better: 'play 2', from: ['[data-slot="10"]', '[data-slot="2"]'], to: ['.rose li:has(.who)', '.rose li:has(.who)'] }],
    'photograph-end': [
        { event: 9, better: 'take 3R1', from: ['.sheet li:nth-child(2) .cell:nth-child(5)', '.sheet li:nth-child(3) .cell:nth-child(5)'], to: ['.hand li:nth-child(5)', '.hand li:nth-child(5)'] },
        { event: 10, better: 'wind 2>3', from: ['[data-place="0"]', '[data-place="1"]'], to: ['[data-place="1"]', '[data-place="2"]'] },
    ],
    'smitten-end': [{ event: 12, better: 'play 9R', from: ['[data-card="8"]', '[data-card="9"]'], to: ['[data-cell="L8"]', '[data-cell="R9"]'] }],
};
export const canned = Object.fromEntries(
    Object.entries(cases).map(([name, list]) => [games[recorded[name]].game, list.map(({ event, better }) => costly(name, event, better))]),
);

/** How the two moves are drawn, with the ends of their arrows and the places that they should lie in. */
const drawn = (page, { from, to }) =>
    page.locator('.overlay').evaluate(
        (layer, places) =>
            ['played', 'better'].map((kind, k) => {
                const group = layer.querySelector(`[data-ghost="${kind}"]`);
                const line = group?.querySelector('.line');
                if (!line || group.getAnimations({ subtree: true }).length > 0) return null;
                const at = (length) => {
                    const { x, y } = line.getPointAtLength(length).matrixTransform(line.getScreenCTM());
                    return { x, y };
                };
                const within = (point, selector) =>
                    [...document.querySelectorAll(selector)].some((one) => {
                        const box = one.getBoundingClientRect();
                        return point.x >= box.left && point.x <= box.right && point.y >= box.top && point.y <= box.bottom;
                    });
                return {
                    begins: within(at(0), places.from[k]),
                    ends: within(at(line.getTotalLength()), places.to[k]),
                    dashed: getComputedStyle(line).strokeDasharray !== 'none',
                    filled: getComputedStyle(group.querySelector('.head')).fill === getComputedStyle(line).stroke,
                };
            }),
        { from, to },
    );

/** Waits until both are drawn where they belong: cards may still be moving. */
async function drawnWell(page, one, what) {
    const wanted = JSON.stringify([
        { begins: true, ends: true, dashed: true, filled: false },
        { begins: true, ends: true, dashed: false, filled: true },
    ]);
    const end = Date.now() + 15000;
    for (let got = ''; got !== wanted; ) {
        got = JSON.stringify(await drawn(page, one));
        truth(got === wanted || Date.now() < end, `${what}: ${got}`);
        await page.waitForTimeout(50);
    }
}

async function review(page, name, event, seat) {
    await visit(page, `${pathOf(name)}/${event}?seat=${seat}`);
    await page.locator(`.replay[data-step="${event}"]`).waitFor();
    await page.locator('.replay footer > .button').click();
    await page.locator('.overlay').waitFor({ state: 'attached' });
}

/** What a person could read or hear: all text, labels and the live region. */
const told = (page) =>
    page.evaluate(() => document.body.innerText + [...document.querySelectorAll('footer, header, [role=log]')].map((one) => one.textContent).join(' '));
const shows = (page, event) => page.locator(`[data-try="${event}"]`).waitFor({ timeout: 180000 });
const press = (page, words) => page.locator('footer .button', { hasText: words }).click();

export const tests = [
    [
        'puzzles: the move played and a better one lie over the cards that they name',
        async (bench) => {
            for (const [size, kind] of [[phone, 'phone'], [desk, 'desk']]) {
                const page = await bench.person({ size, touch: size === phone });
                if (size === phone) await page.emulateMedia({ colorScheme: 'dark' });
                await page.addInitScript(answerReviews, canned);
                await prepare(page);
                for (const [name, list] of Object.entries(cases))
                    for (const one of list) {
                        const seat = String(movesOf(name)[one.event][0]);
                        await review(page, name, one.event, seat);
                        await drawnWell(page, one, `${name}, ${kind}`);
                        truth(await page.locator('.overlay[aria-hidden=true]').count() === 1, 'the drawing is for eyes only');
                        truth(/Played: .*Better: /s.test(await page.locator('.below').innerText()), 'the legend says both');
                        await page.screenshot({ path: `${screens}ghosts-${kind}-${name}-${one.event}.png` });
                    }
                /* From the step after the move to the board before it. */
                await visit(page, `${pathOf('smitten-end')}/13?seat=0`);
                await page.locator('.replay footer > .button').click();
                truth(await page.locator('.overlay').count() === 0, 'nothing is drawn after the move');
                await page.locator('.below .choice button').first().click();
                await drawnWell(page, cases['smitten-end'][0], `by the button, ${kind}`);
                await page.setViewportSize({ width: size.width + 40, height: size.height });
                await drawnWell(page, cases['smitten-end'][0], `after a change of size, ${kind}`);
                await axe(page, `ghosts, ${kind}`);
            }
        },
    ],
    [
        'puzzles: both moments of a game solved, one after wrong tries, one by the keyboard alone',
        async (bench) => {
            const page = await bench.person();
            await prepare(page);
            await openTable(page, 'smitten-end');
            /* What could have saved the game is looked for when somebody asks; the moments are of the same review. */
            equal(await page.locator('dialog progress').count(), 0, 'nothing is looked for before');
            await page.locator('dialog button', { hasText: 'What could have saved it?' }).click();
            await page.locator('dialog progress').waitFor();
            await page.locator('dialog a', { hasText: 'Your two moments' }).click();
            await shows(page, 16);
            truth(/\/16\?seat=0&try$/.test(page.url()), page.url());
            const before = await told(page);
            truth(/Moment 1 of 2/.test(before) && /Played here: .*9.*left/.test(before), before.slice(-400));
            truth(!/[Bb]etter|The move played|6 in the right/.test(before) && (await page.locator('.overlay').count()) === 0, `the answer is not told: ${before}`);
            await page.screenshot({ path: `${screens}try-desk-question.png` });
            await axe(page, 'a moment');
            /* A signal is no move here; to wait is a choice like any other. */
            await page.locator('[data-say]').first().click();
            await page.locator('text=/Nobody hears/').waitFor();
            await press(page, 'Let your partner begin');
            await page.locator('.answer.costs', { hasText: /partner/ }).waitFor();
            await page.locator('[data-card="1"]').click();
            await page.locator('[data-cell="R1"]').click();
            await page.locator('.answer.costs', { hasText: '1 in the right' }).waitFor();
            truth(!/Better: /.test(await told(page)) && (await page.locator('.reason').count()) === 0, 'a wrong try does not tell the answer');
            /* The next try is right. */
            await page.locator('[data-card="6"]').click();
            await page.locator('[data-cell="R6"]').click();
            await page.locator('.answer.right', { hasText: '6 in the right' }).waitFor();
            await page.locator('.overlay').waitFor({ state: 'attached' });
            truth(/Better: .*6 in the right/.test(await told(page)), 'the answer is told');
            truth((await page.locator('.reason').innerText()).length > 20, 'with a reason in words');
            await drawnWell(page, { from: ['[data-card="9"]', '[data-card="6"]'], to: ['[data-cell="L9"]', '[data-cell="R6"]'] }, 'solved');
            await page.screenshot({ path: `${screens}try-desk-shown.png` });
            await axe(page, 'a moment that was solved');
            equal(await page.evaluate(() => document.activeElement?.textContent), 'The next moment', 'the focus');
            await page.keyboard.press('Enter');
            await shows(page, 12);
            await page.reload();
            await shows(page, 12);
            /* By keys alone: the card 8, then the right grid. The review is done anew meanwhile, or after. */
            await page.keyboard.press('8');
            await page.keyboard.press('Enter');
            await page.locator('.acts button:focus').waitFor();
            for (let k = 0; k < 5 && !/right/i.test(await page.evaluate(() => document.activeElement?.textContent ?? '')); k++) await page.keyboard.press('Tab');
            await page.keyboard.press('Enter');
            await page.locator('.answer.right').waitFor({ timeout: 180000 });
            await page.locator('[role=log]', { hasText: 'nothing better was found' }).waitFor({ state: 'attached' });
            await page.locator('footer .button:focus', { hasText: 'Done' }).waitFor();
            await page.keyboard.press('Enter');
            await page.locator('text=/That was all/').waitFor();
            /* What could have saved the game comes last, when the choices of all are valued. */
            await page.getByText(/With all cards known|no play could have won/).waitFor({ timeout: 180000 });
            await axe(page, 'the end of the moments');
            await page.screenshot({ path: `${screens}try-desk-over.png` });
            const last = (await told(page)).match(/With all cards known[^]*?\.|With these cards[^]*?\./)[0];
            await openTable(page, 'smitten-end');
            await page.locator('dialog button', { hasText: 'What could have saved it?' }).click();
            await page.locator('dialog p[role=status]', { hasText: last }).waitFor();
            await page.screenshot({ path: `${screens}end-saved.png` });
            await axe(page, 'the end with what could have saved it');
        },
    ],
    [
        'puzzles: moments of each game by touch; none worth showing is said kindly',
        async (bench) => {
            const page = await bench.person({ size: phone, touch: true });
            await page.addInitScript(answerReviews, canned);
            await prepare(page);
            await visit(page, `${pathOf('luz-end')}/end?seat=0&try`);
            await shows(page, 9);
            await page.locator('[data-slot="2"]').tap();
            const go = page.locator('.mine .go, .mine button:not([data-slot])').filter({ hasText: /yellow/ });
            if (await go.count()) await go.first().tap();
            await page.locator('.answer.right').waitFor();
            await drawnWell(page, cases['luz-end'][0], 'Luz');
            await page.screenshot({ path: `${screens}try-phone-luz.png` });
            await fits(page, 'a moment of Luz');
            await axe(page, 'a moment of Luz');
            await visit(page, `${pathOf('photograph-end')}/9?seat=0&try`);
            await shows(page, 9);
            await page.locator('.sheet li:nth-child(4) .cell:nth-child(5)').tap();
            await page.locator('.act .primary').tap();
            await page.locator('.answer.unsure').waitFor();
            await press(page, 'Show me');
            await drawnWell(page, cases['photograph-end'][0], 'Photograph');
            await page.screenshot({ path: `${screens}try-phone-photograph.png` });
            await fits(page, 'a moment of Photograph');
            await visit(page, `${pathOf('smitten-end')}/end?seat=1&try`);
            await page.locator('text=/nothing|No choice here cost anything/').first().waitFor();
            await page.screenshot({ path: `${screens}try-phone-none.png` });
            await axe(page, 'no moments');
        },
    ],
];
