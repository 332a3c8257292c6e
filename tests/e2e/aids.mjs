// Aids and the pencil: on the own cards and in the drawer, by mouse, touch and keyboard; on a device and with friends.
import { axe, desk, equal, idOf, playNow, screens, stateOf, truth, until } from './harness.mjs';
import { setTable, sitDown } from './online.mjs';
import { playOn } from './players.mjs';

const ready = (now) => now.legal.length > 0 && now.shown === now.n;
const small = { width: 390, height: 844 };

async function openAids(page) {
    await page.keyboard.press('a');
    await page.locator('aside[data-aids]').waitFor();
}
async function closeAids(page) {
    await page.keyboard.press('Escape');
    await page.locator('aside[data-aids]').waitFor({ state: 'detached' });
}

/** The values that stand on a card: runs written out. */
const valuesOn = async (page, slot) =>
    (await page.locator(`[data-slot="${slot}"] .may b`).allInnerTexts()).flatMap((text) => {
        const [from, to = from] = text.split('–').map(Number);
        return Array.from({ length: to - from + 1 }, (_, k) => from + k);
    });

/** Waits until a card shows these values: the answer about aids comes after the cards. */
async function shows(page, slot, values, what) {
    let now = [];
    for (let k = 0; k < 300 && now.join() !== values.join(); k++) {
        if (k > 0) await page.waitForTimeout(50);
        now = await valuesOn(page, slot);
    }
    equal(now.join(), values.join(), what);
}

/** Every card that the view displays in a colour. */
function displayed(view, colour) {
    const faces = JSON.stringify(view).match(/"[RYGBV]\d+"/g) ?? [];
    return new Set(faces.filter((one) => one[1] === colour).map((one) => Number(one.slice(2, -1))));
}

/** The panel tells the cards that are displayed, and the values on the cards are rising and possible. */
async function tellsTruth(page) {
    const { view } = await stateOf(page);
    for (const row of await page.locator('aside .sets li').all()) {
        const open = (await row.locator('.open').allInnerTexts()).map(Number);
        const shown = [...displayed(view, await row.getAttribute('data-set'))].sort((a, b) => a - b);
        equal(JSON.stringify(open), JSON.stringify(shown), 'cards seen');
        equal(await row.locator('b').count(), view.values, 'all cards of the colour');
    }
    const hand = view.hands[view.seat];
    equal(await page.locator('aside [data-own]').count(), hand.length, 'own cards in the panel');
    for (const { slot, back } of hand) {
        const values = await valuesOn(page, slot);
        truth(values.length > 0 && values.every((one) => !displayed(view, back).has(one)), `card ${slot}: ${values}`);
    }
}

/** Against bots: values on request, marks that stay after a reload and go with their card. */
async function alone(bench, size, touch, language) {
    const page = await bench.person({ size, touch, language });
    const press = (place) => (touch ? page.locator(place).first().tap() : page.locator(place).first().click());
    const where = `${size.width}x${size.height}`;
    await playNow(page, 'luz');
    await until(page, ready, 'a turn');
    equal(await page.locator('.glass .may').count(), 0, 'nothing is told without being asked for');
    await press('.bar button[aria-haspopup=dialog]');
    await page.locator('dialog[open] .act:has(svg)').filter({ hasText: /^(Aids|Помічник)$/ }).first()[touch ? 'tap' : 'click']();
    await page.locator('aside[data-aids] .sets').waitFor();
    await press('aside [aria-pressed=false]');
    await page.locator('.glass .may').nth(9).waitFor();
    await tellsTruth(page);
    await axe(page, `aids at ${where}`);
    await page.screenshot({ path: `${screens}aids-${where}.png` });
    await closeAids(page);
    await page.screenshot({ path: `${screens}aids-values-${where}.png` });

    await openAids(page);
    await press('aside .acts .button');
    await page.locator('[data-pencil]').waitFor();
    const slot = Number(await page.locator('[data-slot]').first().getAttribute('data-slot'));
    const before = await valuesOn(page, slot);
    await press(`[data-slot="${slot}"]`);
    await page.locator('dialog[open] [data-value]').first().waitFor();
    await press(`dialog[open] [data-value="${before[0]}"]`);
    await axe(page, `the pencil at ${where}`);
    await page.screenshot({ path: `${screens}aids-pencil-${where}.png` });
    await press('dialog[open] .button.primary');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await shows(page, slot, before.slice(1), 'a value is struck out');
    equal((await stateOf(page)).n, (await until(page, ready, 'the turn')).n, 'marking plays nothing');
    await press('[data-pencil] .button');
    await page.locator('[data-pencil]').waitFor({ state: 'detached' });
    await page.reload();
    await page.locator(`[data-slot="${slot}"] .may.pencil`).waitFor();
    await shows(page, slot, before.slice(1), 'after a reload');
    await playOn(page, touch ? 'touch' : 'mouse', { stop: (now) => now.view.hands[now.view.seat].every((card) => card.slot !== slot) });
    await page.waitForFunction((id) => !localStorage.getItem('parlor.marks')?.includes(id), idOf(page));
    return page;
}

