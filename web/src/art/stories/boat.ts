// Blue: a boat crosses the bay, from the lighthouse to the town.
import { CARD, LINE, circle, line, many, move, noise, oval, path, rect, s, thin } from '../lib';
import { EDGE, sky, cloud, type Ink, type Story } from './story';

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

export const boat: Story = (t, k, c) => {
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
