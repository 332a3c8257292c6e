// The words of the page are true: the score sheet, take-backs, texts for watchers, waiting rooms, finished games.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { axe, desk, equal, eventsOf, playNow, screens, stateOf, truth, until } from './harness.mjs';
import { setTable } from './online.mjs';
import { move, playOn } from './players.mjs';
import { open as openTable, prepare } from './states.mjs';

const ready = (now) => now.legal.length > 0 && now.shown === now.n;
const half = (back) => (back.endsWith('-') ? '1–6' : '7–12');
/** A card of a film as the sheet shall write it. */
const written = (one) => (one.card ?? one.was ? (one.card ?? one.was).slice(1) : half(one.back));

async function openMenu(page) {
    await page.keyboard.press('m');
    await page.locator('dialog[open] .acts').waitFor();
}
const closeMenu = async (page) => {
    await page.keyboard.press('Escape');
    await page.locator('dialog[open] .acts').waitFor({ state: 'detached' });
};

/** Against bots alone: refused before the first move, then offered with what it undoes, and done. */
async function takeBack(page) {
    await until(page, ready, 'a turn');
    await openMenu(page);
    const button = page.locator('dialog[open] .undo');
    await button.getByText('You have not made a move yet').waitFor();
    truth(await button.isDisabled(), 'nothing to take back before the own first move');
    await closeMenu(page);
    /* A take and a wind; then the bots, and the own turn again. */
    let before = await until(page, ready, 'a turn');
    for (let k = 0; k < 2; k++) {
        before = await until(page, ready, 'a turn');
        await move(page, 'mouse', before, 0.4);
    }
    await until(page, (now) => ready(now) && now.n > before.n + 2, 'the own turn after the bots');
    await openMenu(page);
    await button.getByText('From then on the game is practice').waitFor();
    truth(/Undoes: Move from .*moves? after it/.test(await button.innerText()), `what it undoes: ${await button.innerText()}`);
    await button.click();
    const after = await until(page, (now) => now.practice && ready(now), 'the position before the move');
    equal(JSON.stringify([after.legal, after.view.field]), JSON.stringify([before.legal, before.view.field]), 'the position');
    await page.locator('.toast', { hasText: 'this game is practice' }).waitFor();
}

/** Each film of the sheet in full, no number cut, at this size. */
async function readSheet(page, view, where) {
    const films = await page.evaluate(() => {
        const out = [];
        for (const ol of document.querySelectorAll('dialog[open] [data-film]')) {
            const box = ol.closest('li[data-seat]');
            const edge = box.getBoundingClientRect();
            const cut = [...ol.querySelectorAll('li')].filter((li) => {
                const [text, frame] = [li.querySelector('b').getBoundingClientRect(), li.getBoundingClientRect()];
                return text.left < frame.left - 0.5 || text.right > frame.right + 0.5 || frame.right > edge.right || parseFloat(getComputedStyle(li).fontSize) < 11;
            });
            out.push({ seat: Number(box.dataset.seat), film: ol.dataset.film, cards: [...ol.querySelectorAll('b')].map((b) => b.innerText), cut: cut.length });
        }
        return out;
    });
    equal(films.reduce((sum, one) => sum + one.cut, 0), 0, `cards that are cut, ${where}`);
    const told = films.map((one) => `${one.seat} ${one.film}: ${one.cards.join(' ')}`).sort();
    const true_ = view.players.flatMap((player, seat) =>
        Object.entries(player.films).filter(([, film]) => film.cards.length > 0).map(([film, { cards }]) => `${seat} ${film}: ${cards.map(written).join(' ')}`)).sort();
    equal(told.join('; '), true_.join('; '), `the films, ${where}`);
}

/** The sheet's films begin with those that the engine finds in the record before its last move; a blurry card may be told by
    its value at last. */
