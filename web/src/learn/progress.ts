// How far somebody has come in the tutorials, kept on this device: the step of each chapter, and to whom they were offered.

const key = 'parlor.learn';

interface Kept {
    /** By `GAME/CHAPTER`: the id of the step; "" when it was played to its end. */
    steps: Record<string, string>;
    /** Games whose tutorial was offered at "Play now". */
    offered: string[];
}

export function readKept(text: string | null): Kept {
    try {
        const { steps, offered } = JSON.parse(text ?? '{}') as Partial<Kept>;
        return {
            steps: Object.fromEntries(Object.entries(steps ?? {}).filter(([, step]) => typeof step === 'string')),
            offered: Array.isArray(offered) ? offered.filter((game) => typeof game === 'string') : [],
        };
    } catch {
        return { steps: {}, offered: [] };
    }
}

function read(): Kept {
    try {
        return readKept(localStorage.getItem(key));
    } catch {
        return readKept(null); /* a browser that keeps nothing still teaches */
    }
}

function write(kept: Kept): void {
    try {
        localStorage.setItem(key, JSON.stringify(kept));
    } catch {
        /* see above */
    }
}

export const stepKept = (game: string, chapter: string): string | undefined => read().steps[`${game}/${chapter}`];

export function keepStep(game: string, chapter: string, step: string): void {
    const kept = read();
    kept.steps[`${game}/${chapter}`] = step;
    write(kept);
}

/** Nobody who has begun or finished a tutorial is asked about it. */
export const wasOffered = (game: string): boolean => {
    const { steps, offered } = read();
    return offered.includes(game) || Object.keys(steps).some((name) => name.startsWith(`${game}/`));
};

export function keepOffered(game: string): void {
    const kept = read();
    if (!kept.offered.includes(game)) write({ ...kept, offered: [...kept.offered, game] });
}
