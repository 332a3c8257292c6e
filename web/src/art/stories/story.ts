// Parts shared by the seven stories: sky, clouds, and small marks on the ground.
import { LINE, line, many, move, noise, path, rect, s, thin } from '../lib';

export interface Ink {
    main: string;
    tint: string;
}

/** A thin contour in the one ink. */
export const EDGE = ' stroke="var(--line)" stroke-width="0.8" stroke-linejoin="round"';

/** A story draws its frame `t`, 1 to 12; `k` is the same from 0 to 1. */
export type Story = (t: number, k: number, ink: Ink) => string;

export function sky(c: Ink): string {
    return rect(-2, -48, 104, 170, c.tint);
}

export function cloud(x: number, y: number, size: number, fill: string, opacity = 1): string {
    return move(
        x,
        y,
        path('M-14 4C-20 4-19-4-12-4-11-11-1-12 2-6 8-10 14-3 12-1 18 0 17 4 14 4Z', fill, thin(opacity)),
        0,
        size,
    );
}

/** Small marks strewn over the ground: each is `mark`, relative to where it falls. */
export function strew(count: number, seed: number, from: number, mark: string): string {
    return line(
        many(count, (i) => s`M${noise(i, seed) * 100} ${from + noise(i, seed + 1) * (112 - from)}${mark}`),
        0.8,
        LINE,
        thin(0.35),
    );
}
