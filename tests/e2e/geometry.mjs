// The geometry of all screens, by measure.mjs: tables in every state (states.mjs) and the other screens, by touch and by
// mouse. By default in one light and the longest language, and only `telling` states and places at all sizes;
// GEOMETRY=all (`./check --geometry`) measures everything in both lights and four languages, asks axe with every contrast
// decided, and keeps pictures in out/geometry. GEOMETRY=NAME,... measures these alone, everywhere.
import { appendFileSync, mkdirSync } from 'node:fs';
import { axe, equal, letters, truth } from './harness.mjs';
import { measure } from './measure.mjs';
import { setTable } from './online.mjs';
import { moveBy } from './players.mjs';
import { movesAfter, open, pathOf, prepare, tables, visit } from './states.mjs';
import { answerReviews, canned, cases } from './try.mjs';

const groups = {
    touch: ['320x640', '390x844', '844x390'],
    mouse: ['1024x768', '1280x800', '1366x650', '1920x1080', '1024x700', '2560x1440'],
};
const asked = process.env.GEOMETRY ?? '';
const all = asked !== '';
const pictures = new URL('../../out/geometry/', import.meta.url).pathname;
if (all) mkdirSync(pictures, { recursive: true });

/** What a player looks at is whole in the first screen. */
const important = {
    photograph: ['.fieldbox', '.act', '.handbox'],
    luz: ['.others .fan', '.stage', '.mine'],
    smitten: ['.square', '.hands', '.sentence'],
};
const places = {
    home: '/', setup: '/play/photograph', friends: '/play/luz?friends', alone: '/play/smitten', lobby: '/lobby', settings: '/settings',
    'rules-photograph': '/rules/photograph', 'rules-luz': '/rules/luz', 'rules-smitten': '/rules/smitten', daily: '/daily', 'daily-deal': '/daily/luz',
};
/** Some states show what no other does; the rest of these is measured with GEOMETRY alone. */
const rare = ['photograph-3-rival', 'photograph-4-menu', 'photograph-4-watch', 'photograph-4-hint', 'luz-4-played', 'luz-4-watch', 'smitten-hint',
    'smitten-log', 'smitten-watch', 'photograph-closed', 'luz-closed', 'luz-5-values', 'luz-4-marked', 'photograph-4-aids', 'smitten-aids', 'photograph-watched', 'luz-watched', 'photograph-4-dusk', 'smitten-carry-watch',
    'lobby', 'settings', 'rules-photograph', 'rules-luz', 'rules-smitten', 'review', 'online', 'puzzle', 'play-on', 'picture', 'offer', 'daily', 'daily-deal'];
/** By default the largest window is tried with these alone, and the lowest with tables that nothing lies over. */
const telling = ['photograph-3-long', 'photograph-4-late-wind', 'luz-3', 'luz-4', 'luz-4-bid', 'luz-5', 'smitten-chosen', 'smitten-solo-chosen'];
const isTried = (name, size) =>
    size === '2560x1440' ? telling.includes(name) : size !== '1024x700' || (name in tables && tables[name].events !== Infinity && !/log|menu|played|sheet|aids|pencil/.test(name));

const sizeOf = (text) => ({ width: Number(text.split('x')[0]), height: Number(text.split('x')[1]) });

/** Runs in the page: waits until nothing moves for five frames. The screen is drawn anew after the first. */
async function settle() {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const look = () => [...document.querySelectorAll('main *')].map((el) => Object.values(el.getBoundingClientRect().toJSON()).join()).join();
    let before = '';
    for (let still = 0, k = 0; still < 5 && k < 300; k++) {
        await frame();
        const now = look();
        still = now === before ? still + 1 : 0;
        before = now;
    }
}

async function resize(page, size) {
    await page.setViewportSize(sizeOf(size));
    await page.evaluate(settle);
}

/** Goes to a place that is no table in a state. */
async function enter(page, place, touch) {
    if (place in scenes) return scenes[place](page, touch);
    await visit(page, places[place === 'waiting' ? 'friends' : place]);
    if (!/^(home|setup|friends|alone|waiting)$/.test(place)) return page.locator('main h1').first().waitFor();
    await page.locator(place === 'home' ? '.games article' : 'form button[type=submit]').first().waitFor();
    if (place !== 'waiting') return;
    await page.locator('form button[type=submit]').click();
    await page.locator('.qr svg').waitFor();
}

