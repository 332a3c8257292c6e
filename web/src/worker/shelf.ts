/*
 * The shelf: finished games of this device as rows, for lists and statistics, and as records, if their
 * journals are gone or they came from elsewhere. It is a database beside that of the tables, so that
 * nothing is read of it before somebody asks. Without IndexedDB it lasts as long as the page.
 */
import type { GameEntry, GameRecord, Sums } from '../lib/protocol';

/** A game in lists. */
export type Entry = GameEntry;

export interface Shelf {
    entries(): Promise<Entry[]>;
    has(table: string): Promise<boolean>;
    record(table: string): Promise<GameRecord | null>;
    /** Adds or replaces a game; without a record its journal is there. Rejects if it is not stored. */
    put(entry: Entry, record?: GameRecord): Promise<void>;
    /** What reviews told, also of games on a server; null drops it. */
    rate(table: string, sums: Sums | null): Promise<void>;
    rated(): Promise<Record<string, Sums>>;
    drop(tables: string[]): Promise<void>;
    clear(): Promise<void>;
}

class MemoryShelf implements Shelf {
    private all = new Map<string, Entry>();
    private records = new Map<string, GameRecord>();
    private sums = new Map<string, Sums>();

    async entries(): Promise<Entry[]> {
        return [...this.all.values()];
    }

    async has(table: string): Promise<boolean> {
        return this.all.has(table);
    }

    async record(table: string): Promise<GameRecord | null> {
        return this.records.get(table) ?? null;
    }

    async put(entry: Entry, record?: GameRecord): Promise<void> {
        this.all.set(entry.table, entry);
        if (record) this.records.set(entry.table, record);
    }

    async rate(table: string, sums: Sums | null): Promise<void> {
        if (sums) this.sums.set(table, sums);
        else this.sums.delete(table);
    }

    async rated(): Promise<Record<string, Sums>> {
        return Object.fromEntries(this.sums);
    }

    async drop(tables: string[]): Promise<void> {
        for (const table of tables) for (const one of [this.all, this.records, this.sums]) one.delete(table);
    }

    async clear(): Promise<void> {
        for (const one of [this.all, this.records, this.sums]) one.clear();
    }
}

function promised<T>(request: IDBRequest<T>): Promise<T> {
    return new Promise((done, failed) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error ?? new Error('IndexedDB'));
    });
}

const STORES = ['entries', 'records', 'sums'] as const;

class DatabaseShelf implements Shelf {
    constructor(private db: IDBDatabase) {}

    private write(change: (use: (name: (typeof STORES)[number]) => IDBObjectStore) => void): Promise<void> {
        return new Promise((done, failed) => {
            const work = this.db.transaction(STORES, 'readwrite');
            work.oncomplete = () => done();
            work.onabort = () => failed(work.error ?? new Error('IndexedDB'));
            change((name) => work.objectStore(name));
        });
    }

    entries(): Promise<Entry[]> {
        return promised(this.db.transaction('entries').objectStore('entries').getAll()) as Promise<Entry[]>;
    }

    async has(table: string): Promise<boolean> {
        return (await promised(this.db.transaction('entries').objectStore('entries').getKey(table))) !== undefined;
    }

    async record(table: string): Promise<GameRecord | null> {
        return ((await promised(this.db.transaction('records').objectStore('records').get(table))) as GameRecord | undefined) ?? null;
    }

    put(entry: Entry, record?: GameRecord): Promise<void> {
        return this.write((use) => {
            use('entries').put(entry);
            if (record) use('records').put(record, entry.table);
        });
    }

    rate(table: string, sums: Sums | null): Promise<void> {
        return this.write((use) => (sums ? use('sums').put(sums, table) : use('sums').delete(table)));
    }

    async rated(): Promise<Record<string, Sums>> {
        const store = this.db.transaction('sums').objectStore('sums');
        const [tables, sums] = await Promise.all([promised(store.getAllKeys()), promised(store.getAll() as IDBRequest<Sums[]>)]);
        return Object.fromEntries(sums.map((one, k) => [String(tables[k]), one]));
    }

    drop(tables: string[]): Promise<void> {
        return this.write((use) => {
            for (const table of tables) for (const name of STORES) use(name).delete(table);
        });
    }

    clear(): Promise<void> {
        return this.write((use) => {
            for (const name of STORES) use(name).clear();
        });
    }
}

export async function openShelf(): Promise<Shelf> {
    try {
        const request = indexedDB.open('parlor-games', 1);
        request.onupgradeneeded = () => {
            request.result.createObjectStore('entries', { keyPath: 'table' });
            request.result.createObjectStore('records');
            request.result.createObjectStore('sums');
        };
        return new DatabaseShelf(await promised(request));
    } catch {
        return new MemoryShelf();
    }
}
