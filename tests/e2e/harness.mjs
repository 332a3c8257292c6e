// The base of all end-to-end tests: the real server, Debian's Chromium by playwright-core, and a spy that
// reads the page's messages, so that tests know the table's state and that no move is unlisted.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const top = new URL('../../', import.meta.url);
const need = createRequire(new URL('web/package.json', top));
const { chromium } = need('playwright-core');
export const axeSource = need('axe-core').source;
export const screens = new URL('out/screens/', top).pathname;
mkdirSync(screens, { recursive: true });

/** The run's seed: it decides the deals on the device and the choice of moves. The server deals its own games. */
export const seed = Number(process.env.E2E_SEED ?? 1);

/** In the page and in its worker: repeatable random bytes. */
function drawBy(start) {
    let x = start >>> 0;
    crypto.getRandomValues = (array) => {
        const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
        for (let k = 0; k < bytes.length; k++) {
            x = (x + 0x6d2b79f5) >>> 0;
            let y = Math.imul(x ^ (x >>> 15), x | 1);
            y ^= y + Math.imul(y ^ (y >>> 7), y | 61);
            bytes[k] = (y ^ (y >>> 14)) & 255;
        }
        return array;
    };
}

/** Runs in the page before its own code. `offers`: tutorials are offered at first games. `hurry`: bots wait for nobody, not even at the pace "instant". */
function spyOn({ hurry, offers, ...settings }) {
    if (!offers && !localStorage.getItem('parlor.learn')) localStorage.setItem('parlor.learn', '{"offered":["photograph","luz","smitten"]}');
    if (!localStorage.getItem('parlor.settings')) localStorage.setItem('parlor.settings', JSON.stringify(settings));
    const spy = { tables: {}, events: {}, sights: {}, unlisted: [], sent: 0 };
    Object.assign(window, { parlorSpy: spy });
    /* The text that was folded over the old one: docs/protocol.md, Sights. */
    const unfold = (old, folded) => {
        let [text, place] = [old, 0];
        for (const piece of folded.matchAll(/~([?-Z]*[#->])([?-Z]*[#->])|[^~]+/g)) {
            if (piece[1] === undefined) text += piece[0].replaceAll("'", '"');
            else {
                const [skip, length] = [piece[1], piece[2]].map((digits) =>
                    [...digits].reduceRight((sum, digit) => sum * 28 + ((digit.charCodeAt(0) - 35) % 28), 0));
                place += skip % 2 ? -(skip + 1) / 2 : skip / 2;
                text += text.slice(place, place + length);
                place += length;
            }
        }
        return text.slice(old.length);
    };
    const heard = (message) => {
        if (!message || typeof message !== 'object' || 're' in message || !('table' in message)) return;
        const { events, sight, of, ...members } = message;
        if (sight !== undefined) {
            const text = unfold(of === undefined ? '' : spy.sights[message.table], sight);
            spy.sights[message.table] = text;
            Object.assign(members, JSON.parse(`{${text}}`));
        }
        (spy.events[message.table] ??= []).push(...(events ?? []));
        spy.tables[message.table] = { ...spy.tables[message.table], ...members };
    };
    const said = (message) => {
        if (message?.do !== 'move') return;
        spy.sent++;
        const legal = spy.tables[message.table]?.legal ?? [];
        if (!legal.includes(message.text) && !message.text.startsWith('say ')) spy.unlisted.push(message.text);
    };
    window.Worker = class extends window.Worker {
        constructor(...args) {
            super(...args);
            this.addEventListener('message', (event) => heard(event.data));
        }
        postMessage(message, ...more) {
            said(message);
            super.postMessage(hurry && message?.do === 'pace' ? { ...message, pace: 'none' } : message, ...more);
        }
    };
    window.WebSocket = class extends window.WebSocket {
        constructor(...args) {
            super(...args);
            this.addEventListener('message', (event) => heard(JSON.parse(event.data)));
        }
        send(text) {
            said(JSON.parse(text));
            super.send(text);
        }
    };
}

export const phone = { width: 360, height: 740 };
export const desk = { width: 1280, height: 800 };

export class Bench {
    constructor(program) {
        this.program = program;
        this.data = mkdtempSync(join(tmpdir(), 'parlor-e2e-'));
        this.faults = [];
        /* A separate object: a test's bench inherits from this one and may restart the server. */
        this.running = { server: null };
    }

    /** Starts the server (again): the same data and, after the first time, the same port. */
    async serve() {
        const args = ['serve', '--port', String(this.port ?? 0), '--data', this.data, '--bot-delay', '0', '--rate', '0'];
        const server = spawn(this.program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
        this.running.server = server;
        this.port = await new Promise((done, failed) => {
            let text = '';
            const read = (part) => {
                text += part;
                const found = /"event":"listening","port":"(\d+)"/.exec(text);
                if (found) done(Number(found[1]));
            };
            server.stdout.on('data', read);
            server.stderr.on('data', read);
            server.on('exit', (code) => failed(new Error(`the server ended with ${code}: ${text}`)));
            setTimeout(() => failed(new Error(`the server does not listen: ${text}`)), 20000).unref();
        });
        this.base = `http://localhost:${this.port}`;
    }

    async stopServer() {
        const { server } = this.running;
        if (!server || server.exitCode !== null || server.signalCode !== null) return;
        const gone = new Promise((done) => server.once('exit', done));
        server.kill('SIGTERM');
        await gone;
    }

    async open() {
        await this.serve();
        this.browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
    }

    async close() {
        await this.browser?.close();
        await this.stopServer();
        rmSync(this.data, { recursive: true, force: true });
    }

    /** A new person with a browser of their own. */
    async person({ size = desk, language = 'en', theme = 'light', touch = false, settings = {}, workers = 'block', hurry = true, offers = false } = {}) {
        const context = await this.browser.newContext({
            viewport: size, locale: language, colorScheme: theme, hasTouch: touch, isMobile: touch,
            serviceWorkers: workers, baseURL: this.base,
        });
        await context.addInitScript(spyOn, { pace: 'instant', motion: 'none', hints: 'ask', labels: 'off', hurry, offers, ...settings });
        if (workers === 'block') {
            const own = seed * 1000 + (this.people?.length ?? 0);
            await context.addInitScript(drawBy, own);
            /* Another number for each load of the page, or a second game would have the first one's id. */
            let load = 0;
            await context.route(/\/assets\/worker-[^/]*\.js$/, async (route) => {
                const number = own + 500 + 100003 * load++;
                /* A page that has left meanwhile needs no worker. */
                const whole = await route.fetch().then(async (response) => ({ response, text: await response.text() }), () => null);
                if (whole) await route.fulfill({ response: whole.response, body: `(${drawBy})(${number});\n${whole.text}` }).catch(() => undefined);
            });
        }
        const page = await context.newPage();
        this.people?.push(page);
        page.setDefaultTimeout(15000);
        page.on('pageerror', (error) => this.faults.push(`${page.url()}: ${error.message}`));
        page.on('console', (message) => {
            const text = message.text();
            const expected = /WebSocket connection|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|Failed to load resource/;
            if (message.type() === 'error' && !expected.test(text)) this.faults.push(`${page.url()}: ${text}`);
        });
        return page;
    }
}

export const idOf = (page) => /\/(?:t|offline)\/([^/?]+)/.exec(page.url())?.[1] ?? '';
/** The table's state as the page received it, and `shown`: the number of the last event on the screen. */
export const stateOf = (page, id = idOf(page)) =>
    page.evaluate((key) => {
        const state = window.parlorSpy.tables[key];
        return state ? { ...state, shown: Number(document.querySelector('.screen')?.dataset.n ?? -1) } : null;
    }, id);

/** The events that the page heard of at its table. */
export const eventsOf = (page, id = idOf(page)) => page.evaluate((key) => window.parlorSpy.events[key] ?? [], id);

/** The moves that the page sent though the engine had not listed them. */
export const unlisted = (page) => page.evaluate(() => window.parlorSpy.unlisted);

/** Waits until the table's state is as wanted. */
export async function until(page, wanted, what, limit = 20000) {
    const end = Date.now() + limit;
    for (;;) {
        const state = await stateOf(page).catch(() => null);
        if (state && wanted(state)) return state;
        if (Date.now() > end) throw new Error(`waited in vain for ${what}; n=${state?.n} phase=${state?.phase}`);
        await page.waitForTimeout(30);
    }
}

/** "Play now" on the home page; resolves at the table. */
export async function playNow(page, game, button = '.primary') {
    if (new URL(page.url()).pathname !== '/') await page.goto('/');
    const place = ['photograph', 'luz', 'smitten'].indexOf(game);
    await page.locator('article').nth(place).locator(button).first().click();
    await page.waitForURL(/\/offline\//);
    await until(page, (state) => state.phase !== 'open' && state.view, 'the deal');
}

/** Sets the browser's font size: 32 px is 200 %. Media queries in em follow it. */
export async function letters(page, standard) {
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
}

/** Nothing is wider than the window. */
export async function fits(page, where) {
    const over = await page.evaluate(() => {
        const place = document.querySelector('main.place') ?? document.documentElement;
        return Math.max(document.documentElement.scrollWidth - innerWidth, place.scrollWidth - place.clientWidth);
    });
    truth(over <= 0, `${where} is ${over} px wider than the window`);
}

/** Runs in the page: whether the text of an element is seen on the colours of the boxes that it is in. */
function reads(el) {
    if (!el || el.closest('svg')) return true;
    const rgb = (text) => {
        const [r, g, b, a = 1] = (text.match(/-?[\d.]+(e-?\d+)?/g) ?? [0, 0, 0, 0]).map(Number);
        return text.startsWith('color(') ? [r * 255, g * 255, b * 255, a] : [r, g, b, a];
    };
    const mixed = (top, below, alpha = 1) => below.map((x, k) => top[k] * top[3] * alpha + x * (1 - top[3] * alpha));
    const light = (colour) => {
        const [r, g, b] = colour.map((x) => (x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const boxes = [];
    let alpha = 1;
    for (let up = el; up; up = up.parentElement) {
        alpha *= Number(getComputedStyle(up).opacity);
        boxes.unshift(rgb(getComputedStyle(up).backgroundColor));
    }
    const below = boxes.reduce((ground, colour) => mixed(colour, ground), [255, 255, 255]);
    const style = getComputedStyle(el);
    const [a, b] = [light(below), light(mixed(rgb(style.color), below, alpha))];
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    return Math.max(a, b) / Math.min(a, b) >= (large ? 3 : 4.5);
}

/** No violation of axe's rules up to WCAG 2.2 AA. `decided`: contrasts that axe cannot tell because of a picture behind the
    text are decided by the plain colour below it, and what axe still leaves open by `reads`. */
export async function axe(page, where, decided = false) {
    if (decided) await page.evaluate(`window.parlorReads = ${reads}`);
    const found = await page.evaluate(async ([source, decided]) => {
        if (!window.axe) (0, eval)(source);
        const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
        /* Off by default: a button's text is part of its name. */
        const rules = { 'label-content-name-mismatch': { enabled: true } };
        const result = await window.axe.run(document, { runOnly: tags, rules, resultTypes: ['violations'] });
        const said = (list) => list.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((n) => n.target.join(' ')).join(' | ')}`);
        if (!decided) return said(result.violations);
        const plain = new CSSStyleSheet();
        plain.replaceSync('*, *::before, *::after { background-image: none !important; text-shadow: none !important; }');
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, plain];
        /* On the drawn glass of a rose window, and in a cell that is lit, letters have an edge of their own. */
        const contrast = await window.axe.run({ exclude: ['.rose', '.lit'] }, { runOnly: ['color-contrast'] });
        document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1);
        /* The cases that axe leaves open (signs of one letter, text beside others) are decided by the colours of the boxes below;
           text in drawings by the palette's test. */
        const undecided = contrast.incomplete
            .map((one) => ({ ...one, nodes: one.nodes.filter((node) => !window.parlorReads(document.querySelector(node.target[0]))) }))
            .filter((one) => one.nodes.length > 0);
        return [...said(result.violations), ...said(contrast.violations), ...said(undecided)];
    }, [axeSource, decided]);
    if (found.length > 0) throw new Error(`${where}: ${found.join('; ')}`);
}

export const equal = (a, b, what) => {
    if (a !== b) throw new Error(`${what}: ${JSON.stringify(a)} is not ${JSON.stringify(b)}`);
};
export const truth = (value, what) => {
    if (!value) throw new Error(what);
};
