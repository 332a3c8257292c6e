// The small symbol of each colour, in a box of 24 x 24, for telling colours apart without colour.
import { circle, line, many, path, s } from './lib';

const LEAF = 'M3.5 20.5C1.5 9 9 2.5 21.5 2.5 22 14 16 20.5 6.8 18.7L15 9';

function sun(fill: string): string {
    const rays = many(8, (i) => {
        const a = (i * Math.PI) / 4;
        const at = (r: number, da: number) => s`${12 + r * Math.cos(a + da)} ${12 + r * Math.sin(a + da)}`;
        return `M${at(7, -0.3)}L${at(11.6, 0)}L${at(7, 0.3)}Z`;
    });
    return circle(12, 12, 5.4, fill) + path(rays, fill);
}

function paw(fill: string): string {
    const toes = [
        [4.6, 11],
        [9.2, 5.6],
        [14.8, 5.6],
        [19.4, 11],
    ] as const;
    return (
        toes.map(([x, y]) => s`<ellipse cx="${x}" cy="${y}" rx="2.5" ry="3.3" fill="${fill}"/>`).join('') +
        path('M12 11C16 11 19.5 16 18 19 16.6 22 14.5 20.4 12 20.4S7.4 22 6 19C4.5 16 8 11 12 11Z', fill)
    );
}

const DRAW: Record<string, (fill: string) => string> = {
    boat: (c) => path('M2.5 15.5H21.5L17.6 21.5H6.4ZM11 2V14H3.8ZM13 4.5L19.6 14H13Z', c),
    kite: (c) => path('M13.5 1L20 9.5 11.5 18 6 7.5Z', c) + line('M11.5 18C7 17 9.5 21.5 4.5 22', 1.8, c),
    sun,
    leaf: (c) => path(LEAF, c),
    paw,
    umbrella: (c) =>
        path('M1.5 13.5A10.5 10.5 0 0 1 22.5 13.5Q19 10.8 15.6 13.5 12 10.8 8.4 13.5 5 10.8 1.5 13.5Z', c) +
        line('M12 3V1.5M12 12.5V19.5A2.4 2.4 0 0 0 16.8 19.5', 2, c),
    cat: (c) =>
        path(
            'M3.5 2.5L9 7H15L20.5 2.5V14A8.5 7.8 0 0 1 3.5 14ZM7 12.2Q9 10.8 10.4 13.2 8.4 14 7 12.2ZM17 12.2Q15 10.8 13.6 13.2 15.6 14 17 12.2Z',
            c,
            ' fill-rule="evenodd"',
        ),
    flame: (c) =>
        path(
            'M12.5 1C12.8 6 19.8 8.5 19.8 15.2A7.6 7.6 0 0 1 4.5 15.2C4.5 12 6.5 10 7.3 7.5 8.8 8.5 9.5 9.8 9.7 11.2 11.5 8.5 12.5 5 12.5 1Z',
            c,
        ),
    drop: (c) => path('M12 1.2C15 6.5 19.6 10.5 19.6 15.2A7.6 7.6 0 0 1 4.4 15.2C4.4 10.5 9 6.5 12 1.2Z', c),
    moon: (c) => path('M14.5 1.5A10.6 10.6 0 1 0 22.5 14.8 8.6 8.6 0 0 1 14.5 1.5Z', c),
};

const NAMES: Record<string, string> = {
    'ph-B': 'boat',
    'ph-R': 'kite',
    'ph-Y': 'sun',
    'ph-G': 'leaf',
    'ph-N': 'paw',
    'ph-S': 'umbrella',
    'ph-V': 'cat',
    'lz-R': 'flame',
    'lz-Y': 'sun',
    'lz-G': 'leaf',
    'lz-B': 'drop',
    'lz-V': 'moon',
};

/** The shape of a colour's symbol in the given paint; set is 'ph' or 'lz'. */
export function sign(set: 'ph' | 'lz', colour: string, fill: string): string {
    return DRAW[NAMES[`${set}-${colour}`] ?? 'sun']?.(fill) ?? '';
}
