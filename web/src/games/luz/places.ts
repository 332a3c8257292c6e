// The parts of Luz's table that a tutorial marks (learn/README.md).
import type { LuzView, TableState } from '../../lib/protocol';
import type { Spot } from '../../replay/trace';

export function places(part: string, { view }: TableState): Spot[] | null {
    const [kind, what = '', slot = ''] = part.split(' ');
    const luz = view as LuzView;
    const card = (seat: string, at: string): Spot => [`[data-flip="luz-${luz.deal}-${seat}-${at}"]`];
    switch (kind) {
        case 'hand':
            return what ? [[`[data-luz-seat="${what}"] ul`]] : [['.mine .rail']];
        case 'slot':
            return [card(String(luz.seat), what)];
        case 'card':
            return [card(what, slot)];
        case 'trick':
            return [['.rose']];
        case 'beads':
            return [[`[data-luz-seat="${what || luz.seat}"] .beads`]];
        case 'bids':
            return [['.bids']];
        default:
            return null;
    }
}
