// Writes public/icons from src/art/icon.ts: the sign as SVG and as the PNG sizes that phones ask for, in evening colours.
// Run `node icons.mjs` in web/ after a change of the drawing; needs Debian's chromium and pngquant.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';

const server = await createServer({ server: { middlewareMode: true }, appType: 'custom', logLevel: 'error' });
const { icon } = await server.ssrLoadModule('/src/art/icon.ts');
await server.close();

const css = readFileSync('src/art/palette.css', 'utf8');
const tokens = {};
for (const selector of [':root {', ":root[data-light='evening'] {"]) {
    const start = css.indexOf(selector);
    for (const [, name, value] of css
        .slice(start, css.indexOf('}', start))
        .matchAll(/--([\w-]+):\s*([^;]+);/g))
        tokens[name] = value;
}
const paint = (svg) => svg.replace(/var\(--([\w-]+)\)/g, (_, name) => tokens[name]);
const whole = paint(icon(true));
const full = paint(icon(false));

mkdirSync('public/icons', { recursive: true });
writeFileSync('public/icons/icon.svg', `${whole}\n`);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage();
for (const [name, svg, size] of [
    ['icon-180', full, 180],
    ['icon-192', whole, 192],
    ['icon-maskable-512', full, 512],
]) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
        `<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
    );
    const path = `public/icons/${name}.png`;
    await page.screenshot({ path, omitBackground: true });
    // Flat colours need a palette only: a third of the size.
    execFileSync('pngquant', ['--quality=80-98', '--speed=1', '--strip', '--force', '--output', path, path]);
}
await browser.close();
