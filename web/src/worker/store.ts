/*
 * Storage on this device: the player's identity and the journals of the tables. It uses IndexedDB,
 * or memory where a browser offers none (private windows); memory lasts as long as the page.
 * Writes happen in the background, in the order of the calls.
 */
import type { TableRow } from '../lib/protocol';

export interface Me {
    id: string;
    name: string;
}

/** One entry of a journal; the text holds secrets and never leaves the worker. */
export interface JournalEvent {
    n: number;
    at: number;
    text: string;
}

/** A table's entry in lists, without reading its journal. */
export interface Head {
    table: string;
    row: TableRow;
    turn: boolean;
    /** Whether the person sits there. */
    mine: boolean;
    changed: number;
}

export interface Store {
    me(): Promise<Me | null>;
    setMe(me: Me): void;
    list(): Promise<Head[]>;
    read(table: string): Promise<JournalEvent[]>;
    append(head: Head, events: JournalEvent[]): void;
    drop(table: string): void;
    /** All that was asked for is stored (or lost for good). */
    settled(): Promise<void>;
}

export class MemoryStore implements Store {
    private person: Me | null = null;
    private heads = new Map<string, Head>();
    private journals = new Map<string, JournalEvent[]>();

    async me(): Promise<Me | null> {
        return this.person;
    }

    setMe(me: Me): void {
        this.person = me;
    }

    async list(): Promise<Head[]> {
        return [...this.heads.values()];
    }

    async read(table: string): Promise<JournalEvent[]> {
        return [...(this.journals.get(table) ?? [])];
    }

    append(head: Head, events: JournalEvent[]): void {
        this.heads.set(head.table, head);
        this.journals.set(head.table, [...(this.journals.get(head.table) ?? []), ...events]);
    }

    drop(table: string): void {
        this.heads.delete(table);
        this.journals.delete(table);
    }

    async settled(): Promise<void> {}
}

const VERSION = 1;

function promised<T>(request: IDBRequest<T>): Promise<T> {
    return new Promise((done, failed) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error ?? new Error('IndexedDB'));
    });
}

function openDatabase(): Promise<IDBDatabase> {
    const request = indexedDB.open('parlor', VERSION);
    request.onupgradeneeded = () => {
        request.result.createObjectStore('me');
        request.result.createObjectStore('heads', { keyPath: 'table' });
        request.result.createObjectStore('events', { keyPath: ['table', 'n'] });
    };
    return promised(request);
}

const allOf = (table: string): IDBKeyRange => IDBKeyRange.bound([table, 0], [table, Infinity]);

class DatabaseStore implements Store {
    private last: Promise<void> = Promise.resolve();

    constructor(private db: IDBDatabase) {}

    /** Writes after all earlier writes; a failed write is lost, and the game goes on. */
    private write(names: string[], change: (use: (name: string) => IDBObjectStore) => void): void {
        this.last = this.last.then(
            () =>
                new Promise((done) => {
                    try {
                        const work = this.db.transaction(names, 'readwrite');
                        work.oncomplete = () => done();
                        work.onabort = () => done();
                        change((name) => work.objectStore(name));
                    } catch {
                        done();
                    }
                }),
        );
    }

    private async all<T>(name: string, range?: IDBKeyRange): Promise<T[]> {
        await this.last;
        return promised(this.db.transaction(name).objectStore(name).getAll(range)) as Promise<T[]>;
    }

    async me(): Promise<Me | null> {
        const found = await promised(this.db.transaction('me').objectStore('me').get('me'));
        return (found as Me | undefined) ?? null;
    }

    setMe(me: Me): void {
        this.write(['me'], (use) => use('me').put(me, 'me'));
    }

    list(): Promise<Head[]> {
        return this.all('heads');
    }

    read(table: string): Promise<JournalEvent[]> {
        return this.all('events', allOf(table));
    }

    append(head: Head, events: JournalEvent[]): void {
        this.write(['heads', 'events'], (use) => {
            use('heads').put(head);
            for (const event of events) use('events').put({ table: head.table, ...event });
        });
    }

    drop(table: string): void {
        this.write(['heads', 'events'], (use) => {
            use('heads').delete(table);
            use('events').delete(allOf(table));
        });
    }

    settled(): Promise<void> {
        return this.last;
    }
}

export async function openStore(): Promise<Store> {
    try {
        return new DatabaseStore(await openDatabase());
    } catch {
        return new MemoryStore();
    }
}
