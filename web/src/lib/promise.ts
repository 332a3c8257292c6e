// This device's part in the fair deals of a server's tables (docs/fair-deals.md): the commitment that it saw first, its
// own number, and everybody's seals when it revealed that number. Kept over reloads: a table may start days later.
import type { Client, OpenTable } from './client.svelte';
import type { Answers, Asks, TableState } from './protocol';
import { randomNumber, sealOf } from './seal';

export interface Kept {
    /** The first that this device saw. */
    commit?: string;
    number?: string;
    seal?: string;
    /** By chair, when the number was revealed; without them it is not part of the deal. */
    seals?: (string | null)[];
}

const storageKey = 'parlor.numbers';
const mostTables = 100;
/* For a browser that keeps nothing: at least until the page is closed. */
let memory: [string, Kept][] = [];

function all(): [string, Kept][] {
    try {
        const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
        if (Array.isArray(stored)) memory = stored as [string, Kept][];
    } catch {
        /* see above */
    }
    return memory;
}

export function keptFor(table: string): Kept {
    return all().find(([id]) => id === table)?.[1] ?? {};
}

export function keep(table: string, news: Kept): void {
    const kept = { ...keptFor(table), ...news };
    memory = [...all().filter(([id]) => id !== table), [table, kept] as [string, Kept]].slice(-mostTables);
    try {
        localStorage.setItem(storageKey, JSON.stringify(memory));
    } catch {
        /* see above */
    }
}

/** A new number with its seal. */
export function drawNumber(): { number: string; seal: string } {
    const number = randomNumber();
    return { number, seal: sealOf(number) };
}

/** Whether the server shows another commitment than the first. */
export const isOtherPromise = (state: TableState): boolean =>
    (keptFor(state.table).commit ?? state.commit) !== state.commit;

/** What the table waits for this person to do: a new seal, or the number; null: nothing, or this device cannot. */
export function dueOf(state: TableState): 'seal' | 'reveal' | 'elsewhere' | null {
    const { draw, you } = state;
    if (!draw || you.chair === null || !draw.waiting.includes(you.chair)) return null;
    const seal = draw.seals[you.chair] ?? null;
    if (seal === null) return 'seal';
    return keptFor(state.table).seal === seal && !isOtherPromise(state) ? 'reveal' : 'elsewhere';
}

/** Seals a new number for the fair deal, or reveals the sealed one, when the table waits for that. */
export async function answerDraw(client: Client, table: OpenTable, state: TableState): Promise<void> {
    const { id } = table;
    if (keptFor(id).commit === undefined) keep(id, { commit: state.commit });
    const due = dueOf(state);
    const answer = due === null ? '' : `${due} ${String(state.draw?.seals[state.you.chair ?? 0])}`;
    if (answer === table.answered) return;
    table.answered = answer;
    if (due === 'seal') {
        const drawn = drawNumber();
        keep(id, drawn);
        await client.request('seal', { table: id, seal: drawn.seal });
    } else if (due === 'reveal' && state.draw) {
        keep(id, { seals: state.draw.seals });
        await client.request('reveal', { table: id, number: keptFor(id).number ?? '' });
    }
}

/** A request that takes a chair, with the seal of a new number. */
export async function take<K extends 'create' | 'sit' | 'rematch'>(
    client: Client,
    kind: K,
    members: Asks[K],
): Promise<Answers[K]> {
    const drawn = drawNumber();
    const table = 'table' in members && kind === 'sit' ? members.table : null;
    if (table !== null) keep(table, drawn);
    const answer = await client.request(kind, { ...members, seal: drawn.seal });
    /* The first update of a new table follows the reply. */
    if ('table' in answer && keptFor(answer.table).number === undefined) keep(answer.table, drawn);
    return answer;
}