async function likeRecord(bench, page, file, seats) {
    const views = Array.from({ length: seats }, (_, seat) => ['--view', String(seat)]).flat();
    const lines = execFileSync(bench.program, ['replay', ...views, file], { encoding: 'utf8' }).trim().split('\n').map((line) => JSON.parse(line));
    const { players } = Object.values(lines.filter((line) => line.views).at(-1).views)[0];
    const told = await page.evaluate(() => [...document.querySelectorAll('dialog[open] [data-film]')].map((ol) => ({
        seat: Number(ol.closest('li[data-seat]').dataset.seat), film: ol.dataset.film, cards: [...ol.querySelectorAll('b')].map((b) => b.innerText),
    })));
    const fits = (text, one) => text === written(one) || (!one.card && (Number(text) <= 6) === (half(one.back) === '1–6'));
    players.forEach((player, seat) => {
        for (const [film, { cards }] of Object.entries(player.films)) {
            const mine = told.find((one) => one.seat === seat && one.film === film)?.cards ?? [];
            truth(cards.every((one, k) => fits(mine[k] ?? '', one)) && mine.length <= cards.length + 3, `${seat} ${film}: ${mine.join(' ')} for ${cards.map(written).join(' ')}`);
        }
    });
}

/** The films in this part of the screen, each frame with its text and whether it is whole. */
const framesIn = (page, where) =>
    page.evaluate((where) => {
        const out = {};
        const inside = (a, b) => a.left >= b.left - 0.5 && a.right <= b.right + 0.5 && a.top >= b.top - 0.5 && a.bottom <= b.bottom + 0.5;
        for (const film of document.querySelectorAll(`${where} .film`)) {
            const strip = film.querySelector('.strip').getBoundingClientRect();
            const whole = { left: 0, right: innerWidth, top: strip.top, bottom: strip.bottom };
            out[film.dataset.film] = [...film.querySelectorAll('.frame b')].map((b) => {
                const [text, frame] = [document.createRange(), b.closest('.frame').getBoundingClientRect()];
                text.selectNodeContents(b);
                const box = text.getBoundingClientRect();
                const middle = { left: box.left, right: box.right, top: (box.top + box.bottom) / 2, bottom: (box.top + box.bottom) / 2 };
                const good = inside(middle, frame) && inside(frame, strip) && inside(strip, whole) && parseFloat(getComputedStyle(b).fontSize) >= 11;
                return good ? b.innerText : `${b.innerText} (cut)`;
            });
        }
        return out;
    }, where);

/** Films of eight and more frames are whole on the table and in their dialogs, and say what the engine says. */
async function longFilms(bench) {
    const sizes = { mouse: [[1024, 700], [1280, 800], [1920, 1080]], touch: [[320, 640], [390, 844], [844, 390]] };
    for (const [how, list] of Object.entries(sizes)) {
        const page = await bench.person({ size: { width: list[0][0], height: list[0][1] }, touch: how === 'touch' });
        await prepare(page);
        const names = how === 'touch' ? { 'photograph-3-films': 'dialog[open]', 'photograph-3-rival': 'dialog[open]' } : { 'photograph-3-long': 'main' };
        for (const [name, where] of Object.entries(names)) {
            await openTable(page, name, how === 'touch');
            const { view } = await stateOf(page);
            for (const [width, height] of list) {
                await page.setViewportSize({ width, height });
                await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
                const films = await framesIn(page, where);
                truth(Object.keys(films).length > 0, 'films');
                for (const [film, told] of Object.entries(films)) {
                    const [seat, colour] = film.split(':');
                    equal(told.join(' '), view.players[seat].films[colour].cards.map(written).join(' '), `${name}, film ${film} at ${width}x${height}`);
                }
            }
        }
        /* On a phone the strip of films shows the last frame as it is: a blurry one by its half. */
        if (how === 'mouse') continue;
        await page.keyboard.press('Escape');
        const { view } = await stateOf(page);
        const me = view.players[view.seat].films;
        const tails = await page.locator('.tail').evaluateAll((all) => all.map((one) => one.querySelector('.frame b')?.innerText ?? ''));
        const last = Object.values(me).map(({ cards }) => (cards.length > 0 ? written(cards.at(-1)) : ''));
        equal(tails.join(' '), last.join(' '), 'the last frames on a phone');
        const aloud = await page.locator('.tails .sr').textContent();
        for (const { cards } of Object.values(me)) for (const one of cards) truth(aloud.includes(written(one)), `${written(one)} is heard in: ${aloud}`);
    }
}