/** By keys alone: the pencil, a mark, and what a screen reader hears of it. */
async function byKeys(bench) {
    const page = await bench.person();
    await playNow(page, 'luz');
    await until(page, ready, 'a turn');
    await page.keyboard.press('p');
    await page.locator('[data-pencil]').waitFor();
    await page.locator('[data-slot="3"]').focus();
    await page.keyboard.press('Enter');
    await page.locator('dialog[open] [data-value="4"]').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    truth(/4, noted/.test(await page.locator('dialog[open] [data-value="4"]').getAttribute('aria-label')), 'the mark in words');
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    truth(/marked 4/.test(await page.locator('[data-slot="3"] .sr').innerText()), 'the card tells its mark');
    await page.keyboard.press('p');
    await page.locator('[data-pencil]').waitFor({ state: 'detached' });
}

/** With friends they are off, and the panel says why; where the maker permits them, everybody sees it beforehand. */
async function withFriends(bench) {
    const [ann, bob] = [await bench.person(), await bench.person({ size: desk })];
    for (const agreed of [false, true]) {
        await ann.goto('/play/smitten?friends');
        await ann.locator('form').waitFor();
        if (agreed) await ann.locator('form fieldset', { hasText: 'Aids' }).locator('input[value="true"]').check();
        const link = await setTable(ann, 'smitten', 0, null, false);
        await bob.goto(link);
        const line = `Aids for everybody: ${agreed ? 'on' : 'off'}`;
        await bob.locator('.set li', { hasText: line }).waitFor();
        await sitDown(bob, link);
        await ann.locator('.panel .button.primary').first().click();
        await Promise.all([ann, bob].map((page) => until(page, (state) => state.view && state.shown === state.n, 'the deal')));
        await openAids(bob);
        if (!agreed) {
            await bob.locator('aside', { hasText: 'Aids are off at this table' }).waitFor();
            equal(await bob.locator('aside .sets').count(), 0, 'nothing is told');
        } else {
            await bob.locator('aside [data-partner]').waitFor();
            equal(await bob.locator('aside .cards b').count(), 18, 'all cards');
            await axe(bob, 'aids with a friend');
            await bob.screenshot({ path: `${screens}aids-friends.png` });
        }
        await closeAids(bob);
    }
}

/** Photograph: what lay open once counts only with aided memory. */
async function photos(bench) {
    const page = await bench.person({ size: small, touch: true });
    await playNow(page, 'photograph');
    await until(page, ready, 'a turn');
    await openAids(page);
    await page.locator('aside .sets li').first().waitFor();
    equal(await page.locator('aside .sets li').count(), 5, 'colours in play');
    await page.locator('aside', { hasText: 'you play from memory' }).waitFor();
    await page.screenshot({ path: `${screens}aids-photograph.png` });
}

export const tests = [
    ['aids and the pencil on a desk', (bench) => alone(bench, desk, false, 'en')],
    ['aids and the pencil on a phone', (bench) => alone(bench, small, true, 'uk')],
    ['aids: the pencil by keyboard', byKeys],
    ['aids with friends', withFriends],
    ['aids for photos', photos],
];
