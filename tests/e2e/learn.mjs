// Tutorials: each to its end by the keyboard in each language and by touch on a phone; wrong answers, coming back, the offer
// at the first game, and all of it with no network. E2E_LOOK=1 keeps a picture of every step on the phone.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { axe, equal, fits, phone, screens, truth } from './harness.mjs';
import { moveText } from './players.mjs';

const folder = new URL('../../learn/', import.meta.url);
const lessons = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
        const { game, chapters } = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
        return chapters.map((chapter) => ({ game, chapter, path: `/learn/${game}/${chapter.id}` }));
    });
const small = { width: 390, height: 844 };
const languages = ['en', 'uk', 'ru', 'fr'];

const words = Object.fromEntries(languages.map((language) => [language, readFileSync(new URL(`../po/${language}.po`, folder), 'utf8')]));
/** The text of an id, as the page sets it but for its spaces. */
function wordsOf(language, id) {
    const found = new RegExp(`^msgid "${id.replaceAll('.', '\\.')}"\nmsgstr (".*")$`, 'm').exec(words[language]);
    truth(found, `${language}.po has ${id}`);
    return JSON.parse(found[1]).replace(/\s+/g, ' ');
}
const footer = async (page) => (await page.locator('footer').innerText()).replace(/\s+/g, ' ');

/** What the learner may do at the question of a step, by the engine's own replay of the file. */
function stateAt(program, { game, chapter }, at) {
    const { steps, seat = 0, seats, options = {} } = chapter;
    const first = steps.slice(0, at + 1).findLastIndex((step) => step.deal);
    const pair = (text) => [/^deal /.test(text) ? 'deal' : Number(text.split(' ')[0]), text.slice(text.indexOf(' ') + 1)];
    const events = steps.slice(first, at + 1).flatMap((step, k) => {
        const before = [...(step.deal ? [['deal', step.deal]] : []), ...(step.before ?? []).map(pair)];
        if (first + k === at) return before;
        return [...before, ...(Array.isArray(step.accept) ? [[seat, step.accept[0]]] : []), ...(step.after ?? []).map(pair)];
    });
    const record = JSON.stringify({ parlor: 1, game, seats, options, events });
    const { stdout } = spawnSync(program, ['replay', '--legal', '--view', String(seat), '-'], { input: `${record}\n`, encoding: 'utf8' });
    const last = JSON.parse(stdout.trim().split('\n').at(-1));
    return { game, legal: last.legal?.[seat] ?? [], view: last.views?.[seat] };
}

const shows = (page, id) => page.locator(`[data-learn="${id}"]`).waitFor();
/** The board of a step stands, with all that the step marks. */
async function marked(page, step) {
    if (!step.mark) return;
    await page.waitForFunction((n) => document.querySelectorAll('[data-mark]').length >= n, step.mark.length).catch(() => {
        throw new Error(`${step.id}: the marks ${step.mark.join(', ')} are not all there`);
    });
}
const use = (page, how, locator) => (how === 'keys' ? locator.focus().then(() => page.keyboard.press('Enter')) : locator[how === 'touch' ? 'tap' : 'click']());

async function makeMove(page, how, state, text) {
    if (text.startsWith('say ')) return use(page, how, page.locator(`[data-say="${text.split(' ')[1]}"]`));
    return moveText(page, how, text, state);
}

async function answer(page, how, bench, lesson, at) {
    const step = lesson.chapter.steps[at];
    if (step.choices) {
        const k = step.choices.findIndex((choice) => choice.right);
        return use(page, how, page.locator('footer .choices button').nth(k));
    }
    const state = stateAt(bench.program, lesson, at);
    return makeMove(page, how, state, step.accept === 'any' ? state.legal[0] : step.accept[0]);
}

/** Plays a tutorial to its end. */
async function play(bench, lesson, how, language, look = async () => undefined) {
    const page = await bench.person({ language, ...(how === 'touch' ? { size: small, touch: true } : {}) });
    await page.goto(lesson.path);
    for (const [at, step] of lesson.chapter.steps.entries()) {
        await shows(page, step.id);
        truth((await footer(page)).includes(wordsOf(language, step.text)), `${lesson.path}, ${language}: the words of ${step.id}`);
        await marked(page, step);
        await look(page, step, '');
        const onward = page.locator('footer .primary');
        if (step.accept || step.choices) {
            await answer(page, how, bench, lesson, at).catch((reason) => {
                throw new Error(`${lesson.path} ${step.id} by ${how}: ${reason.message}`);
            });
            if (!step.done) continue;
            await onward.waitFor();
            truth((await footer(page)).includes(wordsOf(language, step.done)), `${lesson.path}, ${language}: what is said after ${step.id}`);
            await look(page, step, '-done');
        }
        /* The keyboard is where one goes on. */
        if (how === 'keys') {
            await page.waitForFunction(() => document.activeElement?.matches('footer .primary'));
            await page.keyboard.press('Enter');
        } else await onward.tap();
    }
    await shows(page, 'end');
    truth((await page.locator('main').innerText()).replace(/\s+/g, ' ').includes(wordsOf(language, lesson.chapter.end)), 'the last words');
    return page;
}

