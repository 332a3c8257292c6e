// The parts of Photograph's table that a tutorial marks (learn/README.md).
import type { TableState } from '../../lib/protocol';
import type { Spot } from '../../replay/trace';

export function places(part: string, { you }: TableState): Spot[] | null {
    const [kind, what = '', column = ''] = part.split(' ');
    const row = `.sheet > ol > li:nth-child(${what})`;
    const own = `${you.seat ?? 0}:${what}`;
    switch (kind) {
        case 'field':
            return [['.sheet']];
        case 'row':
            return [[`${row} .strip`, row]];
        case 'photo':
            return [[`${row} .strip > :nth-child(${Number(column) + 1})`]];
        case 'hand':
            return [['.hand ol', '.hand']];
        case 'place':
            return [[`[data-place="${Number(what) - 1}"]`]];
        case 'films':
            return [['.tails', '.own .films']];
        case 'film':
            return [[`[data-film="${own}"]`, `[data-film="${what}"]`]];
        case 'others':
            return [['.rivals', '.rival', '.summary']];
        case 'sky':
            return [['.sky']];
        default:
            return null;
    }
}
