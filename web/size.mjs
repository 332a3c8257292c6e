// How much a first playable screen loads: size.mjs (after `npm run build`; needs Chromium).
// For each game and language the built page is opened from a cold cache at `/play/GAME?now`, which deals at once
// against bots, and every file that comes until a move can be made is counted, compressed as the server sends it
// (brotli where the build made it). Prints a table; fails above the limit.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const limit = 150 * 1024;
const dist = join(dirname(fileURLToPath(import.meta.url)), 'dist');
const types = {
    '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm',
    '.svg': 'image/svg+xml', '.woff2': 'font/woff2', '.png': 'image/png', '.webmanifest': 'application/manifest+json',
};

const fileOf = (path) => {
    const file = join(dist, path);
    return existsSync(file) && statSync(file).isFile() ? file : join(dist, 'index.html');
};
const weigh = (path) => {
    const file = fileOf(path);
    return statSync(existsSync(file + '.br') ? file + '.br' : file).size;
};

const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://x').pathname;
    if (path === '/ws') return void response.writeHead(404).end();
    const file = fileOf(path);
    response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const base = `http://127.0.0.1:${server.address().port}`;

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
let worst = 0;
console.log('compressed bytes of a first playable screen');
for (const game of ['photograph', 'luz', 'smitten']) {
    for (const language of ['en', 'uk', 'ru', 'fr']) {
        const context = await browser.newContext({ locale: language, serviceWorkers: 'block' });
        const seen = new Set();
        context.on('request', (request) => seen.add(new URL(request.url()).pathname));
        /* Help that comes by itself comes when a move can be made, which may be before we look. */
        await context.addInitScript(() => localStorage.setItem('parlor.settings', JSON.stringify({ hints: 'ask', labels: 'off' })));
        const page = await context.newPage();
        await page.goto(`${base}/play/${game}?now`);
        await page.waitForSelector('.turn.mine', { timeout: 30000 });
        seen.delete('/ws');
        const list = [...seen].map((path) => [path, weigh(path)]).sort((a, b) => b[1] - a[1]);
        const sum = list.reduce((total, [, bytes]) => total + bytes, 0);
        worst = Math.max(worst, sum);
        console.log(`${game.padEnd(10)} ${language} ${String(sum).padStart(7)}`);
        if (process.argv.includes('--files')) for (const [path, bytes] of list) console.log(`    ${bytes} ${path}`);
        await context.close();
    }
}
await browser.close();
server.close();
console.log(`most ${worst}, limit ${limit}`);
process.exit(worst <= limit ? 0 : 1);