/** A replay with its review. */
async function review(page) {
    await visit(page, `${pathOf('smitten-end')}/end`);
    await page.locator('.replay footer > .button').click();
    await page.locator('.below table:visible').waitFor({ timeout: 300000 });
}

/** A table on the server that is paused, and then cut off: both strips below the bar. */
async function online(page) {
    await setTable(page, 'photograph');
    await page.locator('.panel .button.primary').first().click();
    await page.locator('.screen[data-n] .place .fieldbox').waitFor();
    await page.locator('.last-shots.held').waitFor({ state: 'detached' });
    await page.keyboard.press('m');
    await page.locator('dialog[open] .act').getByText(/^Pause|^Пауза/).first().click();
    await page.locator('[data-pause]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await page.context().setOffline(true);
    await page.locator('.strip').nth(1).waitFor();
}

/** A recorded game at one of its moments, and what opens over it. */
async function replay(page, button) {
    await visit(page, `${pathOf('luz-end')}/12?seat=0`);
    await page.locator('.replay[data-step="12"] .stage').waitFor();
    if (!button) return;
    await page.locator(`.replay ${button}`).last().click();
    await page.locator('dialog[open] h2, dialog[open] h1').first().waitFor();
}

/** A moment to try again; its review is stopped when another place is shown. */
async function puzzle(page) {
    await visit(page, `${pathOf('smitten-end')}/12?seat=0&try`);
    await page.locator('[data-try="12"] .square').first().waitFor();
}

/** The first page with a game that goes on and one that is over. */
async function homeWithTables(page, touch) {
    for (const name of ['photograph-pin', 'smitten-loses']) {
        await open(page, name, touch);
        if (movesAfter(name)[0]) await moveBy(page, touch ? 'touch' : 'mouse', movesAfter(name)[0]);
    }
    await page.locator('dialog[open] h2, dialog[open] h1').first().waitFor();
    await page.keyboard.press('Escape');
    await visit(page, '/');
    await page.locator('[aria-labelledby=done] li time').first().waitFor();
}

/** Sounds are offered after a first move to who wants motion. It comes last: from then on cards move. */
async function offer(page, touch) {
    await visit(page, '/settings');
    await page.locator('main .option:has(input[value="full"])').click();
    await open(page, 'luz-4', touch);
    await moveBy(page, touch ? 'touch' : 'mouse', movesAfter('luz-4')[0]);
    await page.locator('.offer').waitFor();
}

/* Places that are reached in more than one step. */
const scenes = {
    online, review, puzzle, offer,
    replay: (page) => replay(page),
    'play-on': (page) => replay(page, 'footer .on .button'),
    picture: (page) => replay(page, '.bar button.icon'),
    'home-tables': homeWithTables,
};

/** The faults at these sizes, each with where it is. */
export async function faultsOf(bench, group, { names, language = 'fr', theme = 'light', sizes, standard, folder }) {
    const touch = group === 'touch';
    const found = [];
    const page = await bench.person({ size: sizeOf((sizes ?? groups[group])[0]), language, theme, touch });
    page.setDefaultTimeout(60000);
    if (standard) await letters(page, standard);
    await prepare(page);
    let told = 0;
    for (const name of names) {
        /* Long runs can be watched. */
        if (folder) appendFileSync(`${folder}faults.txt`, found.slice(told).map((one) => `${one}\n`).join(''));
        told = found.length;
        const table = tables[name];
        if (table?.only && table.only !== group) continue;
        const mine = sizes ?? groups[group].filter((size) => all || isTried(name, size));
        await resize(page, mine[0]);
        try {
            await (table ? open(page, name, touch) : enter(page, name, touch));
        } catch (reason) {
            found.push(`${name}, ${language}: ${String(reason.message).slice(0, 200)}`);
            continue;
        }
        /* Who watches or is asked may scroll on a phone: the strip takes a line or two. */
        const whole = standard || !table || table.events === Infinity || (touch && (table.seat === null || table.more)) ? [] : important[name.split('-')[0]];
        for (const size of mine) {
            await resize(page, size);
            await table?.each?.(page);
            const { width, height } = sizeOf(size);
            const still = whole.length > 0 && width >= 1024 && height >= 700;
            const where = `${name} at ${size}, ${language}, ${theme}${standard ? `, letters of ${standard} px` : ''}`;
            for (const fault of await measure(page, { touch, whole, still, shows: table?.shows, name, size, standard })) found.push(`${where}: ${fault}`);
            if (!folder) continue;
            await page.screenshot({ path: `${folder}${name}-${size}-${language}-${theme}${standard ?? ''}.png` });
            /* Names and contrasts are the same at every size. */
            if (size === mine[0]) await axe(page, where, true).catch((reason) => found.push(reason.message));
        }
        await page.context().setOffline(false);
    }
    return found;
}

const everything = [...Object.keys(tables), ...Object.keys(places), 'waiting', ...Object.keys(scenes).filter((name) => name !== 'offer'), 'offer'];
const chosen = asked === '' ? everything.filter((name) => !rare.includes(name)) : asked === 'all' ? everything : asked.split(',');
const languages = all ? ['en', 'uk', 'ru', 'fr'] : ['fr'];
const themes = all ? ['light', 'dark'] : ['light'];

const test = (title, group, options) => [
    `geometry: ${title}`,
    async (bench) => {
        const found = await faultsOf(bench, group, { folder: all ? pictures : undefined, ...options });
        truth(found.length === 0, `${found.length} faults: ${found.slice(0, all ? 400 : 20).join('; ')}`);
    },
];

/** The instruction of a card in words once it is tapped, one's own and the partner's; whole on the screen. */
async function instructions(bench) {
    const page = await bench.person({ size: sizeOf('390x844'), language: 'uk', touch: true });
    await prepare(page);
    await open(page, 'smitten-closed', true);
    for (const cards of ['.hands', '.partner']) {
        for (const k of [0, 1]) {
            await page.locator(`${cards} li button`).nth(k).tap();
            const words = page.locator(`${cards} li`).nth(k).locator('.words');
            await words.waitFor();
            truth((await words.innerText()).length > 8, 'the instruction in words');
            const box = await words.boundingBox();
            truth(box.x >= 0 && box.x + box.width <= 390 && box.y >= 0, `the words are whole: ${JSON.stringify(box)}`);
        }
    }
    equal(await page.locator('.words:visible').count(), 1, 'one at a time');
}

/** Luz's window keeps its place over two whole tricks, whatever is said above and below it. */
async function windowStays(bench, group) {
    const touch = group === 'touch';
    const page = await bench.person({ size: sizeOf(groups[group][0]), language: 'fr', touch });
    await prepare(page);
    /* A replay says more or less around its table; here the table has the same room always. */
    await page.evaluate(() => {
        const plain = new CSSStyleSheet();
        plain.replaceSync('.replay header:not(.luz header), .replay footer, .replay .below { position: fixed; bottom: 0; max-height: 2rem; overflow: hidden; }');
        document.adoptedStyleSheets = [plain];
    });
    /* In the table: on a small phone a replay is scrolled. */
    const box = () =>
        page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
            const [table, window] = ['.luz', '.stage .window'].map((selector) => document.querySelector(selector).getBoundingClientRect());
            done([window.x - table.x, window.y - table.y, window.width, window.height]);
        }))));
    const stays = (boxes) => boxes.every((one) => one.every((n, k) => Math.abs(n - boxes[0][k]) < 0.6));
    for (const size of all ? groups[group] : touch ? ['320x640', '390x844'] : ['1024x700', '1366x650']) {
        await resize(page, size);
        for (const [name, seats] of Object.entries({ 'luz-3-over': 3, 'luz-end': 4, 'luz-5-over': 5 })) {
            await visit(page, `${pathOf(name)}/${seats + 1}?seat=0`);
            const boxes = [];
            let said = 0;
            for (let step = seats + 1; step <= 3 * seats + 1; step++) {
                await page.locator(`.replay[data-step="${step}"] .window`).waitFor();
                boxes.push(await box());
                said = Math.max(said, (await page.locator('.middle .said').innerText()).length);
                await page.keyboard.press('ArrowRight');
            }
            truth(said > 10, `${name}: something is said`);
            truth(stays(boxes), `${name} at ${size}: places of the window, ${JSON.stringify(boxes)}`);
        }
        /* Why a card is refused is said in more words. */
        await open(page, 'luz-4', touch);
        const before = await box();
        const refused = page.locator('[data-slot][aria-disabled=true]').first();
        await refused[touch ? 'tap' : 'click']({ force: true }); // it is marked as one that cannot be played
        await page.locator('.said.notice').waitFor();
        const boxes = [before, await box()];
        truth(stays(boxes), `the window at ${size} after a refusal: ${JSON.stringify(boxes)}`);
    }
}

