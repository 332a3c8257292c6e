// The drawing tools of all our art: small pure functions that return SVG markup as strings.
// Invariants: nothing random (texture comes from `noise`), no ids, no style attributes, no style elements
// (the page's content security policy forbids them): colours are presentation attributes that name
// the custom properties of palette.css, and clipping is done by nested <svg> elements.

export const LINE = 'var(--line)';
export const CARD = 'var(--card)';
export const LAMP = 'var(--lamp)';

/** Builds markup from a template, with every number rounded to a tenth. */
export function s(parts: TemplateStringsArray, ...values: (number | string)[]): string {
    return parts.reduce((out, part, i) => out + show(values[i - 1] ?? '') + part);
}

function show(value: number | string): string {
    return typeof value === 'number' ? String(Math.round(value * 10) / 10) : value;
}

/** A complete picture. Screen readers skip it: the caller gives it a name. */
export function picture(width: number, height: number, body: string, x = 0, y = 0): string {
    return s`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" aria-hidden="true" focusable="false">${body}</svg>`;
}

/** A card of paper, 100 x 140, with round corners and a thin edge over its drawing. */
export function paper(body: string, edge: number): string {
    const line = ` rx="6" stroke="${LINE}" stroke-opacity="${edge}" stroke-width="0.8"`;
    return picture(100, 140, rect(0, 0, 100, 140, CARD, ' rx="6"') + body + rect(0.4, 0.4, 99.2, 139.2, 'none', line));
}

/** A window at (x, y) of the given size onto a drawing; everything outside `view` is clipped. */
export function inset(x: number, y: number, w: number, h: number, view: string, body: string): string {
    return s`<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="${view}" preserveAspectRatio="xMidYMid slice">${body}</svg>`;
}

export function path(d: string, fill: string, more = ''): string {
    return `<path d="${d}" fill="${fill}"${more}/>`;
}

export function line(d: string, width: number, colour = LINE, more = ''): string {
    return s`<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${more}/>`;
}

export function circle(x: number, y: number, r: number, fill: string, more = ''): string {
    return s`<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"${more}/>`;
}

export function oval(x: number, y: number, rx: number, ry: number, fill: string, more = ''): string {
    return s`<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"${more}/>`;
}

export function rect(x: number, y: number, w: number, h: number, fill: string, more = ''): string {
    return s`<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"${more}/>`;
}

/** An opacity attribute: shapes below show through. */
export function thin(opacity: number): string {
    return ` opacity="${Math.round(opacity * 100) / 100}"`;
}

export function move(x: number, y: number, body: string, turn = 0, scale = 1): string {
    const rest =
        (turn ? s` rotate(${turn})` : '') + (scale === 1 ? '' : ` scale(${Math.round(scale * 1000) / 1000})`);
    return s`<g transform="translate(${x} ${y})${rest}">${body}</g>`;
}

/** The drawing mirrored left to right: a point at 0 moves to x. */
export function mirror(x: number, body: string): string {
    return s`<g transform="translate(${x} 0) scale(-1 1)">${body}</g>`;
}

/** A figure or letter in the page's own typeface; digits are tabular. */
export function word(
    x: number,
    y: number,
    size: number,
    text: string | number,
    fill = LINE,
    more = '',
): string {
    return s`<text x="${x}" y="${y}" font-size="${size}" font-weight="800" fill="${fill}"${more}>${String(text)}</text>`;
}

export const MIDDLE = ' text-anchor="middle"';
export const END = ' text-anchor="end"';

/** A fixed number in 0..1 for each pair: the grain of the paper. */
export function noise(a: number, b = 0): number {
    let h = Math.imul(a + 101, 374761393) ^ Math.imul(b + 17, 668265263);
    h = Math.imul(h ^ (h >>> 13), 1274126177);
    return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** The markup of `count` things in a row. */
export function many(count: number, draw: (i: number) => string): string {
    let out = '';
    for (let i = 0; i < count; i++) out += draw(i);
    return out;
}

/** The same drawing, made once for the same arguments: a table asks for its cards at each step. */
export function kept<A extends unknown[]>(draw: (...args: A) => string): (...args: A) => string {
    const drawn = new Map<string, string>();
    return (...args) => {
        const key = JSON.stringify(args);
        const known = drawn.get(key) ?? draw(...args);
        drawn.set(key, known);
        return known;
    };
}

export function clamp(x: number, low = 0, high = 1): number {
    return Math.min(high, Math.max(low, x));
}
