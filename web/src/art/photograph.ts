// Photograph's seven stories: each colour is one function of t (1 to 12), so that a film read from left to
// right moves like a flip-book. A story is drawn around the frame 0 0 100 70; its sky goes on upwards to -45 and
// its ground downwards to 115, where a card carries its numerals. k is t as 0..1.
import {
    CARD,
    LAMP,
    LINE,
    circle,
    clamp,
    line,
    many,
    mirror,
    move,
    noise,
    oval,
    path,
    rect,
    s,
    thin,
} from './lib';

interface Ink {
    main: string;
    tint: string;
}

/** A thin contour in the one ink. */
const EDGE = ' stroke="var(--line)" stroke-width="0.8" stroke-linejoin="round"';

type Story = (t: number, k: number, ink: Ink) => string;

function sky(c: Ink): string {
    return rect(-2, -48, 104, 170, c.tint);
}

function cloud(x: number, y: number, size: number, fill: string, opacity = 1): string {
    return move(
        x,
        y,
        path('M-14 4C-20 4-19-4-12-4-11-11-1-12 2-6 8-10 14-3 12-1 18 0 17 4 14 4Z', fill, thin(opacity)),
        0,
        size,
    );
}

/** Small marks strewn over the ground: each is `mark`, relative to where it falls. */
function strew(count: number, seed: number, from: number, mark: string): string {
    return line(
        many(count, (i) => s`M${noise(i, seed) * 100} ${from + noise(i, seed + 1) * (112 - from)}${mark}`),
        0.8,
        LINE,
        thin(0.35),
    );
}

/* Blue: a boat crosses the bay, from the lighthouse to the town. */

function sea(t: number): string {
    return many(9, (row) => {
        const y = 47.5 + row * 7.5 + row * row * 0.18,
            start = -30 + ((t * (3 + row) + noise(row) * 26) % 26);
        const shift = row % 2 ? 26 - start : start;
        return line(
            s`M${shift - 30} ${y}` + 'q3.2-2.6 6.5 0t6.5 0m13 0'.repeat(5),
            1.1,
            row < 4 ? CARD : LINE,
            thin(row < 4 ? 0.75 - row * 0.08 : 0.25),
        );
    });
}

function shores(t: number, c: Ink): string {
    const lighthouse =
        path('M2 38L3.5 19H8.5L10 38Z', CARD) +
        path('M2.8 30H9.3L9 25H3.2ZM3.5 19H8.5V15.5L6 13 3.5 15.5Z', LINE) +
        path('M8.5 17L26 11V23Z', CARD, thin(t % 3 ? 0.35 : 0.9));
    const town = many(5, (i) =>
        path(s`M${79 + i * 4.5} 39V${32 - noise(i, 3) * 6}l2.3-3 2.3 3V39Z`, i % 2 ? LINE : CARD),
    );
    return (
        path('M-2 41V36Q8 35 16 38 22 40 27 41ZM102 41V33Q90 34 82 37 76 39 70 41Z', c.main, thin(0.55)) +
        lighthouse +
        town
    );
}

function sails(c: Ink): string {
    return (
        path('M-13-1.5H14.5L10 6H-9.5Z', LINE) +
        path('M-13-1.5H14.5L13.6 0.5H-11.8Z', CARD) +
        line('M0-2V-30', 1.3) +
        path('M1.3-29Q13-16 14-5H1.3Z', CARD, EDGE) +
        path('M-1.3-25Q-9-14-11.5-5H-1.3Z', c.main, EDGE) +
        path('M0-30.5L7-33 0-34Z', LINE)
    );
}