/** On a desk an instruction's words stand below its card, or come with its icon while the keyboard is on it. */
async function instructionsOnDesk(bench) {
    const page = await bench.person({ size: sizeOf('1280x800'), language: 'uk' });
    await prepare(page);
    await open(page, 'smitten-chosen');
    const cards = await page.locator('.hands button[data-card]').count();
    truth(cards > 0, 'cards');
    equal(await page.locator('.hands .words:visible').count(), cards, 'words below the own cards');
    for (const [size, name, where] of [['1280x800', 'smitten-closed', '.partner'], ['1366x650', 'smitten', '.hands']]) {
        await resize(page, size);
        await open(page, name);
        const buttons = page.locator(`${where} li:has(.words) button`);
        const first = buttons.first();
        /* The keyboard comes to it by Tab. */
        for (let k = 0; k < 60 && !(await first.evaluate((el) => el.matches(':focus-visible'))); k++) await page.keyboard.press('Tab');
        const words = page.locator(`${where} li`).filter({ has: page.locator('.words') }).first().locator('.words');
        await words.waitFor();
        truth((await words.innerText()).length > 8, 'the instruction in words');
        truth(await words.locator('i svg').isVisible(), `its icon at ${size}`);
        const [box, { width }] = [await words.boundingBox(), sizeOf(size)];
        truth(box.x >= 0 && box.x + box.width <= width && box.y >= 0, `the words are whole: ${JSON.stringify(box)}`);
    }
}

