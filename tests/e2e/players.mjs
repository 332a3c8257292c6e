// Makes moves as people do: by mouse, by touch or by keyboard alone, in each game's own way. The moves are chosen
// from the engine's list.
import { idOf, seed as run, stateOf, until } from './harness.mjs';

/* A repeatable random number. */
function mixed(seed) {
    let x = seed * 2654435761;
    return () => {
        x = (Math.imul(x ^ (x >>> 15), 2246822519) + 374761393) >>> 0;
        return x / 4294967296;
    };
}

const press = (page, how, selector) => {
    const target = page.locator(selector).first();
    return how === 'touch' ? target.tap({ timeout: 8000 }) : target.click({ timeout: 8000 });
};

/** By keys only: Tab until an element of the group is focused, then arrows until it is the wanted one. */
async function reach(page, group, wanted = group, arrows = ['ArrowRight', 'ArrowDown']) {
    const look = () =>
        page.evaluate(
            ([one, other]) => {
                const here = document.activeElement;
                return { group: here?.matches(one), wanted: here?.matches(other), what: here?.outerHTML.slice(0, 300) };
            },
            [group, wanted],
        );
    let at = await look();
    for (let k = 0; !at.group; k++) {
        if (k > 90) throw new Error(`no way by Tab to ${group}`);
        await page.keyboard.press('Tab');
        at = await look();
    }
    let edges = 0;
    for (let k = 0; !at.wanted; k++) {
        if (k > 80) throw new Error(`no way by arrows to ${wanted}`);
        const before = at.what;
        await page.keyboard.press(arrows[edges % arrows.length]);
        at = await look();
        /* At an edge: another direction, from the start of the row. */
        if (before !== at.what) continue;
        edges++;
        await page.keyboard.press('Home');
        at = await look();
    }
}

