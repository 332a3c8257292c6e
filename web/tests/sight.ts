// Colours as other eyes see them: under protanopia, deuteranopia and tritanopia, how far apart two colours are, and
// contrast. Used by the tests of the palettes only.

export type Rgb = [number, number, number];

/* Machado, Oliveira and Fernandes 2009, severity 1, for linear RGB. */
const EYES = {
    protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
    deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
    tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

export type Eye = keyof typeof EYES | 'usual';
export const ALL_EYES: Eye[] = ['usual', 'protanopia', 'deuteranopia', 'tritanopia'];

/** "#2d6ca6" as linear light, each 0..1. */
export function linear(hex: string): Rgb {
    const at = (i: number) => {
        const c = parseInt(hex.slice(i, i + 2), 16) / 255;
        return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    };
    return [at(1), at(3), at(5)];
}

export function seen([r, g, b]: Rgb, eye: Eye): Rgb {
    if (eye === 'usual') return [r, g, b];
    const m = EYES[eye];
    const row = (i: number) => Math.min(1, Math.max(0, m[i]! * r + m[i + 1]! * g + m[i + 2]! * b));
    return [row(0), row(3), row(6)];
}

function luminance([r, g, b]: Rgb): number {
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of WCAG, 1..21. */
export function contrast(a: string, b: string): number {
    const [x, y] = [luminance(linear(a)), luminance(linear(b))];
    return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

function lab([r, g, b]: Rgb): Rgb {
    const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
    const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
    const y = f(luminance([r, g, b]));
    const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIEDE2000: how different two lights look; 2 is just seen side by side, 10 at a glance. */
export function distance(one: Rgb, two: Rgb): number {
    const [l1, a1, b1] = lab(one),
        [l2, a2, b2] = lab(two);
    const rad = Math.PI / 180,
        seven = (c: number) => Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
    const g = 0.5 * (1 - seven((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2));
    const c1 = Math.hypot(a1 * (1 + g), b1),
        c2 = Math.hypot(a2 * (1 + g), b2);
    const hue = (a: number, b: number) =>
        a === 0 && b === 0 ? 0 : (Math.atan2(b, a * (1 + g)) / rad + 360) % 360;
    const h1 = hue(a1, b1),
        h2 = hue(a2, b2);
    let dh = c1 * c2 === 0 ? 0 : h2 - h1;
    if (dh > 180) dh -= 360;
    if (dh < -180) dh += 360;
    const l = (l1 + l2) / 2 - 50,
        c = (c1 + c2) / 2;
    let h = h1 + h2;
    if (c1 * c2 !== 0) h = Math.abs(h1 - h2) <= 180 ? h / 2 : h < 360 ? (h + 360) / 2 : (h - 360) / 2;
    const t =
        1 -
        0.17 * Math.cos((h - 30) * rad) +
        0.24 * Math.cos(2 * h * rad) +
        0.32 * Math.cos((3 * h + 6) * rad) -
        0.2 * Math.cos((4 * h - 63) * rad);
    const dl = (l2 - l1) / (1 + (0.015 * l * l) / Math.sqrt(20 + l * l));
    const dc = (c2 - c1) / (1 + 0.045 * c);
    const dH = (2 * Math.sqrt(c1 * c2) * Math.sin((dh / 2) * rad)) / (1 + 0.015 * c * t);
    const twist = -2 * seven(c) * Math.sin(60 * Math.exp(-(((h - 275) / 25) ** 2)) * rad);
    return Math.sqrt(dl * dl + dc * dc + dH * dH + twist * dc * dH);
}
