// The geometry of all screens, by measure.mjs: tables in every state (states.mjs), home, set-up, waiting room and end, at
// seven sizes, in one light and the longest language. GEOMETRY=all measures both lights and four languages, asks axe with
// every contrast decided, and keeps pictures in out/geometry.
import { mkdirSync } from 'node:fs';
import { axe, letters, truth } from './harness.mjs';
import { measure } from './measure.mjs';
import { open, prepare, tables, visit } from './states.mjs';

const groups = {
    touch: ['320x640', '390x844', '844x390'],
    mouse: ['1024x768', '1280x800', '1366x650', '1920x1080'],
};
const all = process.env.GEOMETRY === 'all';
const pictures = new URL('../../out/geometry/', import.meta.url).pathname;
if (all) mkdirSync(pictures, { recursive: true });

/** What a player looks at is whole in the first screen. */
const important = {
    photograph: ['.fieldbox', '.act', '.handbox'],
    luz: ['.others .fan', '.stage', '.mine'],
    smitten: ['.square', '.hands', '.sentence'],
};
const places = { home: '/', setup: '/play/photograph', friends: '/play/luz?friends', alone: '/play/smitten' };

const sizeOf = (text) => ({ width: Number(text.split('x')[0]), height: Number(text.split('x')[1]) });

/** Runs in the page: waits until nothing moves for five frames. What is measured is drawn anew after the first. */
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

/** Goes to a place that is no table. */
async function enter(page, place) {
    await visit(page, places[place === 'waiting' ? 'friends' : place]);
    await page.locator(place === 'home' ? '.games article' : 'form button[type=submit]').first().waitFor();
    if (place !== 'waiting') return;
    await page.locator('form button[type=submit]').click();
    await page.locator('.qr svg').waitFor();
}

/** The faults at these sizes, each with where it is. */
export async function faultsOf(bench, group, { names, language = 'fr', theme = 'light', sizes = groups[group], standard, folder }) {
    const touch = group === 'touch';
    const found = [];
    const page = await bench.person({ size: sizeOf(sizes[0]), language, theme, touch });
    page.setDefaultTimeout(60000);
    if (standard) await letters(page, standard);
    await prepare(page);
    for (const name of names) {
        await resize(page, sizes[0]);
        const table = tables[name];
        await (table ? open(page, name) : enter(page, name));
        const whole = standard || !table || table.events === Infinity ? [] : important[name.split('-')[0]];
        for (const size of sizes) {
            await resize(page, size);
            const { width, height } = sizeOf(size);
            const still = whole.length > 0 && width >= 1024 && height >= 700;
            const where = `${name} at ${size}, ${language}, ${theme}${standard ? `, letters of ${standard} px` : ''}`;
            for (const fault of await measure(page, { touch, whole, still })) found.push(`${where}: ${fault}`);
            if (!folder) continue;
            await page.screenshot({ path: `${folder}${name}-${size}-${language}-${theme}${standard ?? ''}.png` });
            await axe(page, where, true).catch((reason) => found.push(reason.message));
        }
    }
    return found;
}

const everything = [...Object.keys(tables), ...Object.keys(places), 'waiting'];
const languages = all ? ['en', 'uk', 'ru', 'fr'] : ['fr'];
const themes = all ? ['light', 'dark'] : ['light'];

export const tests = [
    ...languages.flatMap((language) =>
        themes.flatMap((theme) =>
            Object.keys(groups).map((group) => [
                `geometry: ${group}, ${language}, ${theme}`,
                async (bench) => {
                    const found = await faultsOf(bench, group, { names: everything, language, theme, folder: all ? pictures : undefined });
                    truth(found.length === 0, `${found.length} faults: ${found.slice(0, 12).join('; ')}`);
                },
            ]),
        ),
    ),
    [
        'geometry: letters twice as large on a phone',
        async (bench) => {
            const names = ['luz-4-bid', 'luz-4', 'luz-5-bid', 'luz-5', 'smitten', 'smitten-chosen', 'smitten-solo'];
            const found = await faultsOf(bench, 'touch', { names, sizes: ['390x844'], language: 'uk', standard: 32, folder: all ? pictures : undefined });
            truth(found.length === 0, `${found.length} faults: ${found.slice(0, 12).join('; ')}`);
        },
    ],
];
