// Order at a server's table: the menu at a person's name, removals, announcements and bans, as people see them.
import { execFileSync } from 'node:child_process';
import { axe, equal, idOf, phone, truth, until } from './harness.mjs';
import { setTable, sitDown } from './online.mjs';

const admin = (bench, ...words) => {
    const text = execFileSync(bench.program, ['admin', '--data', bench.data, '--json', ...words], { encoding: 'utf8' });
    return JSON.parse(text);
};
const about = (page) => page.getByRole('button', { name: /^About / });
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

async function say(page, text) {
    await page.keyboard.press('l');
    await page.locator('aside input').fill(text);
    await page.keyboard.press('Enter');
}
/** What the log of this page says. */
async function logOf(page) {
    if ((await page.locator('aside ol').count()) === 0) await page.keyboard.press('l');
    await page.locator('aside ol').waitFor();
    return page.locator('aside ol').innerText();
}

export const tests = [
    [
        'the menu at a name: mute over a reload, report, and the host removes a player in mid-game',
        async (bench) => {
            const [ann, bob, eve] = [await bench.person(), await bench.person({ size: phone }), await bench.person()];
            const link = await setTable(ann, 'luz', 3);
            await sitDown(bob, link);
            await sitDown(eve, link);
            await about(bob).first().click();
            equal(await bob.getByRole('button', { name: 'Remove from the table' }).count(), 0, 'removals by a guest');
            await axe(bob, 'the menu at a name');
            await press(bob, 'Report');
            await press(bob, 'The name');
            await bob.getByText('The operator of the server sees').waitFor();
            await ann.locator('.panel > .button.primary').first().click();
            await Promise.all([ann, bob, eve].map((page) => until(page, (state) => state.view, 'the deal')));

            await bob.keyboard.press('m');
            await about(bob).last().click();
            await press(bob, 'Mute');
            await bob.getByRole('button', { name: 'Unmute' }).waitFor();
            await bob.reload();
            await until(bob, (state) => state.view, 'the table after a reload');
            await say(eve, 'not for everybody');
            await ann.locator('.dot').waitFor();
            await say(ann, 'for everybody');
            await bob.locator('.dot').waitFor();
            const heard = await logOf(bob);
            truth(heard.includes('for everybody') && !heard.includes('not for everybody'), `Bob hears Ann alone: ${heard}`);

            await ann.keyboard.press('Escape');
            await ann.keyboard.press('m');
            await about(ann).last().click();
            await press(ann, 'Remove from the table');
            await press(ann, 'Remove for good?');
            await until(ann, (state) => state.people.some((person) => person.bot), 'a bot in the seat');
            await eve.waitForURL((url) => url.pathname === '/');
            await eve.getByText('The host has removed you').waitFor();
            await eve.goto(link);
            await eve.locator('.panel', { hasText: 'The host has removed you' }).last().waitFor();
            truth((await logOf(bob)).includes('removed from the table by the host'), 'the log tells it');
            const { rows } = admin(bench, 'list', 'reports');
            truth(rows.some((row) => row.table === idOf(ann) && row.why === 'name'), 'the operator has the report');
        },
    ],
    [
        'a restart is announced in the reader’s language, and a banned person is told',
        async (bench) => {
            const page = await bench.person({ language: 'fr' });
            /* The announcement comes while the page fetches what reads it. */
            let asked;
            const fetching = new Promise((done) => (asked = done));
            await page.route(/\/assets\/order-[^/]*\.js$/, async (route) => {
                asked();
                await new Promise((done) => setTimeout(done, 500));
                await route.continue();
            });
            await page.goto('/lobby');
            await fetching;
            admin(bench, 'announce', '10m', '--text', 'Tea time');
            await page.getByText(/Le serveur redémarre à \d\d:\d\d.*Tea time/).waitFor();
            await axe(page, 'an announcement');
            await page.reload();
            await page.getByText(/Le serveur redémarre à/).waitFor();
            admin(bench, 'announce', 'off');
            await page.getByText(/Le serveur redémarre à/).waitFor({ state: 'detached' });
            const { rows } = admin(bench, 'list', 'people');
            for (const row of rows) admin(bench, 'ban', row.player, '--for', '1d');
            await page.getByText('Vous ne pouvez pas jouer sur ce serveur').waitFor();
            for (const row of rows) admin(bench, 'unban', row.player);
        },
        'alone',
    ],
];
