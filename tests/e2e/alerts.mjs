// Alerts that call a player back to the table: the tab's title, a notification, sounds; and the running clocks.
// The test fakes permission and visibility, since a headless browser has neither.
import { equal, playNow, stateOf, truth, until } from './harness.mjs';
import { setTable, sitDown } from './online.mjs';
import { move, playOn } from './players.mjs';

/** In the page before its own code: a desktop's notifications, or a phone's, which only a service worker may show. */
function watchNotes({ answer, phone }) {
    const notes = (window.parlorNotes = []);
    class Fake {
        static permission = 'default';
        static async requestPermission() {
            Fake.permission = answer;
            return answer;
        }
        constructor(title, more) {
            if (phone) throw new TypeError('Illegal constructor');
            notes.push({ title, ...more, note: this });
        }
        close() {}
    }
    /* Permission lasts longer than a page. */
    if (localStorage.getItem('parlor.settings')?.includes('"notify":true')) Fake.permission = answer;
    window.Notification = Fake;
    ServiceWorkerRegistration.prototype.showNotification = async (title, more) => void notes.push({ title, ...more, worker: true });
    window.parlorHidden = false;
    Object.defineProperty(document, 'hidden', { get: () => window.parlorHidden });
}

/** In the page before its own code: records every rustle, the pitch of every tone, and the state of the audio context. */
function watchTones() {
    const tones = (window.parlorTones = []);
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
        const tone = { pitch: Math.round(this.frequency.value), heard: this.context.state };
        tones.push(tone);
        const look = () => (tone.heard = this.context.state);
        this.context.addEventListener('statechange', look);
        return start.call(this, when);
    };
    const rustle = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (when) {
        tones.push({ pitch: 0, heard: this.context.state });
        return rustle.call(this, when);
    };
}
const tonesOf = (page) => page.evaluate(() => window.parlorTones);
const notesOf = (page) => page.evaluate(() => window.parlorNotes.map(({ note, ...rest }) => rest));
const settingOf = (page, name) => page.locator('fieldset', { hasText: name });

async function wantsNotes(bench, { answer = 'granted', phone = false, workers = 'block' } = {}) {
    const page = await bench.person({ workers });
    await page.addInitScript(watchNotes, { answer, phone });
    await page.goto('/settings');
    await settingOf(page, 'Notification').locator('label', { hasText: 'on' }).click();
    return page;
}

/** Makes one move and waits for the next turn. */
async function roundOf(page) {
    const before = await until(page, (state) => state.legal.length > 0 && state.shown === state.n, 'a turn');
    await move(page, 'mouse', before, 0);
    return until(page, (state) => state.n > before.n + 1 && state.legal.length > 0, 'the next turn');
}