const boat: Story = (t, k, c) => {
    const x = 16 + 67 * k,
        bob = Math.sin(t * 2.1);
    const gull = (gx: number, gy: number) => line(s`M${gx - 4} ${gy - 1.5}q2.2-2.2 4 1 1.8-3.2 4-1`, 1.1);
    const crest = s`M${x - 15} 52q3.5-3.6 7 0t7 0 7 0 7 0`;
    return (
        sky(c) +
        circle(76, 13, 7, CARD) +
        cloud(34 + k * 12, 9, 0.7, CARD) +
        shores(t, c) +
        rect(-2, 40, 104, 80, c.main) +
        sea(t) +
        oval(x, 51, 15, 2, LINE, thin(0.25)) +
        move(x, 44.5 + bob * 0.9, sails(c), bob * 3 + 2) +
        path(crest + 'v3h-28Z', c.main) +
        line(crest, 1.1, CARD) +
        gull(40 - k * 26, 20 + bob) +
        gull(51 - k * 20, 14 - bob)
    );
};

/* Red: a child runs along the hill; the kite climbs and comes down. */

function flyer(c: Ink, sway: number): string {
    const bow = (x: number, y: number) => path(s`M${x} ${y}l-3.2-1.6v3.6l6.4-3.6v3.6Z`, c.main);
    return (
        line(s`M0 11C${-6 - sway} 15 ${-1 + sway} 19 -7 22S${-6 - sway} 28 -12 29`, 0.9) +
        bow(-4, 17.5) +
        bow(-7, 23.5) +
        bow(-11, 29) +
        path('M0-12L8-2 0 12-8-2Z', c.main) +
        path('M0-12L8-2H0ZM0-2V12L-8-2Z', CARD) +
        line('M0-12L8-2 0 12-8-2ZM0-12V12M-8-2H8', 0.9)
    );
}

function child(t: number, c: Ink, sway: number): string {
    const step = t % 2 ? 4 : -1.5;
    return (
        line(s`M0-5L${-step} 0.5M0-5L${step} 0.5`, 1.7) +
        path('M-3.5-4.5L-1.2-12H1.4L3.8-4.5Z', c.main) +
        circle(0.4, -14, 2.5, LINE) +
        path(s`M-1.8-13.5L-6 ${-15.5 - sway / 4}l1.5-2Z`, LINE) +
        line('M0.5-10.5L5-14', 1.3)
    );
}

const kite: Story = (t, k, c) => {
    const up = Math.sin(Math.PI * k),
        sway = Math.sin(t * 1.7) * 4;
    const cx = 14 + 60 * k,
        ground = 60 - 5 * Math.sin((cx / 100) * Math.PI);
    const x = cx + 11 + 9 * up,
        y = ground - 9 - 34 * up,
        hx = cx + 5,
        hy = ground - 14;
    return (
        sky(c) +
        cloud(20 - k * 14, 14, 0.9, CARD) +
        cloud(84 - k * 22, 25, 0.6, CARD) +
        cloud(70 - k * 10, -22, 0.8, CARD) +
        path('M-2 60Q22 40 44 54T102 46V70H-2Z', c.main, thin(0.28)) +
        path('M-2 60Q50 50 102 60V122H-2Z', c.main) +
        strew(30, 5, 62, 'l1.5-3.2m0.5 3.4l1-2.4') +
        line(s`M${hx} ${hy}Q${(hx + x) / 2 + 4} ${(hy + y) / 2 + 7 * up} ${x} ${y}`, 0.6) +
        move(cx, ground, child(t, c, sway)) +
        move(x, y, flyer(c, sway), 28 - 56 * k + Math.sin(t * 1.9) * 7, 0.8)
    );
};

/* Yellow: the sun goes from one roof to the other, and the poplar's shadow with it. */

function disc(x: number, y: number, t: number, c: Ink): string {
    const rays = many(14, (i) => {
        const b = (i / 14) * Math.PI * 2 + t * 0.22;
        const at = (r: number, d: number) => s`${x + r * Math.cos(b + d)} ${y + r * Math.sin(b + d)}`;
        return `M${at(10.4, -0.12)}L${at(i % 2 ? 13.5 : 16, 0)}L${at(10.4, 0.12)}Z`;
    });
    return (
        many(3, (i) => circle(x, y, 38 - i * 7, CARD, thin(0.22 + 0.1 * i))) +
        path(rays, c.main) +
        circle(x, y, 8.8, c.main) +
        line(s`M${x - 5} ${y - 3.7}A6.2 6.2 0 0 1 ${x + 0.8} ${y - 6.1}`, 1.3, CARD)
    );
}

