// Takes the pictures of the tables that README.md shows: E2E_SEED=6 node tests/e2e/pictures.mjs [PARLOR [FOLDER]].
// The games and their moves are the same each time, so a picture changes only when the page does.
import { writeFileSync } from 'node:fs';
import { Bench, desk, playNow, until } from './harness.mjs';
import { playOn } from './players.mjs';

const [program = 'build/parlor', folder = 'docs/pictures'] = process.argv.slice(2);
/** Each game is played until `stop` accepts the table's state; then its picture is taken. */
const tables = [
    ['photograph', (state) => state.legal.some((text) => text.startsWith('wind')) && state.n > 20],
    ['luz', (state) => state.view.phase === 'play' && state.n > 20 && state.legal.length > 0],
    ['smitten', (state) => state.legal.length > 0 && state.n > 13],
];
const bench = new Bench(program);
await bench.open();
for (const [game, stop] of tables) {
    const page = await bench.person({ size: desk });
    await playNow(page, game);
    const due = (state) => state.shown === state.n && stop(state);
    const state = await playOn(page, 'mouse', { stop: due });
    if (state.phase === 'over') throw new Error(`${game} was over too soon: choose another E2E_SEED`);
    await until(page, (state) => state.shown === state.n, 'the screen');
    await page.waitForTimeout(500);
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 30, clip: { x: 0, y: 0, ...desk, scale: 0.5 } });
    writeFileSync(`${folder}/${game}.webp`, Buffer.from(data, 'base64'));
    console.log(`${folder}/${game}.webp`);
}
await bench.close();