/** A film of 14 frames is as whole as a short one. */
const lengthen = (page) =>
    page.evaluate(() => {
        const ol = document.querySelector('dialog[open] [data-film]');
        for (let k = 0; k < 14; k++) {
            const li = ol.querySelector('li').cloneNode(true);
            li.querySelector('b').innerText = '12';
            ol.append(li);
        }
        const edge = ol.closest('li[data-seat]').getBoundingClientRect().right;
        return [...ol.querySelectorAll('b')].every((b) => b.getBoundingClientRect().right <= edge);
    });

/** What happened since the own last move, from the own seat, and back to the table. */
async function lookBack(page) {
    const before = await until(page, (now) => ready(now), 'a turn');
    await openMenu(page);
    await page.locator('dialog[open] .acts a', { hasText: 'What happened' }).click();
    await page.locator('.replay[data-step="0"]').waitFor();
    equal(await page.locator('.replay select, .replay footer > .button, .replay header button').count(), 0, 'no other eyes, no sharing, no review');
    truth((await page.locator('.replay .said').first().innerText()).length > 3, 'the own move is told');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    /* The address has the table's own number, so that it means the same moment when the game has gone on. */
    const steps = Number(await page.locator('.line input').getAttribute('max'));
    const told = new URL(page.url());
    equal(told.search, '?past', 'the address of what happened');
    truth(Number(told.pathname.split('/').pop()) > steps, `${told.pathname}: events before the own last move count, too`);
    const words = await page.locator('.replay .said').first().innerText();
    await page.reload();
    await page.locator(`.replay[data-step="${Math.max(0, steps - 1)}"]`).waitFor();
    equal(await page.locator('.replay .said').first().innerText(), words, 'the same moment after a reload');
    await page.locator('.replay header a').click();
    const after = await until(page, (now) => ready(now), 'the table again');
    equal(after.n, before.n, 'nothing has happened meanwhile');
}

async function sheet(bench) {
    const page = await bench.person();
    await page.goto('/');
    await playNow(page, 'photograph');
    await takeBack(page);
    await lookBack(page);
    const end = await playOn(page, 'mouse');
    const dialog = page.locator('dialog[open]').last();
    await dialog.locator('[data-film]').first().waitFor();
    await dialog.getByText('Practice: moves were taken back').waitFor();
    for (const size of [{ width: 320, height: 640 }, { width: 390, height: 844 }, desk]) {
        await page.setViewportSize(size);
        await page.waitForTimeout(100);
        await readSheet(page, end.view, `at ${size.width}`);
        await page.screenshot({ path: `${screens}sheet-${size.width}.png` });
    }
    const aloud = await dialog.innerText();
    truth(!/your Good Shot/.test(aloud), 'nobody else has "your Good Shot"');
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByText('Download the record').click()]);
    const record = JSON.parse(readFileSync(await download.path(), 'utf8'));
    equal(record.practice, true, 'the record is marked as practice');
    await likeRecord(bench, page, await download.path(), record.seats);
    /* The points stand on the sheet and in the ranking above it. */
    for (const [list, text] of [['.ranks', '.head b'], ['.ranking', '.points .sr']]) {
        const rows = await dialog.locator(`${list} > li`).evaluateAll((all, text) => all.map((li) => [li.dataset.seat, li.querySelector(text).textContent]), text);
        equal(rows.length, record.result.scores.length, `rows of ${list}`);
        for (const [seat, words] of rows) equal(parseInt(words.replace('−', '-'), 10), record.result.scores[seat], `points of ${seat} in ${list}`);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    truth(await lengthen(page), 'a film of any length is whole');
    /* The list of finished games tells the result and the date. */
    await page.goto('/');
    const row = page.locator('[aria-labelledby=done] li').first();
    await row.locator('time').waitFor();
    const words = await row.innerText();
    const own = end.result.scores[end.you.seat];
    const won = end.result.winners.includes(end.you.seat);
    truth(words.includes(won ? 'won' : 'lost') || words.includes('Shared'), `the result: ${words}`);
    truth(words.includes(`${String(own).replace('-', '−')} :`) && words.includes('practice'), `the own points first: ${words}`);
}

