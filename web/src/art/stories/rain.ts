// Grey: the rain comes and goes over an umbrella.
import { CARD, LAMP, LINE, circle, clamp, line, many, noise, oval, path, rect, s, thin } from '../lib';
import { EDGE, sky, cloud, strew, type Ink, type Story } from './story';

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

export const rain: Story = (t, k, c) => {
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
