// Violet: a cat walks along the roof at dusk, over the chimney, to the moon.
import { CARD, LAMP, LINE, circle, clamp, line, many, move, noise, path, rect, s, thin } from '../lib';
import { EDGE, sky, type Ink, type Story } from './story';

const STEPS = [
    [3, -2, 2, -3],
    [1, 1, -1, 0],
    [-2, 3, -3, 2],
];

function catFace(): string {
    return (
        path('M6-10Q5-15 7.5-18L9.5-15H12L14.5-18Q16-13 14-10 10-7.5 6-10Z', LINE) +
        circle(9, -12.6, 0.7, LAMP) +
        circle(12.5, -12.6, 0.7, LAMP)
    );
}

function walkingCat(t: number, leaps: boolean): string {
    const legs = (leaps ? [7, 9, -9, -7] : STEPS[t % 3])!,
        wave = Math.sin(t * 1.6) * 3;
    const limb = (x: number, i: number) => line(s`M${x} -5Q${x} -2 ${x + (legs[i] ?? 0)} 0`, 1.9);
    return (
        limb(-7, 2) +
        limb(-8.5, 3) +
        limb(6, 0) +
        limb(7.5, 1) +
        path('M-10-9Q-4-11 2-9.5L8-11Q10-7 8-4.5 0-3.5-8-4.5-11-5-10-9Z', LINE) +
        line(s`M-9-8C-14-8-13-15 ${-16 - wave / 3} ${-18 - wave / 2}`, 1.8) +
        catFace()
    );
}

function sittingCat(): string {
    return (
        path('M-6 0.5Q-8-7-1-10L5-12 8-6Q8-2 7 0.5Z', LINE) +
        line('M-5-0.5C-11 0-12 7-9 10', 1.8) +
        move(-5, -1, catFace())
    );
}

function roofs(t: number, c: Ink): string {
    return many(7, (i) => {
        const h = 8 + noise(i, 51) * 12,
            x = i * 15 - 4,
            d = s`M${x} 50V${44 - h}l7-6 7 6V50Z`;
        return (
            path(d, c.tint) +
            path(d, c.main, thin(0.4)) +
            (i % 2 ? rect(x + 5, 46 - h, 3.5, 4.5, t > i ? LAMP : c.main) : '')
        );
    });
}

export const cat: Story = (t, k, c) => {
    const x = 12 + 74 * k,
        y = 36 - 26 * k,
        lift = 15 * clamp(1 - ((x - 47) / 15) ** 2),
        leaps = lift > 2;
    const stars = many(t * 2 + 2, (i) =>
        circle(noise(i, 41) * 100, -40 + noise(i, 42) * 66, 0.5 + noise(i, 43) * 0.8, CARD),
    );
    const tiles = many(
        8,
        (row) =>
            s`M${-6 - (row % 2) * (4.5 + row * 0.3)} ${51 + row * 8}` +
            s`q${4.5 + row * 0.3} 5 ${9 + row * 0.6} 0`.repeat(13),
    );
    const chimney = path('M41 46V36H53V46Z', c.main, EDGE) + rect(39.5, 34, 15, 3.5, LINE);
    return (
        sky(c) +
        stars +
        circle(84, y, 10, CARD) +
        circle(80.5, y - 2, 1.8, c.tint) +
        circle(87, y + 3, 1.2, c.tint) +
        roofs(t, c) +
        chimney +
        line(s`M47 31q${-4 - Math.sin(t) * 2} -4 0-8t${3 + Math.cos(t) * 2} -9`, 1.6, CARD, thin(0.8)) +
        path('M-2 45H102V122H-2Z', c.main) +
        line(tiles, 0.8, LINE, thin(0.5)) +
        rect(-2, 44, 104, 3.2, LINE) +
        (t === 12
            ? move(x, 44.5, sittingCat())
            : move(x, 45 - lift, walkingCat(t, leaps), leaps ? (x - 47) * 1.3 : 0))
    );
};