/** In the others' films the Good Shot is theirs or the viewer's by another word, also in what only screen readers hear. */
async function goodShots(bench) {
    const page = await bench.person();
    await prepare(page);
    await openTable(page, 'photograph-4-late');
    const { view, people } = await stateOf(page);
    const names = view.players.map((_, seat) => people.find((one) => one.seat === seat)?.name);
    const heard = await page.locator('[data-film] > .sr').evaluateAll((all) => all.map((one) => [one.parentElement.dataset.film, one.textContent.split('. ').at(-1)]));
    const told = new Set();
    equal(heard.length, view.seats * Object.keys(view.good).length, 'films');
    for (const [film, words] of heard) {
        const [seat, colour] = film.split(':');
        const [owner, holder] = [Number(seat), view.good[colour]];
        const own = owner === view.seat ? 'your Good Shot' : 'you hold the Good Shot';
        equal(words, holder === null ? 'Good Shot with 3 photos' : holder === view.seat ? own : `Good Shot: ${names[holder]}`, `film ${film}`);
        told.add(words.replace(/:.*/, ''));
    }
    equal([...told].sort().join(', '), 'Good Shot, Good Shot with 3 photos, you hold the Good Shot, your Good Shot', 'all cases');
}

/** The partner leaves the person time; a plain button leaves the turn to the partner, who plays. */
async function youBegin(bench) {
    const page = await bench.person({ hurry: false, settings: { pace: 'slow' }, size: { width: 390, height: 844 } });
    await page.goto('/');
    await playNow(page, 'smitten');
    const { you: { seat } } = await until(page, (now) => now.view.phase === 'turn' && now.shown === now.n, 'a turn');
    const partner = await until(page, (now) => now.view.said[1 - seat], 'the signal of the partner').then((now) => now.view.said[1 - seat]);
    const moves = async () => (await eventsOf(page)).filter((one) => one.e === 'move' && !one.text.startsWith('say '));
    equal(JSON.stringify(await moves()), '[]', 'moves before the person has said or done anything');
    await page.screenshot({ path: `${screens}you-begin-390.png` });
    await page.setViewportSize(desk);
    await page.screenshot({ path: `${screens}you-begin-1280.png` });
    const button = page.getByRole('button', { name: 'You begin' });
    await button.click();
    if (/cannot/.test(partner)) {
        /* Then it stays the person's turn, and there is nothing left to leave. */
        await until(page, (now) => /pass/.test(now.view.said[seat] ?? '') && now.shown === now.n, 'the own signal');
        equal(JSON.stringify(await moves()), '[]', 'moves of a partner who cannot play');
        return equal(await button.count(), 0, 'the button');
    }
    await until(page, (now) => now.view.placed > 0, 'the partner to play', 30000);
    const events = await eventsOf(page);
    const said = events.findIndex((one) => one.seat === seat && /^say .*pass/.test(one.text));
    const played = events.findIndex((one) => one.e === 'move' && !one.text.startsWith('say '));
    truth(said >= 0 && said < played, 'the own signal comes before the move');
    equal(events[played].seat, 1 - seat, 'who played');
    const others = events.slice(0, played).filter((one) => one.seat === 1 - seat).map((one) => one.text).join('; ');
    truth(/^say /.test(others) && !/cannot/.test(others), `why the partner played: ${others}`);
}

/* Words that address a player. */
const addressed = {
    en: /.{0,40}\b(you|yours?)\b.{0,40}/i,
    uk: /.{0,40}(?<!\p{L})(ви|вас|вам|вами|ваш\p{L}*)(?!\p{L}).{0,40}/iu,
    ru: /.{0,40}(?<!\p{L})(вы|вас|вам|вами|ваш\p{L}*)(?!\p{L}).{0,40}/iu,
};
function addressesNobody(text, language, where) {
    equal(addressed[language].exec(text.replace(/\s+/g, ' '))?.[0], undefined, `said to a watcher, ${where}, ${language}`);
}

