// The parts of Smitten's table that a tutorial marks (learn/README.md).
import type { TableState } from '../../lib/protocol';
import type { Spot } from '../../replay/trace';

const whole: Record<string, Spot[]> = {
    hand: [['.hands .hold']],
    'hand A': [['.hands .hold:nth-child(1)']],
    'hand B': [['.hands .hold:nth-child(2)']],
    partner: [['.partner']],
    squares: [['.half.L'], ['.half.R']],
    'square L': [['.half.L']],
    'square R': [['.half.R']],
    deck: [['[data-flip="smitten-top"]', '[data-flip="smitten-deck"]']],
    aside: [['[data-flip="smitten-aside"]']],
    signals: [['.signals']],
    sentence: [['.sentence']],
};

export function places(part: string, _state: TableState): Spot[] | null {
    const [kind, what = ''] = part.split(' ');
    if (kind === 'card') return [[`.hands [data-card="${what}"] .card`]];
    if (kind === 'closed') return [[`.hands [data-card="${what}closed"] .card`]];
    if (kind === 'cell') return [[`[data-cell="${what.slice(1)}${what[0]}"]`]];
    return whole[part] ?? null;
}
