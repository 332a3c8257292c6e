// Red: a child runs along the hill; the kite climbs and comes down.
import { CARD, LINE, circle, line, move, path, s, thin } from '../lib';
import { sky, cloud, strew, type Ink, type Story } from './story';

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

export const kite: Story = (t, k, c) => {
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