/** In the log, aloud and in the bar too, at a pending instruction, at Sunset and at the end, in two languages. */
async function watchersWords(bench) {
    const states = {
        'photograph-4-dusk': (now) => now.view.phase === 'sunset', 'smitten-carry-watch': (now) => now.view.pending !== null,
        'photograph-4-watch': (now) => now.phase === 'play', 'luz-4-watch': (now) => now.phase === 'play', 'smitten-watch': (now) => now.phase === 'play',
        'photograph-watched': (now) => now.phase === 'over', 'luz-watched': (now) => now.phase === 'over', 'smitten-watched': (now) => now.phase === 'over',
    };
    for (const language of ['en', 'uk']) {
        const page = await bench.person({ language });
        await prepare(page);
        for (const [name, is] of Object.entries(states)) {
            await openTable(page, name);
            truth(is(await stateOf(page)), `the state of ${name}`);
            if (name.endsWith('watched')) {
                addressesNobody(await page.locator('dialog[open]').last().innerText(), language, `${name}, the sheet`);
                await page.keyboard.press('Escape');
                await page.locator('dialog[open]').waitFor({ state: 'detached' });
            }
            await page.keyboard.press('l');
            await page.locator('aside li').first().waitFor();
            for (const part of ['.bar .turn', 'main', 'aside ol, aside ul', '[role=log]']) {
                const text = (await page.locator(part).allTextContents()).join(' ');
                truth(part === '[role=log]' || text.length > 3, `${name}: the text of ${part}`);
                addressesNobody(text, language, `${name}, ${part}`);
            }
        }
    }
}

/** A watcher is addressed as one: no text at the table speaks of "your" turn, hand or partner. */
async function watcher(bench) {
    for (const [game, language] of Object.entries({ photograph: 'en', luz: 'uk', smitten: 'ru' })) {
        const [ann, bob] = await Promise.all([bench.person(), bench.person({ language })]);
        const link = await setTable(ann, game);
        await ann.locator('.panel .button.primary').first().click();
        await until(ann, (now) => now.view && now.people.every((one) => one.player || one.bot), 'the deal');
        await bob.goto(link);
        const state = await until(bob, (now) => now.view && now.shown === now.n, 'the table for a watcher');
        equal(state.you.seat, null, 'the watcher has no seat');
        const strip = await bob.locator('.strip.quiet').first().innerText();
        const person = state.people.find((one) => one.player);
        truth(strip.includes(person.name), `who plays: ${strip}`);
        for (const size of [{ width: 390, height: 844 }, desk]) {
            await bob.setViewportSize(size);
            await bob.waitForTimeout(50);
            const text = (await bob.locator('main').evaluate((el) => el.textContent)) + (await bob.locator('.bar .turn').innerText());
            addressesNobody(text, language, `${game} at ${size.width}`);
        }
        /* What is announced while others play. */
        await bob.evaluate(() => {
            const region = document.querySelector('[role=log]');
            const heard = (window.parlorHeard = []);
            new MutationObserver(() => heard.push(region.textContent)).observe(region, { subtree: true, childList: true, characterData: true });
        });
        const { n } = await playOn(ann, 'mouse', { stop: (now) => now.phase === 'over' || (now.n > state.n + 6 && now.shown === now.n) });
        await until(bob, (now) => now.n >= n && now.shown === now.n, 'the same moves');
        await bob.waitForFunction(() => window.parlorHeard.join('').length > 20);
        addressesNobody((await bob.evaluate(() => window.parlorHeard)).join(' '), language, `${game}, aloud`);
        await bob.screenshot({ path: `${screens}watcher-${game}.png` });
    }
}

