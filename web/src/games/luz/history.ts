// Bids and tricks of earlier deals, for the score sheet. They were public, but a view holds only those of the
// current deal, so the page records them as it sees them.
import type { LuzView } from '../../lib/protocol';

export interface DealNote {
    bids: LuzView['bids'];
    tricks: number[];
}

const PREFIX = 'parlor.luz.';
const notes = new Map<string, Record<number, DealNote>>();

function load(table: string): Record<number, DealNote> {
    const known = notes.get(table);
    if (known) return known;
    let read: Record<number, DealNote> = {};
    try {
        read = JSON.parse(sessionStorage.getItem(PREFIX + table) ?? '{}') as Record<number, DealNote>;
    } catch {
        // No storage, or not ours: the sheet then shows the points alone.
    }
    notes.set(table, read);
    return read;
}

const isWhole = ({ tricks }: DealNote): boolean => tricks.reduce((sum, x) => sum + x, 0) === 10;

/** Notes the deal that this view shows. A replay that goes back into a finished deal leaves its note as it is. */
export function note(table: string, view: LuzView): void {
    if (view.deal < 1 || (!isWhole(view) && noted(table, view.deal))) return;
    const deals = load(table);
    deals[view.deal] = { bids: view.bids, tricks: view.tricks };
    try {
        sessionStorage.setItem(PREFIX + table, JSON.stringify(deals));
    } catch {
        // Kept in memory only.
    }
}

/** Bids and tricks of a finished deal; null if this page did not see its end. */
export function noted(table: string, deal: number): DealNote | null {
    const found = load(table)[deal];
    return found && isWhole(found) ? found : null;
}