function house(glass: string): string {
    return (
        path('M-3 66V48L11 36 25 48V66Z', CARD) +
        path('M-5 51L11 34 28 50.5 26 53 11 39-5 55Z', LINE) +
        path('M17 41V32H21.5V46Z', LINE) +
        rect(7, 54, 8.5, 9, LINE) +
        rect(8, 55, 3, 7, glass) +
        rect(11.5, 55, 3, 7, glass) +
        line('M2 58H5M18 60H22M0 62H3', 0.8, LINE, thin(0.5))
    );
}

const sun: Story = (t, k, c) => {
    const a = Math.PI * (1 - k),
        low = 1 - Math.sin(a),
        reach = -Math.cos(a) * 41;
    const home = house(low > 0.7 ? LAMP : c.tint);
    const furrows = many(
        8,
        (i) => s`M-2 ${68 + i * 6}Q30 ${63 + i * 7} 52 ${67 + i * 6.5}T102 ${66 + i * 7}`,
    );
    return (
        sky(c) +
        disc(50 + 38 * Math.cos(a), 37 - 20 * Math.sin(a), t, c) +
        path('M-2 60Q26 55 50 58T102 58V122H-2Z', c.main) +
        line(furrows, 0.8, LINE, thin(0.25)) +
        path(
            s`M49 62.5H51L${53 + reach} ${66 + low}Q${50 + reach * 1.5} 70 ${47 + reach} 67Z`,
            LINE,
            thin(0.35),
        ) +
        rect(49, 54, 2, 9, LINE) +
        path('M50 33C56 41 56 54 50 56.5 44 54 44 41 50 33Z', LINE) +
        line('M50 40V54M50 48L52.2 45.5M50 51L47.8 48.5', 0.7, c.main) +
        home +
        mirror(100, home)
    );
};

/* Green: a seed becomes a tree. */

function roots(t: number, k: number): string {
    const girth = 0.8 + 2.6 * k * k;
    return (
        many(t < 2 ? 0 : Math.min(7, t), (i) => {
            const far = (i === 0 ? 0 : 4 + i * 2.6) * k * (i % 2 ? 1 : -1),
                deep = 54 + (i === 0 ? 8 + 26 * k : 4 + (26 - i * 3) * k);
            return line(
                s`M50 54C${50 + far * 0.2} 58 ${50 + far} ${deep - 6} ${50 + far * 1.3} ${deep}`,
                0.7 + girth * (i ? 0.28 : 0.5),
                CARD,
            );
        }) + oval(50, 54, 3.2 - k, 2.3 - k * 0.6, CARD)
    );
}

/** The young plant: a stem with pairs of leaves. */
function sprout(t: number, top: number, c: Ink): string {
    const leaf = path('M0 0C1-6 6-8 12-6 11-1 6 2 0 0Z', c.main) + line('M1-0.5Q5-3 9-4.5', 0.7, CARD);
    return (
        path(s`M49 52Q49.6 ${top + 8} 50 ${top}Q50.4 ${top + 8} 51 52Z`, c.main) +
        many(t - 2, (i) =>
            move(50, top + (48 - top) * 0.32 * i, leaf + mirror(0, leaf), 0, 0.5 + 0.02 * t + 0.1 * i),
        )
    );
}

