// Tables in chosen states, reached at once: a recorded game (games.jsonl, written by `parlor sim --bots easy --seed 5`)
// is put into the page's own storage up to an event, and the real engine replays it. Nobody but the viewer is there
// to move, so a state stays as it is.
import { readFileSync } from 'node:fs';

const games = readFileSync(new URL('games.jsonl', import.meta.url), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const people = ['Guest 4f2a', 'Dominique', 'Олена', 'Bruno', 'Ada'];
const playerOf = (place) => String(place + 1).padStart(16, '0');
const me = { id: playerOf(0), name: people[0] };

/** All states by name: the record's line in games.jsonl (from 0), the viewer's seat, how many of its events have
    happened, other options than the record's, and how to go on from there on the screen. */
export const tables = {
    'photograph-2': { game: 0, seat: 0, events: 9 },
    'photograph-2-wind': { game: 0, seat: 0, events: 14, hold: 0 },
    'photograph-2-late': { game: 0, seat: 1, events: 37 },
    'photograph-3': { game: 1, seat: 0, events: 1 },
    'photograph-3-wind': { game: 1, seat: 0, events: 2, hold: 2 },
    'photograph-4': { game: 2, seat: 0, events: 1 },
    'photograph-4-take': { game: 2, seat: 0, events: 1, take: true },
    'photograph-4-wind': { game: 2, seat: 0, events: 18, hold: 0 },
    'photograph-4-sunset': { game: 2, seat: 0, events: 21 },
    'photograph-4-late': { game: 2, seat: 0, events: 37 },
    'photograph-4-late-wind': { game: 2, seat: 0, events: 38, hold: 0 },
    'luz-3-bid': { game: 3, seat: 0, events: 3 },
    'luz-3': { game: 3, seat: 0, events: 6 },
    'luz-4-bid': { game: 4, seat: 0, events: 4 },
    'luz-4': { game: 4, seat: 0, events: 8, options: { memory: 'aided' } },
    'luz-4-later': { game: 4, seat: 0, events: 23 },
    'luz-5-bid': { game: 5, seat: 0, events: 5, options: { memory: 'aided' } },
    'luz-5': { game: 5, seat: 0, events: 10 },
    smitten: { game: 6, seat: 0, events: 3 },
    'smitten-chosen': { game: 6, seat: 0, events: 10, pick: true },
    'smitten-carry': { game: 6, seat: 0, events: 9 },
    'smitten-solo': { game: 7, seat: 0, events: 1 },
    'smitten-solo-chosen': { game: 7, seat: 0, events: 13, pick: true },
    'photograph-end': { game: 2, seat: 0, events: Infinity },
    'luz-end': { game: 4, seat: 0, events: Infinity },
    'smitten-end': { game: 6, seat: 0, events: Infinity },
};

/** States from which a chosen move shows what it should, and ends that are watched (`seat: null`: nobody's seat is the
    viewer's). They are in no list of screens. */
export const changes = {
    'photograph-dusk': { game: 0, seat: 1, events: 15 },
    'photograph-pin': { game: 0, seat: 0, events: 28 },
    'smitten-loses': { game: 6, seat: 0, events: 20 },
    'smitten-wins': { game: 7, seat: 0, events: 19 },
    'photograph-watched': { game: 2, seat: null, events: Infinity },
    'luz-watched': { game: 4, seat: null, events: Infinity },
    'smitten-watched': { game: 6, seat: null, events: Infinity },
};
const all = { ...tables, ...changes };
/** The moves of the record that come after a state. */
export const movesAfter = (name, count = 1) => {
    const { game, events } = all[name];
    return games[game].events.slice(events, events + count).map(([, text]) => text);
};

/** The journal of a table that has come to this state. */
function journalOf({ game, seat, events, options = {} }) {
    const record = games[game];
    const { seats } = record;
    const create = {
        e: 'create', player: me.id, name: me.name, game: record.game, rules: record.rules ?? { photograph: 2, luz: 1, smitten: 2 }[record.game],
        seats, options: { ...record.options, ...options }, clock: { kind: 'none' }, listed: false, start: 'full', secret: '0'.repeat(64),
    };
    const chairs = Array.from({ length: seats }, (_, chair) => chair);
    /* The viewer is the first of the people, wherever they sit. */
    const personAt = (chair) => (seat === null ? chair + 1 : (chair - seat + seats) % seats);
    const happened = record.events.slice(0, events).map(([who, text]) => (who === 'deal' ? { e: 'deal', text } : { e: 'move', seat: who, text }));
    const whole = happened.length === record.events.length ? [{ e: 'over' }] : [];
    const sits = chairs.map((chair) => ({ e: 'sit', chair, player: playerOf(personAt(chair)), name: people[personAt(chair)] }));
    return [create, ...sits, { e: 'start', order: chairs }, ...happened, ...whole].map((event, n) => ({ n, at: 1700000000000 + n, text: JSON.stringify(event) }));
}

/** Runs in the page: stores the person and the journals, before the worker reads them. */
async function store({ me, journals }) {
    const request = indexedDB.open('parlor', 1);
    request.onupgradeneeded = () => {
        request.result.createObjectStore('me');
        request.result.createObjectStore('heads', { keyPath: 'table' });
        request.result.createObjectStore('events', { keyPath: ['table', 'n'] });
    };
    const db = await new Promise((done, failed) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error);
    });
    const work = db.transaction(['me', 'events'], 'readwrite');
    work.objectStore('me').put(me, 'me');
    for (const [table, events] of journals) for (const event of events) work.objectStore('events').put({ table, ...event });
    await new Promise((done, failed) => {
        work.oncomplete = done;
        work.onabort = () => failed(work.error);
    });
    db.close();
}

/** The address of a table. */
export const pathOf = (name) => `/offline/here-${String(Object.keys(all).indexOf(name)).padStart(11, '0')}`;

/** Puts all tables into the page's storage. */
export async function prepare(page) {
    await page.route('**/blank.html', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
    await page.goto('/blank.html');
    const journals = Object.entries(all).map(([name, table]) => [pathOf(name).split('/')[2], journalOf(table)]);
    await page.evaluate(store, { me, journals });
    await page.goto('/');
    await page.locator('main h1').first().waitFor();
}

/** Goes to a place of the page without loading it anew. */
export async function visit(page, path) {
    await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
    }, path);
}

/** Opens a table in its state. */
export async function open(page, name) {
    const table = all[name];
    await visit(page, pathOf(name));
    await page.waitForURL(`**${pathOf(name)}`);
    await page.locator('.screen[data-n] .place h2, .screen[data-n] .place .sentence').first().waitFor({ state: 'attached' });
    /* Shots are shown large for a moment. */
    await page.locator('.last-shots.held').waitFor({ state: 'detached' });
    if (table.hold !== undefined) await page.locator(`[data-place="${table.hold}"]`).click({ position: { x: 9, y: 12 } });
    if (table.hold !== undefined) await page.locator('.land .shot').first().waitFor();
    if (table.pick) await page.locator('.hands button.free').first().click();
    if (table.take) await page.locator('.sheet .cell').nth(2).click();
    if (table.events === Infinity) await page.locator('dialog[open] h2, dialog[open] h1').first().waitFor();
}