/** At the end too: a watcher sees who won, has nothing of a player's, and is told who can share the record. */
async function watchedEnds(bench) {
    const page = await bench.person({ size: { width: 390, height: 844 } });
    await prepare(page);
    for (const game of ['photograph', 'luz', 'smitten']) {
        await openTable(page, `${game}-watched`);
        const sheet = page.locator('dialog[open]').last();
        equal((await stateOf(page)).you.seat, null, 'the watcher has no seat');
        await sheet.locator(game === 'smitten' ? '.sides' : 'table').first().waitFor();
        const text = await sheet.evaluate((el) => el.textContent.replace(/\s+/g, ' '));
        equal(/.{0,40}\b(you|your)\b.{0,40}/i.exec(text)?.[0], undefined, `the end of ${game}, said to a watcher`);
        equal(await sheet.locator('.own, [aria-current]').count(), 0, 'own rows');
        for (const button of ['Play again', 'Link to this game', 'Your two moments'])
            equal(await sheet.getByText(button).count(), 0, `buttons of a player: ${button}`);
        /* All cards are open now, also to who watched. */
        await sheet.getByRole('link', { name: 'Look back' }).waitFor();
        if (game === 'smitten') {
            await sheet.locator('li', { hasText: 'The card set aside was' }).waitFor();
            equal(await sheet.locator('li', { hasText: /held|hand/ }).count() > 1, true, 'both hands are told');
        }
        await sheet.getByText('Only those who sat at this table').waitFor();
        await page.screenshot({ path: `${screens}watched-end-${game}.png` });
        await axe(page, `the end of ${game} for a watcher`);
    }
}

/** "What are my chances?": over all deals at the first turn, where a search would take too long; then exact, with progress. */
async function chances(bench) {
    const page = await bench.person();
    await page.addInitScript(() => {
        new MutationObserver(() => (window.parlorProgress ||= document.querySelector('.foot progress') !== null)).observe(document, { subtree: true, childList: true });
    });
    await prepare(page);
    await openTable(page, 'smitten-solo');
    const ask = page.getByRole('button', { name: 'What are my chances?' });
    await ask.click();
    await page.getByText('Over all deals, best play wins 91.2%').waitFor();
    await openTable(page, 'smitten-solo-chosen');
    await page.evaluate(() => (window.parlorProgress = false));
    await ask.click();
    await page.getByText(/Chances of winning with best play: \d+\.\d%/).waitFor();
    truth(await page.evaluate(() => window.parlorProgress), 'progress is shown while it counts');
}

/** Who joins is asked for a name, and sees the options that were chosen. */
async function joining(bench) {
    const [ann, bob] = await Promise.all([bench.person(), bench.person({ size: { width: 390, height: 844 } })]);
    /* The person who opens a table is asked too. */
    await ann.goto('/play/luz?friends');
    const asked = ann.getByLabel('Your name, for the others at the table');
    equal(await asked.inputValue(), '', 'no name of the host yet');
    await asked.fill('Ann Host');
    const link = await setTable(ann, 'luz', 3, 'live', false);
    await bob.goto(link);
    await bob.locator('.chairs', { hasText: 'Ann Host' }).waitFor();
    const lines = (await bob.locator('.set li').allInnerTexts()).join('; ');
    const state = await stateOf(bob);
    truth(/a minute per move/.test(lines) && /Memory|memory/.test(lines), `the options of ${JSON.stringify(state.options)}: ${lines}`);
    equal(await bob.locator('.name input').inputValue(), '', 'no name yet');
    await bob.locator('.name input').fill('Bob Newcomer');
    await bob.screenshot({ path: `${screens}joining-390.png` });
    await bob.locator('.chairs .button.primary').first().click();
    await bob.locator('.chairs li.me').waitFor();
    await ann.locator('.chairs', { hasText: 'Bob Newcomer' }).waitFor();
}

export const tests = [
    ['the score sheet, a take-back and the finished game tell the truth', sheet],
    ['long films are whole and true on the table, in their dialogs and in the strip of a phone', longFilms],
    ['screen readers hear whose Good Shot it is', goodShots],
    ['the partner waits for the person, and plays if the turn is left to them', youBegin],
    ['nothing that a watcher reads or hears is said as to a player', watchersWords],
    ['a watcher is told who plays, and is not addressed as a player', watcher],
    ['a watcher of an ending is told who won, and has nothing of a player’s', watchedEnds],
    ['the chances in solo Smitten: over all deals at first, then exact', chances],
    ['who joins is asked for a name and sees the options', joining],
];