export const tests = [
    [
        'a friend’s move changes the title, and notifies only while the page is hidden',
        async (bench) => {
            const ann = await wantsNotes(bench);
            truth(await settingOf(ann, 'Notification').locator('label.on', { hasText: 'on' }).count(), 'the setting is on');
            const bob = await bench.person();
            const link = await setTable(ann, 'photograph', 2);
            await sitDown(bob, link);
            await ann.locator('.panel .button.primary').first().click();
            await Promise.all([ann, bob].map((page) => until(page, (state) => state.view, 'the deal')));
            const pages = [ann, bob];
            /* Plays until Bob's turn; then Ann's page is hidden. */
            const bobs = async () => {
                for (;;) {
                    const states = await Promise.all(pages.map((page) => stateOf(page)));
                    if (states[1].legal.length > 0 && states[0].legal.length === 0 && states[0].n === states[1].n) return;
                    if (states[0].legal.length > 0) await move(ann, 'mouse', states[0], 0);
                    else await ann.waitForTimeout(50);
                }
            };
            await bobs();
            await ann.waitForFunction(() => document.title === 'Photograph · Parlor');
            await ann.evaluate(() => (window.parlorHidden = true));
            await playOn(bob, 'mouse', { stop: (state) => state.legal.length === 0 });
            await until(ann, (state) => state.legal.length > 0, 'Ann’s turn');
            await ann.waitForFunction(() => document.title.startsWith('● Your turn: '));
            const line = await ann.locator('.bar .turn').innerText();
            const notes = await notesOf(ann);
            equal(notes.length, 1, 'notifications');
            equal(notes[0].title, 'Photograph', 'the notification’s title');
            equal(notes[0].body, line, 'the notification’s text');
            /* A click on it focuses the window and closes the notification. */
            await ann.evaluate(() => {
                window.focus = () => (window.parlorFocused = true);
                window.parlorNotes[0].note.onclick();
            });
            truth(await ann.evaluate(() => window.parlorFocused), 'the window is focused');
            await ann.evaluate(() => (window.parlorHidden = false));
            await bobs();
            await playOn(bob, 'mouse', { stop: (state) => state.legal.length === 0 });
            await until(ann, (state) => state.legal.length > 0, 'Ann’s next turn');
            await ann.waitForFunction(() => document.title.startsWith('● '));
            equal((await notesOf(ann)).length, 1, 'notifications while the page is visible');
        },
    ],
    [
        'a phone notifies through the service worker; without permission the setting stays off and says so',
        async (bench) => {
            const page = await wantsNotes(bench, { phone: true, workers: 'allow' });
            await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
            await playNow(page, 'luz');
            await page.evaluate(() => (window.parlorHidden = true));
            await roundOf(page);
            await page.waitForFunction(() => window.parlorNotes.length > 0);
            const [note] = await notesOf(page);
            equal(note.worker, true, 'by the worker');
            equal(note.data, new URL(page.url()).pathname, 'the table that a tap opens');

            const other = await wantsNotes(bench, { answer: 'denied' });
            await other.locator('.toast').waitFor();
            equal(await settingOf(other, 'Notification').locator('label.on', { hasText: 'off' }).count(), 1, 'the setting stays off');
        },
    ],
    [
        'sounds: none by default, then for a card, a turn and the end, also after a reload',
        async (bench) => {
            const page = await bench.person();
            await page.addInitScript(watchTones);
            await playNow(page, 'luz');
            await roundOf(page);
            equal((await tonesOf(page)).length, 0, 'tones while sounds are off');
            await page.goto('/settings');
            await settingOf(page, 'Sounds').locator('label', { hasText: 'on' }).click();
            await page.waitForFunction(() => window.parlorTones.length > 0 && window.parlorTones[0].heard === 'running');

            await playNow(page, 'smitten');
            /* A page may not play sounds until the first touch. */
            await page.reload();
            await until(page, (state) => state.view, 'the table after the reload');
            await playOn(page, 'mouse', { seed: 7 });
            await page.waitForFunction(() => window.parlorTones.some((tone) => tone.pitch === 392));
            const tones = await tonesOf(page);
            const pitches = new Set(tones.map((tone) => tone.pitch));
            for (const pitch of [523, 659, 392]) truth(pitches.has(pitch), `a tone of ${pitch} Hz`);
            truth(pitches.has(0), 'the rustle of a card');
            equal(tones.filter((tone) => tone.pitch > 0).at(-1).heard, 'running', 'the state of the last tone');
        },
    ],
    [
        'clocks: the player’s and the others’, running and in reserve',
        async (bench) => {
            const [ann, bob] = [await bench.person(), await bench.person()];
            const link = await setTable(ann, 'photograph', 2, 'live');
            await sitDown(bob, link);
            await ann.locator('.panel .button.primary').first().click();
            await Promise.all([ann, bob].map((page) => until(page, (state) => state.view, 'the deal')));
            const [mine] = await Promise.all([ann, bob].map((page) => stateOf(page)));
            const [acts, waits] = mine.legal.length > 0 ? [ann, bob] : [bob, ann];
            const seconds = (text) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
            const shown = async (place) => seconds((await place.innerText()).replace(/[^\d:]/g, ''));
            /* A minute per move and five in reserve: both see the running clock in the bar. */
            for (const page of [acts, waits]) {
                const left = await shown(page.locator('.bar .clock'));
                truth(left > 330 && left <= 360, `${left} seconds in the bar`);
            }
            const first = await shown(acts.locator('.bar .clock'));
            await acts.waitForFunction((was) => {
                const parts = document.querySelector('.bar .clock').textContent.match(/\d+/g).map(Number);
                return parts[0] * 60 + parts[1] < was;
            }, first);
            /* The menu shows all clocks: the mover's runs, the other's stands still at the reserve. */
            for (const page of [acts, waits]) {
                await page.keyboard.press('m');
                const rows = page.locator('dialog[open] .people li');
                await rows.nth(1).waitFor();
                equal(await rows.count(), 2, 'people in the menu');
                equal(await rows.locator('.clock:not(.still)').count(), 1, 'clocks that run');
                equal(await shown(rows.locator('.clock.still')), 300, 'seconds in reserve');
                await page.keyboard.press('Escape');
            }
            await playOn(acts, 'mouse', { stop: (state) => state.legal.length === 0 });
            await until(waits, (state) => state.legal.length > 0, 'the other’s turn');
            const next = await shown(waits.locator('.bar .clock'));
            truth(next > 330 && next <= 360, `${next} seconds on the player’s clock`);
        },
    ],
];