const photograph = {
    async take(page, how, text) {
        if (how === 'mouse') return press(page, how, `[data-stop="${text}"]`);
        if (how === 'keys') {
            await reach(page, '[data-stop]', `[data-stop="${text}"]`, ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']);
            return page.keyboard.press('Enter');
        }
        /* By touch: tap a photo at the wanted end of the row, then the number, then the button. */
        const [row, side, n] = [Number(text[5]) - 1, text[6], text[7]];
        const cells = page.locator(`.cell[data-stop^="${row}:"]`);
        await cells[side === 'L' ? 'first' : 'last']().tap();
        const many = page.locator('.act .pick', { hasText: n });
        if ((await many.getAttribute('aria-pressed')) !== 'true') await many.tap();
        return press(page, how, '.act .go');
    },
    async wind(page, how, text) {
        const [from, to] = text.slice(5).split('>').map((x) => Number(x) - 1);
        if (how === 'keys') {
            await reach(page, '[data-place]', `[data-place="${from}"]`, ['ArrowRight', 'ArrowRight']);
            await page.keyboard.press('Enter');
            await reach(page, '[data-place]', `[data-place="${to}"]`, ['ArrowRight', 'ArrowRight']);
            return page.keyboard.press('Enter');
        }
        await press(page, how, `[data-place="${from}"]`);
        /* By touch the gap itself is tapped, not the card of that place. */
        await press(page, how, how === 'touch' ? `[data-gap="${to}"]` : `[data-place="${to}"]`);
        if (how === 'touch') await press(page, how, '.act .primary');
    },
    move(page, how, text) {
        return text.startsWith('take') ? this.take(page, how, text) : this.wind(page, how, text);
    },
};

const luz = {
    /** Between deals the score sheet is shown first; goes on to the next deal. */
    async ready(page, how, wanted) {
        const next = page.locator('dialog[open] .go.wide');
        for (let k = 0; k < 200; k++) {
            if (await next.count()) {
                if (how === 'keys') await page.keyboard.press('Enter');
                else await next.first()[how === 'touch' ? 'tap' : 'click']();
            } else if (await page.locator(wanted).count()) return;
            await page.waitForTimeout(50);
        }
    },
    async move(page, how, text) {
        const [kind, what] = text.split(' ');
        await this.ready(page, how, kind === 'bid' ? '[data-beads]' : '[data-slot]');
        if (kind === 'play') {
            if (how === 'keys') {
                await reach(page, '[data-slot]', `[data-slot="${what}"]`, ['ArrowRight', 'ArrowRight']);
                return page.keyboard.press('Enter');
            }
            await press(page, how, `[data-slot="${what}"]`);
            if (how === 'touch') await press(page, how, '.mine .go');
            return;
        }
        const beads = what.replace('+', '');
        const safe = what.endsWith('+');
        const safety = page.locator('.bids .safety');
        if (how === 'keys') {
            await reach(page, '[data-beads]', `[data-beads="${beads}"]`, ['ArrowRight', 'ArrowRight']);
            await page.keyboard.press('Space');
            if (safe !== ((await safety.getAttribute('aria-checked')) === 'true')) {
                await reach(page, '.bids .safety');
                await page.keyboard.press('Space');
            }
            await reach(page, '.bids .go');
            return page.keyboard.press('Enter');
        }
        await press(page, how, `[data-beads="${beads}"]`);
        if (safe !== ((await safety.getAttribute('aria-checked')) === 'true')) await press(page, how, '.bids .safety');
        return press(page, how, '.bids .go');
    },
};

const smitten = {
    parse(text) {
        const [kind, what = '', call = ''] = text.split(' ');
        const found = /^([AB]?)(\d?)([LR]?)$/.exec(what) ?? [];
        return { kind, hand: found[1] ?? '', card: found[2] ?? '', square: found[3] ?? '', call };
    },
    async move(page, how, text, state) {
        const one = this.parse(text);
        const forced = state.view.pending?.must === 'place-top' || state.view.flipped !== null;
        if (one.kind === 'flip') {
            if (how !== 'keys') return press(page, how, `[data-card="${one.hand}closed"]`);
            /* Each hand is one Tab stop; arrows move along it. */
            await reach(page, `.hands [data-card^="${one.hand}"]`, `[data-card="${one.hand}closed"]`, ['ArrowRight', 'ArrowRight']);
            return page.keyboard.press('Enter');
        }
        const source = `.hands [data-card="${one.hand}${one.card}"]`;
        if (!forced) {
            if (how === 'keys') {
                /* The digit key cycles through the cards of that number. */
                for (let k = 0; k < 5; k++) {
                    await page.keyboard.press(one.card);
                    if (await page.evaluate((s) => document.activeElement?.matches(s) ?? false, source)) break;
                }
                await page.keyboard.press('Enter');
                /* A try that the partner forestalled may have picked it already; a second press would put it back. */
            } else if ((await page.locator(source).first().getAttribute('aria-pressed')) !== 'true') await press(page, how, source);
        }
        if (one.kind === 'reveal' && how !== 'touch') return;
        /* The card's actions are buttons below, in the order of the list; both announcements of a 5 share one. */
        const own = state.legal.map((legal) => this.parse(legal)).filter((m) => m.kind !== 'flip' && m.hand === one.hand && m.card === one.card);
        const places = [...new Set(own.map((m) => m.kind + m.square))];
        const index = places.indexOf(one.kind + one.square);
        const button = page.locator('.acts button').nth(index);
        if (how === 'mouse' && one.square) await press(page, how, `[data-cell="${one.square}${one.card}"]`);
        else if (how === 'keys') {
            if (forced) await reach(page, '.acts button');
            else await page.waitForFunction(() => document.activeElement?.matches('.acts button'));
            for (let k = 0; k < index; k++) await page.keyboard.press('ArrowRight');
            await page.keyboard.press('Enter');
        } else await button[how === 'touch' ? 'tap' : 'click']();
        const calls = own.filter((m) => m.kind === one.kind && m.square === one.square && m.call);
        if (calls.length < 2) return;
        const call = page.locator('.acts .go').nth(calls.findIndex((m) => m.call === one.call));
        await call.waitFor();
        if (how !== 'keys') return call[how === 'touch' ? 'tap' : 'click']();
        await reach(page, '.acts button');
        for (let k = 0; k < calls.findIndex((m) => m.call === one.call); k++) await page.keyboard.press('ArrowRight');
        return page.keyboard.press('Enter');
    },
};

const tables = { photograph, luz, smitten };

/** Makes a move by hand, at a table that stands as in `state`: its game, legal moves and view. */
export const moveText = (page, how, text, state) => tables[state.game].move(page, how, text, state);

/** Makes one listed move by hand; false if another player was faster. */
export async function move(page, how, state, choice) {
    const text = state.legal[Math.floor(choice * state.legal.length)];
    try {
        await tables[state.game].move(page, how, text, state);
    } catch (reason) {
        const now = await stateOf(page);
        if (now.n !== state.n) return false;
        throw new Error(`${state.game}, ${text} by ${how}: ${reason.message}`);
    }
    await until(page, (now) => now.n > state.n, `${text} by ${how} to be carried out`, 10000);
    return true;
}

/** Makes this listed move. */
export async function moveBy(page, how, text) {
    const state = await until(page, (now) => now.legal.includes(text) && now.shown === now.n, `${text} to be listed`);
    await move(page, how, state, (state.legal.indexOf(text) + 0.5) / state.legal.length);
}

/** Plays until the game is over, or `stop` accepts the state. A `polite` player lets the other begin a shared turn. */
export async function playOn(page, how, { seed = 1, limit = 150000, stop = () => false, polite = false } = {}) {
    const chance = mixed(seed + 100 * (run - 1));
    const end = Date.now() + limit;
    for (;;) {
        /* A move needs a screen that shows the present state. */
        const due = (now) => now.phase === 'over' || (now.legal.length > 0 && now.shown === now.n) || stop(now);
        const state = await until(page, due, 'a turn', 30000);
        if (state.phase === 'over' || stop(state)) return state;
        if (polite && state.view.phase === 'turn') {
            const begun = await until(page, (now) => now.n > state.n, 'the other to begin', 5000).catch(() => null);
            if (begun) continue;
        }
        if (Date.now() > end) throw new Error(`the game at ${idOf(page)} takes too long (n=${state.n})`);
        await move(page, how, state, chance());
    }
}
