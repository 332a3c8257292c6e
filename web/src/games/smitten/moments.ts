// Smitten's moments: a piece joins its picture, a picture is whole, the cells that nobody could fill.
import type { SmittenSquare, SmittenView, TableEvent, TableState } from '../../lib/protocol';
import { isCourse, type Moment, type Places } from '../../moments/moment';

/* A watcher sees the first player in front. */
export const places: Places = { player: ({ you }, seat) => (seat === (you.seat ?? 0) ? '.hold' : '.partner'), hand: '.hands' };

/* As `filled` of model.ts, which belongs to the first screen: the card set aside completes a picture that is won. */
const filled = (view: SmittenView, square: SmittenSquare): Set<number> =>
    new Set(view.won && view.aside !== null ? [...view.squares[square], view.aside] : view.squares[square]);

export function tell(before: TableState, after: TableState, events: TableEvent[]): Moment[] {
    const [old, now] = [before.view as SmittenView | null, after.view as SmittenView | null];
    if (!old || !now || !isCourse(before, after, events)) return [];
    const out: Moment[] = [];
    for (const square of ['L', 'R'] as const) {
        const had = filled(old, square);
        const has = filled(now, square);
        const fresh = [...has].filter((cell) => !had.has(cell));
        for (const cell of fresh) out.push({ effect: 'join', at: `[data-cell="${square}${cell}"]`, step: out.length, sound: 'paper' });
        if (fresh.length > 0 && has.size === 9) out.push({ effect: 'whole', at: `.half.${square} ul`, step: out.length, sound: 'glass' });
    }
    if (now.lost && !old.lost) {
        const cells = (['L', 'R'] as const).flatMap((square) => (now.open?.[square] ?? []).map((cell) => `[data-cell="${square}${cell}"]`)).join();
        out.push({ effect: 'fault', at: cells || '.smitten .sentence', step: 3, sound: 'loss' });
    }
    return out;
}
