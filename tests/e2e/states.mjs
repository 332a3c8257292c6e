// Tables in chosen states, reached at once: a recorded game (games.jsonl, written by `parlor sim --bots
// easy --seed 5`, the last by `--seats 3 --seed 9` as the 36th: it has a long film)
// is put into the page's own storage up to an event, and the real engine replays it. Nobody but the viewer is there
// to move, so a state stays as it is.
import { readFileSync } from 'node:fs';

const games = readFileSync(new URL('games.jsonl', import.meta.url), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const people = ['Guest 4f2a', 'Dominique', 'Олена', 'Bruno', 'Ada'];
const playerOf = (place) => String(place + 1).padStart(16, '0');
const me = { id: playerOf(0), name: people[0] };

/* How to go on from a state on the screen, by touch or mouse. */
const press = (target, touch) => (touch ? target.tap() : target.click());
const opened = (page) => page.locator('dialog[open] h2, dialog[open] h1').first().waitFor();
const hold = (place) => async (page) => {
    await page.locator(`[data-place="${place}"]`).click({ position: { x: 9, y: 12 } });
    await page.locator('.land .shot').first().waitFor();
};
const dialog = (button) => async (page) => {
    await page.locator(button).first().click();
    await opened(page);
};
const key = (name, shown) => async (page) => {
    await page.keyboard.press(name);
    await page.locator(shown).first().waitFor();
};
const pick = (page) => page.locator('.hands button.free').first().click();
const closed = async (page) => {
    await opened(page);
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
};
/** Over the table, by touch: a gap is tapped, and a question comes. */
async function tapGap(page) {
    await hold(0)(page);
    await page.locator('[data-gap]').nth(1).tap();
    await page.locator('.act .asking').waitFor();
}
async function chooseGlass(page, slot) {
    await page.locator(slot ? `[data-slot="${slot}"]` : '.glass.free').first().tap();
    await page.locator('.mine .go').waitFor();
}
/** The last card of a deal: its sheet opens before the next. */
async function endDeal(page, touch) {
    await press(page.locator('[data-slot="8"]'), touch);
    if (touch) await page.locator('.mine .go').tap();
    await opened(page);
}
/** A hint over the table. */
async function hint(page) {
    if ((await page.locator('section.guide').count()) === 0) await page.locator('.bar button.icon').first().click();
    await page.locator('section.guide.placed .move b').waitFor({ timeout: 60000 });
}

/** The aids of the table, with values on the own cards if there are such cards; they stay on in this browser. */
async function showAids(page) {
    await page.keyboard.press('a');
    await page.locator('aside[data-aids] .sets').waitFor();
    const values = page.locator('aside [aria-pressed=false]');
    if ((await values.count()) > 0) await values.click();
}
async function hideAids(page) {
    await page.keyboard.press('a');
    await page.locator('aside[data-aids]').waitFor({ state: 'detached' });
}
async function showValues(page) {
    await showAids(page);
    await hideAids(page);
    await page.locator('.glass .may').first().waitFor();
}
/** A card that is being marked: two values struck out, one noted. */
async function takePencil(page) {
    await page.keyboard.press('p');
    await page.locator('[data-pencil]').waitFor();
    await page.locator('[data-slot]').nth(3).click();
    await page.locator('dialog[open] [data-value]').first().waitFor();
    if ((await page.locator('dialog[open] .noted').count()) > 0) return;
    for (const value of [1, 2, 5, 5]) await page.locator(`dialog[open] [data-value="${value}"]`).click();
}
/** The same with the dialog put away: the mark stands on its card. */
async function marked(page) {
    await takePencil(page);
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
}

/* The question, and what the safety bead means. */
const question = ['.bids h2', '.safety small'];
/** All states by name: the record's line in games.jsonl (from 0), the viewer's seat (null: nobody's), how many of its
    events have happened, whether its maker permits `aids`, `more` events of the table after them, other options than the record's, and how to `go` on from there on the screen, or
    what to do at `each` size. `only`: by touch. `shows`: what has to be read there at every size. */
export const tables = {
    'photograph-2': { game: 0, seat: 0, events: 9 },
    'photograph-2-wind': { game: 0, seat: 0, events: 14, go: hold(0) },
    'photograph-2-asks': { game: 0, seat: 0, events: 14, only: 'touch', go: tapGap },
    'photograph-2-late': { game: 0, seat: 1, events: 37 },
    'photograph-3': { game: 1, seat: 0, events: 1 },
    'photograph-3-wind': { game: 1, seat: 0, events: 2, go: hold(2) },
    'photograph-3-long': { game: 8, seat: 0, events: 40 },
    'photograph-3-films': { game: 8, seat: 0, events: 40, only: 'touch', go: dialog('.tails') },
    'photograph-3-rival': { game: 8, seat: 1, events: 40, only: 'touch', go: dialog('.summary:nth-child(2)') },
    'photograph-3-last': { game: 8, seat: 0, events: 44 },
    'photograph-4': { game: 2, seat: 0, events: 1 },
    'photograph-4-take': { game: 2, seat: 0, events: 1, go: (page) => page.locator('.sheet .cell').nth(2).click() },
    'photograph-4-wind': { game: 2, seat: 0, events: 18, go: hold(0) },
    'photograph-4-sunset': { game: 2, seat: 0, events: 21 },
    'photograph-4-late': { game: 2, seat: 0, events: 37 },
    'photograph-4-late-wind': { game: 2, seat: 0, events: 38, go: hold(0) },
    'photograph-4-menu': { game: 2, seat: 0, events: 37, go: key('m', 'dialog[open] .acts') },
    'photograph-4-log': { game: 2, seat: 0, events: 37, go: key('l', 'aside li') },
    'photograph-4-hint': { game: 2, seat: 0, events: 1, each: hint },
    'photograph-4-watch': { game: 2, seat: null, events: 37 },
    'luz-3-bid': { game: 3, seat: 0, events: 3, shows: question },
    'luz-3': { game: 3, seat: 0, events: 6 },
    'luz-4-bid': { game: 4, seat: 0, events: 4, shows: question },
    'luz-4': { game: 4, seat: 0, events: 8, options: { memory: 'aided' } },
    'luz-4-later': { game: 4, seat: 0, events: 23 },
    'luz-4-chosen': { game: 4, seat: 0, events: 8, only: 'touch', go: (page) => chooseGlass(page) },
    'luz-4-played': { game: 4, seat: 0, events: 23, options: { memory: 'aided' }, go: dialog('.corners > button:not(.tool)') },
    'luz-4-sheet': { game: 4, seat: 0, events: 44, go: endDeal },
    'luz-4-hint': { game: 4, seat: 0, events: 8, each: hint },
    'luz-4-watch': { game: 4, seat: null, events: 23 },
    'luz-5-bid': { game: 5, seat: 0, events: 5, shows: question, options: { memory: 'aided' } },
    'luz-5': { game: 5, seat: 0, events: 10 },
    'luz-4-aids': { game: 4, seat: 0, events: 23, aids: true, go: showAids },
    'luz-4-values': { game: 4, seat: 0, events: 8, aids: true, go: showValues },
    'luz-5-values': { game: 5, seat: 0, events: 10, aids: true, go: showValues },
    'luz-4-pencil': { game: 4, seat: 0, events: 8, go: takePencil },
    'luz-4-marked': { game: 4, seat: 0, events: 8, go: marked },
    'photograph-4-aids': { game: 2, seat: 0, events: 37, aids: true, options: { memory: 'aided' }, go: showAids },
    'smitten-aids': { game: 6, seat: 0, events: 10, aids: true, go: showAids },
    smitten: { game: 6, seat: 0, events: 3 },
    'smitten-chosen': { game: 6, seat: 0, events: 10, go: pick },
    'smitten-carry': { game: 6, seat: 0, events: 9 },
    'smitten-solo': { game: 7, seat: 0, events: 1 },
    'smitten-solo-chosen': { game: 7, seat: 0, events: 13, go: pick },
    'smitten-log': { game: 6, seat: 0, events: 10, go: key('l', 'aside li') },
    'smitten-hint': { game: 6, seat: 0, events: 10, each: hint },
    'smitten-watch': { game: 6, seat: null, events: 10 },
    'photograph-4-dusk': { game: 2, seat: null, events: 21 },
    'photograph-4-asked': { game: 2, seat: 1, events: 2, more: [{ e: 'ask', seat: 0 }] },
    'smitten-carry-watch': { game: 6, seat: null, events: 9 },
    'photograph-watched': { game: 2, seat: null, events: Infinity },
    'luz-watched': { game: 4, seat: null, events: Infinity },
    'smitten-watched': { game: 6, seat: null, events: Infinity },
    'photograph-end': { game: 2, seat: 0, events: Infinity },
    'photograph-closed': { game: 8, seat: 0, events: Infinity, go: closed },
    'luz-end': { game: 4, seat: 0, events: Infinity },
    'luz-closed': { game: 4, seat: 0, events: Infinity, go: closed },
    'smitten-end': { game: 6, seat: 0, events: Infinity },
    'smitten-closed': { game: 6, seat: 0, events: Infinity, go: closed },
    ...(process.env.E2E_LONG && {
        'photograph-2-end': { game: 0, seat: 0, events: Infinity },
        'luz-5-end': { game: 5, seat: 0, events: Infinity },
        'smitten-solo-end': { game: 7, seat: 0, events: Infinity },
    }),
};

/** States from which a chosen move shows what it should or ends the game, and games that are over. They are in no list of
    screens. */
export const changes = {
    'photograph-dusk': { game: 0, seat: 1, events: 15 },
    'photograph-pin': { game: 0, seat: 0, events: 28 },
    'smitten-loses': { game: 6, seat: 0, events: 20 },
    'smitten-wins': { game: 7, seat: 0, events: 19 },
    'photograph-ends': { game: 1, seat: 2, events: 48 },
    'luz-ends': { game: 3, seat: 2, events: 135 },
    'luz-3-over': { game: 3, seat: 0, events: Infinity },
    'luz-5-over': { game: 5, seat: 0, events: Infinity },
};
const all = { ...tables, ...changes };
/** The moves of the record that come after a state. */
export const movesAfter = (name, count = 1) => {
    const { game, events } = all[name];
    return games[game].events.slice(events, events + count).map(([, text]) => text);
};

/** The journal of a table that has come to this state. */
function journalOf({ game, seat, events, more = [], options = {}, aids }) {
    const record = games[game];
    const { seats } = record;
    const create = {
        e: 'create', player: me.id, name: me.name, game: record.game, rules: record.rules ?? { photograph: 2, luz: 1, smitten: 2 }[record.game],
        seats, options: { ...record.options, ...options }, clock: { kind: 'none' }, listed: false, aids, start: 'full', secret: '0'.repeat(64),
    };
    const chairs = Array.from({ length: seats }, (_, chair) => chair);
    /* The viewer is the first of the people, wherever they sit. */
    const personAt = (chair) => (seat === null ? chair + 1 : (chair - seat + seats) % seats);
    const happened = record.events.slice(0, events).map(([who, text]) => (who === 'deal' ? { e: 'deal', text } : { e: 'move', seat: who, text }));
    const whole = happened.length === record.events.length ? [{ e: 'over' }] : [];
    const sits = chairs.map((chair) => ({ e: 'sit', chair, player: playerOf(personAt(chair)), name: people[personAt(chair)] }));
    return [create, ...sits, { e: 'start', order: chairs }, ...happened, ...whole, ...more].map((event, n) => ({ n, at: 1700000000000 + n, text: JSON.stringify(event) }));
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

/** Opens a table in its state, by touch or mouse. */
export async function open(page, name, touch = false) {
    const table = all[name];
    if ((await page.locator('dialog[open], aside').count()) > 0) await page.keyboard.press('Escape');
    if ((await page.locator('section.guide').count()) > 0) await page.locator('section.guide .acts button').last().click();
    await visit(page, pathOf(name));
    await page.waitForURL(`**${pathOf(name)}`);
    await page.locator('.screen[data-n] .place h2, .screen[data-n] .place .sentence').first().waitFor({ state: 'attached' });
    /* Shots are shown large for a moment. */
    await page.locator('.last-shots.held').waitFor({ state: 'detached' });
    await (table.go ?? (table.events === Infinity ? opened : null))?.(page, touch);
}
