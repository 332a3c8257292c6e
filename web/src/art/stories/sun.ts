// Yellow: the sun goes from one roof to the other, and the poplar's shadow with it.
import { CARD, LAMP, LINE, circle, line, many, mirror, path, rect, s, thin } from '../lib';
import { sky, type Ink, type Story } from './story';

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

export const sun: Story = (t, k, c) => {
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