/** The tree from t = 6: trunk, crown, leaves, and in the end fruit. */
function grown(t: number, k: number, top: number, c: Ink): string {
    const size = (t - 4.2) / 7.8,
        lean = Math.sin(t) * 0.8,
        girth = 0.8 + 2.6 * k * k,
        h = 48 - top;
    const at = (a: number, r: number) =>
        [50 + lean + r * Math.cos(a) * 1.2, top - 1 + r * Math.sin(a) * 0.8] as const;
    const crown = many(3 + t, (i) =>
        circle(...at(i * 2.4, (2 + i) * size), (4 + noise(i, 2) * 3) * size + 1.5, c.main),
    );
    const leaves = many(t * 2, (i) => {
        const [x, y] = at(i * 2.4 + 0.6, (1 + i * 0.62) * size);
        return s`M${x} ${y}q1.5-2 3 0`;
    });
    const fruit = many(t < 10 ? 0 : t * 2 - 17, (i) => circle(...at(i * 2.1, 5 + i * 1.4), 1.7, CARD));
    return (
        path(
            s`M${50 - girth} 52Q${50 - girth * 0.5} ${48 - h / 2} ${50 + lean} ${top}Q${50 + girth * 0.5} ${48 - h / 2} ${50 + girth} 52Z`,
            LINE,
        ) +
        crown +
        (t < 8
            ? ''
            : line(
                  s`M50 44L${50 + lean} ${top}M50 ${top + h * 0.4}l${-6 * size} ${-6 * size}M50 ${top + h * 0.3}l${7 * size} ${-6 * size}`,
                  1.3,
              ) + line(leaves, 0.9, c.tint)) +
        fruit
    );
}

function bird(t: number): string {
    const body = path('M-5-1Q-1-5 3-3L6-2 3-1Q1 3-3 1L-7 2Z', LINE);
    if (t < 11) return '';
    return t < 12
        ? move(12, 30, body + path('M-2-2L-6-8 2-3Z', LINE))
        : move(27, 44.5, body + line('M-1 1V2.8M1 1V2.8', 0.7));
}

const tree: Story = (t, k, c) => {
    const top = 48 - (t < 3 ? 0 : 5 + 20 * ((t - 3) / 9) ** 0.9);
    const pebbles = many(34, (i) =>
        oval(
            noise(i, 1) * 100,
            56 + noise(i, 2) * 58,
            0.6 + noise(i, 3),
            0.5 + noise(i, 4) * 0.5,
            c.main,
            thin(0.7),
        ),
    );
    return (
        sky(c) +
        circle(20, 12 - k * 4, 7, CARD) +
        cloud(88 - k * 60, 6, 0.7, CARD) +
        path('M-2 47Q20 36 40 45T102 38V60H-2Z', c.main, thin(0.25)) +
        rect(-2, 48, 104, 80, LINE) +
        path('M-2 46Q25 44 50 47T102 46V51Q75 53 50 51T-2 52Z', c.main) +
        pebbles +
        roots(t, k) +
        (t < 3 ? '' : t < 6 ? sprout(t, top, c) : grown(t, k, top, c)) +
        bird(t)
    );
};

/* Brown: a dog runs a stick home. */

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