/** With a review the board is whole beside it, or as large as without it above it; a costly choice is drawn on it. */
async function reviewsOf(bench, group) {
    const touch = group === 'touch';
    const sizes = groups[group].filter((size) => size !== '2560x1440');
    const page = await bench.person({ size: sizeOf(sizes[0]), language: 'fr', touch });
    await page.addInitScript(answerReviews, canned);
    await prepare(page);
    const found = [];
    for (const [name, [{ event }]] of Object.entries(cases)) {
        await resize(page, sizes[0]);
        await visit(page, `${pathOf(name)}/${event}?seat=open`);
        await page.locator(`.replay[data-step="${event}"]`).waitFor();
        await page.locator('.replay footer > .button').last().click();
        await page.locator('.overlay').waitFor({ state: 'attached' });
        for (const size of sizes) {
            await resize(page, size);
            await page.evaluate(() => document.querySelector('.replay').scrollIntoView());
            const parts = important[name.split('-')[0]];
            const whole = sizeOf(size).width >= 1260 ? parts : [];
            for (const fault of await measure(page, { touch, whole, name, size })) found.push(`the review of ${name} at ${size}: ${fault}`);
            const beyond = await page.evaluate((parts) => {
                const place = document.querySelector('.replay .place');
                const box = place.getBoundingClientRect();
                const inside = (el) => el.getBoundingClientRect().left > box.left - 1 && el.getBoundingClientRect().right < box.right + 1;
                return box.height < 230 || ![...place.querySelectorAll(parts.join())].every(inside) ? `${box.width} x ${box.height}` : '';
            }, parts);
            if (beyond) found.push(`the review of ${name} at ${size}: the board does not fit into ${beyond}`);
        }
    }
    truth(found.length === 0, `${found.length} faults: ${found.slice(0, 20).join('; ')}`);
}

export const tests = [
    ['geometry: a review and its board, touch', (bench) => reviewsOf(bench, 'touch')],
    ['geometry: a review and its board, mouse', (bench) => reviewsOf(bench, 'mouse')],
    ['geometry: the words of an instruction on a desk, and by keyboard', instructionsOnDesk],
    ['geometry: the window of Luz keeps its place, touch', (bench) => windowStays(bench, 'touch')],
    ['geometry: the window of Luz keeps its place, mouse', (bench) => windowStays(bench, 'mouse')],
    ['geometry: the words of an instruction by touch', instructions],
    ...languages.flatMap((language) =>
        themes.flatMap((theme) => Object.keys(groups).map((group) => test(`${group}, ${language}, ${theme}`, group, { names: chosen, language, theme }))),
    ),
    test('home and set-up in Ukrainian on a phone', 'touch', { names: ['home', 'setup'], language: 'uk' }),
    test('letters twice as large on a phone', 'touch', {
        names: ['luz-4-bid', 'luz-4', 'luz-5-bid', 'luz-5', 'smitten', 'smitten-chosen', 'smitten-solo', 'photograph-4-late', 'photograph-4-wind', 'photograph-4-take'],
        sizes: ['390x844'], language: 'uk', standard: 32,
    }),
];
