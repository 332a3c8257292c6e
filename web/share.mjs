// Writes public/share/GAME.png from src/art/share.ts: what a messenger shows beside a link to a table or a game.
// Run `node share.mjs` in web/ after a change of the drawings; needs Debian's chromium and pngquant.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';

const server = await createServer({ server: { middlewareMode: true }, appType: 'custom', logLevel: 'error' });
const { sharePicture } = await server.ssrLoadModule('/src/art/share.ts');
const { known } = await server.ssrLoadModule('/src/lib/games.ts');
await server.close();

/* Edges that are not smoothed halve the size. Messengers shrink the picture, and that smooths them. */
const css =
    readFileSync('src/art/palette.css', 'utf8') +
    '* { margin: 0; shape-rendering: crispEdges } svg { display: block } body > svg { width: 1200px; height: 630px }';
const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-font-antialiasing'],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
mkdirSync('public/share', { recursive: true });
for (const game of known) {
    const path = `public/share/${game}.png`;
    await page.setContent(`<!doctype html><style>${css}</style>${sharePicture(game)}`);
    await page.screenshot({ path });
    execFileSync('pngquant', ['16', '--nofs', '--speed=1', '--strip', '--force', '--output', path, path]);
    console.log(path, statSync(path).size);
}
await browser.close();
