// Brown: a dog runs a stick home.
import { CARD, LAMP, LINE, circle, line, many, move, noise, oval, path, s, thin } from '../lib';
import { sky, cloud, strew, type Ink, type Story } from './story';

function dogHead(c: Ink): string {
    return (
        path('M7-13Q8-20 14-19.5L20.5-16.5Q21-13.5 17-13.5L13-10.5Z', c.main) +
        path('M10-19Q5-19 5.5-12.5 9-11 10.5-15Z', LINE) +
        circle(14.3, -17, 0.8, LINE) +
        circle(20.3, -16.3, 1, LINE) +
        line('M13-12.6L24-10.4M15-12.2L23-15.2', 1.6)
    );
}

/** Four poses of a gallop: how far each leg reaches, and how high the leap is. */
const GALLOP = [
    { legs: [9, 5, -9, -6], leap: 3, turn: -5 },
    { legs: [4, 0, -3, 1], leap: 1, turn: 0 },
    { legs: [-4, 1, 5, 1], leap: 0, turn: 4 },
    { legs: [3, 7, -1, -6], leap: 1, turn: 0 },
];

function running(pose: (typeof GALLOP)[number], c: Ink): string {
    const leg = (x: number, i: number, width: number) => {
        const reach = pose.legs[i] ?? 0;
        return line(
            s`M${x} -7Q${x + reach * 0.2} -3 ${x + reach} ${pose.leap && Math.abs(reach) > 5 ? -1 : 0.5}`,
            width,
            c.main,
        );
    };
    return (
        leg(-8, 3, 2) +
        leg(7, 1, 2) +
        path('M-12-12Q-4-16 5-14 12-13 11-8 8-5 1-6.5-6-9-8-5.5-14-6-12-12Z', c.main) +
        leg(-9, 2, 2.4) +
        leg(8, 0, 2.4) +
        line(s`M-11-11Q-17-12-18 ${-16 - pose.leap}`, 2.2, c.main) +
        move(pose.leap ? 1 : 0, pose.leap ? -1 : 0.5, dogHead(c))
    );
}

function sitting(c: Ink): string {
    return (
        line('M-8-2Q-14-2-14-7', 2.2, c.main) +
        path('M-9 1Q-10-7-2-11 2-16 7-13L10-8 8 1H5L4-5Q2 1-1 1Z', c.main) +
        move(-3, -1, dogHead(c))
    );
}

function cottage(home: boolean, k: number): string {
    return (
        path('M70 60V34L85 22 100 34V60Z', CARD) +
        path('M67 37L85 20 103 36.5 101 40 85 25 69 40Z', LINE) +
        path('M78 60V46Q84 40 90 46V60Z', home ? LAMP : LINE) +
        (home ? '' : circle(87.5, 53, 0.9, CARD)) +
        path('M91 27V16H95V31Z', LINE) +
        line(s`M93 13q-3-3 0-6t${-1 - k * 4} ${-6 - k * 2}`, 1.3, CARD)
    );
}

export const dog: Story = (t, k, c) => {
    const home = t === 12,
        x = 19 + 45 * k,
        pose = GALLOP[t % 4]!;
    const puffs = many(home ? 0 : 3, (i) =>
        circle(x - 17 - i * 5, 60 - i * 1.5 - (t % 2), 2.6 - i * 0.6, c.tint),
    );
    const pines = many(5, (i) =>
        path(
            s`M${4 + i * 14 + noise(i, 8) * 5} ${38 - noise(i, 9) * 8}l4 ${9 + noise(i, 9) * 8}h-8Z`,
            c.main,
            thin(0.5),
        ),
    );
    return (
        sky(c) +
        cloud(22 + k * 20, 10, 0.9, CARD) +
        cloud(62 + k * 8, -18, 0.7, CARD) +
        path('M-2 50Q20 40 46 47T102 46V64H-2Z', c.main, thin(0.35)) +
        pines +
        path('M-2 56Q40 52 102 57V70H-2Z', CARD) +
        cottage(home, k) +
        path('M-2 64Q50 61 102 64V122H-2Z', c.main) +
        strew(24, 5, 70, 'q0.5-2 0-3.5m1.8 3.5q0-1.5 1-2.5') +
        puffs +
        oval(x, 61.5, 13, 1.5, LINE, thin(0.4)) +
        (home ? move(x, 60.5, sitting(c)) : move(x, 60.5 - pose.leap, running(pose, c), pose.turn))
    );
};