async function wrongAnswers(bench, lesson) {
    const page = await bench.person();
    await page.goto(lesson.path);
    let tried = 0;
    for (const [at, step] of lesson.chapter.steps.entries()) {
        await shows(page, step.id);
        const wrong = step.wrong?.find(({ moves, refused }) => moves && !refused);
        const choice = step.choices?.findIndex((one) => one.wrong) ?? -1;
        if (wrong) await makeMove(page, 'mouse', stateAt(bench.program, lesson, at), wrong.moves[0]);
        else if (choice >= 0) await page.locator('footer .choices button').nth(choice).click();
        if (wrong || choice >= 0) {
            const said = wordsOf('en', wrong?.text ?? step.choices[choice].wrong);
            await page.locator('footer .answer.wrong', { hasText: said.slice(0, 40) }).waitFor();
            await page.locator('[role=log]', { hasText: said.slice(0, 40) }).waitFor({ state: 'attached' });
            equal(await page.locator('[data-learn]').getAttribute('data-learn'), step.id, 'the step');
            tried++;
        }
        await page.locator('footer .ways .button').last().click();
    }
    await shows(page, 'end');
    truth(tried >= 3, `${lesson.path}: ${tried} wrong answers tried`);
}

export const tests = [
    [
        'tutorials: each to its end by the keyboard, in each language',
        async (bench) => {
            for (const lesson of lessons)
                await Promise.all(languages.map((language) => play(bench, lesson, 'keys', language).then((page) => page.context().close())));
        },
    ],
    [
        'tutorials: each to its end by touch on a phone, and a first game after it',
        async (bench) => {
            for (const [k, lesson] of lessons.entries()) {
                const look = async (page, step, more) => {
                    if (process.env.E2E_LOOK) await page.screenshot({ path: `${screens}learn-phone-${lesson.game}-${lesson.chapter.id}-${step.id}${more}.png` });
                    await fits(page, `${lesson.path} ${step.id}`);
                };
                const page = await play(bench, lesson, 'touch', languages[k % 4], look);
                await axe(page, `${lesson.path}: the end`);
                if (k === 0) {
                    await page.locator('main .primary').tap();
                    await page.waitForURL(/\/offline\//);
                }
                await page.context().close();
            }
        },
    ],
    [
        'tutorials: wrong answers are told what they would do, and the board returns',
        (bench) => Promise.all(lessons.map((lesson) => wrongAnswers(bench, lesson))),
    ],
    [
        'tutorials: skip, back, on another day, start again; a try that the rules refuse',
        async (bench) => {
            const page = await bench.person();
            const lesson = lessons.find(({ path }) => path === '/learn/smitten/pair');
            const { steps } = lesson.chapter;
            await page.goto('/learn');
            await page.locator(`a[href="${lesson.path}"]`).waitFor();
            await axe(page, 'Learn');
            await fits(page, 'Learn');
            await page.screenshot({ path: `${screens}learn-hub.png` });
            await page.locator(`a[href="${lesson.path}"]`).click();
            await shows(page, steps[0].id);
            for (const step of steps.slice(1, 3)) {
                await page.locator('footer .ways .button').last().click();
                await shows(page, step.id);
                await axe(page, `${lesson.path} ${step.id}`);
            }
            await page.locator('footer .ways .button').first().click();
            await shows(page, steps[1].id);
            await page.reload();
            await shows(page, steps[1].id);
            await page.goto('/learn');
            await page.locator(`a[href="${lesson.path}"]`, { hasText: `Step 2 of ${steps.length}` }).click();
            await shows(page, steps[1].id);
            await page.locator('footer button', { hasText: 'Start again' }).click();
            await shows(page, steps[0].id);
            /* A card that fits nowhere cannot be picked; the table tells why in the tutorial's own words. */
            const at = steps.findIndex((step) => step.wrong?.some(({ refused }) => refused));
            for (let k = 0; k < at; k++) {
                await page.locator('footer .ways .button').last().click();
                await shows(page, steps[k + 1].id);
            }
            const one = steps[at].wrong.find(({ refused }) => refused);
            await page.locator(`[data-card="${one.moves[0].replace(/\D/g, '')}"]`).click();
            await page.getByText(wordsOf('en', one.text)).first().waitFor();
            await page.goto('/learn/no-such-game');
            await page.waitForURL(/\/learn$/);
        },
    ],
    [
        'tutorials: offered once, before the first game',
        async (bench) => {
            const page = await bench.person({ offers: true });
            const button = page.locator('article').nth(2).locator('.primary').first();
            await page.goto('/');
            await button.click();
            await axe(page, 'the offer');
            await page.locator('dialog .primary').click();
            await page.waitForURL(/\/learn\/smitten\/pair/);
            await page.goto('/');
            await button.click();
            await page.waitForURL(/\/offline\//);
            const other = await bench.person({ offers: true, size: phone, touch: true });
            await other.goto('/');
            const alone = other.locator('article').nth(2).locator('.more button').first();
            await alone.tap();
            await other.screenshot({ path: `${screens}learn-offer.png` });
            await fits(other, 'the offer');
            await other.locator('dialog .button:not(.primary)').tap();
            await other.waitForURL(/\/offline\//);
            await other.goto('/');
            await alone.tap();
            await other.waitForURL(/\/offline\//);
            equal(await other.locator('dialog[open]').count(), 0, 'a second offer');
        },
    ],
    [
        'tutorials: without any network',
        async (bench) => {
            const page = await bench.person({ workers: 'allow' });
            await page.goto('/');
            await page.evaluate(() => navigator.serviceWorker.ready);
            await page.context().setOffline(true);
            const lesson = lessons.at(-1);
            await page.goto(lesson.path);
            await shows(page, lesson.chapter.steps[0].id);
            await marked(page, lesson.chapter.steps[0]);
            await page.locator('footer .ways .button').last().click();
            await shows(page, lesson.chapter.steps[1].id);
        },
    ],
];
