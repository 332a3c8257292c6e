// Green: a seed becomes a tree.
import { CARD, LINE, circle, line, many, mirror, move, noise, oval, path, rect, s, thin } from '../lib';
import { sky, cloud, type Ink, type Story } from './story';

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

export const tree: Story = (t, k, c) => {
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