const dog: Story = (t, k, c) => {
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

/* Grey: the rain comes and goes over an umbrella. */

/** The umbrella over (50, 45), from hardly open (0.1) to wide (1). */
function umbrella(open: number, c: Ink): string {
    if (open < 0.3)
        return (
            path('M58 46L61.5 47 59.5 59.5Z', c.main, EDGE) +
            line('M59.7 46.5L60.2 43.5Q63 41 63.5 44.5M59.5 59V61.5M52 47L59.5 45.5', 1.2)
        );
    const top = 26 - open * 4,
        skirt = top + 23 - open * 12,
        w = 21 * open,
        rib = w / 3;
    const hem = s`q${-rib} -4 ${-2 * rib} 0`;
    const hood = s`M${50 - w} ${skirt}Q${50 - w} ${top} 50 ${top - 1}Q${50 + w} ${top} ${50 + w} ${skirt}${hem.repeat(3)}Z`;
    return (
        line(s`M50 ${top}V45`, 1.2) +
        path(hood, c.main) +
        path(
            s`M${50 - rib} ${skirt}Q${50 - rib} ${top + 3} 50 ${top - 1}Q${50 + rib} ${top + 3} ${50 + rib} ${skirt}${hem}Z`,
            CARD,
        ) +
        line(s`${hood}M50 ${top - 1}V${top - 4}`, 1)
    );
}

function walker(): string {
    return (
        path('M43.5 56Q44 43 47 41H52Q55.5 43 55.5 56Z', LINE) +
        circle(49.5, 37.5, 3.4, LINE) +
        path('M50 35.2Q53 35.5 52.8 38 52 40 50 39.8Z', CARD) +
        line('M47 56V61M52.5 56V61', 2.6) +
        line('M46 61H47M51.5 61H53.5', 2.2) +
        line('M50 46L46.5 44.5', 1.6, CARD)
    );
}

function street(wet: number, c: Ink): string {
    return many(8, (i) => {
        const h = 12 + noise(i, 21) * 13;
        return (
            path(s`M${i * 13 - 3} 58V${54 - h}l6-5 6 5V58Z`, c.main, thin(0.25 + 0.12 * (i % 2))) +
            (i === 3
                ? ''
                : rect(i * 13, 58 - h, 2.5, 4, wet > 0.6 ? LAMP : CARD) +
                  rect(i * 13 + 4, 58 - h, 2.5, 4, CARD))
        );
    });
}

/** Drops where the umbrella is not, and their splashes. */
function shower(t: number, wet: number, w: number): string {
    const drops = many(Math.round(70 * wet), (i) => {
        const x = ((i * 69.2) % 112) - 4,
            y = 12 + ((noise(i, 12) * 110 + t * 17) % 48);
        return (Math.abs(x - 52) < w && y > 20) || y > 58 ? '' : s`M${x} ${y}l-1.6 5`;
    });
    const splashes = many(Math.round(9 * wet), (i) => {
        const x = (i * 23 + t * 31) % 100;
        return Math.abs(x - 50) < w ? '' : s`M${x - 2} 61q0.5-3-1.5-3.5M${x + 1} 61q-0.5-3 1.5-3.5`;
    });
    return line(drops, 0.9, LINE, thin(0.75)) + line(splashes, 0.8, CARD);
}

const rain: Story = (t, k, c) => {
    const wet = Math.sin(Math.PI * clamp((t - 1.5) / 9.5)),
        x = -24 + 148 * k;
    const open = clamp(Math.min((t - 0.6) / 2.4, (12.6 - t) / 2.4), 0.12, 1);
    return (
        sky(c) +
        circle(t < 6 ? 18 : 84, t < 6 ? 8 + t * 2 : 36 - t * 2, 7, CARD) +
        street(wet, c) +
        rect(-2, 57, 104, 70, c.main) +
        oval(46, 66, 6 + 30 * k, 1.5 + 2.6 * k, c.tint) +
        oval(20, 76, 2 + 12 * k, 1 + 1.6 * k, c.tint, thin(0.7)) +
        strew(18, 31, 72, 'h8') +
        cloud(x - 6, 12, 1.4, c.main) +
        cloud(x + 22, 11, 1.1, c.main) +
        cloud(x + 10, 15, 1, LINE, 0.5) +
        shower(t, wet, 21 * open) +
        walker() +
        umbrella(open, c)
    );
};

/* Violet: a cat walks along the roof at dusk, over the chimney, to the moon. */

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

const cat: Story = (t, k, c) => {
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

const STORIES: Record<string, Story> = { B: boat, R: kite, Y: sun, G: tree, N: dog, S: rain, V: cat };

/** The drawing of frame t of a colour's story, to be shown through a window of 0 0 100 70 or taller. */
export function scene(colour: string, t: number): string {
    const story = STORIES[colour] ?? boat;
    return story(t, (t - 1) / 11, { main: `var(--ph-${colour})`, tint: `var(--ph-${colour}-tint)` });
}
