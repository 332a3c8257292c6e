// Where the games came from that were played on from a moment of another one: the addresses of those moments, kept on this device.
const storageKey = 'parlor.forks';
const KEPT = 30;

function read(): [string, string][] {
    try {
        const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
        return Array.isArray(stored) ? (stored as [string, string][]) : [];
    } catch {
        return [];
    }
}

export function rememberFork(table: string, moment: string): void {
    try {
        localStorage.setItem(storageKey, JSON.stringify([...read().slice(1 - KEPT), [table, moment]]));
    } catch {
        /* full or forbidden: there is no way back but the browser's own */
    }
}

/** The address of the moment from which that table was played on; null: nobody knows it here. */
export const momentOf = (table: string): string | null => read().find(([one]) => one === table)?.[1] ?? null;
