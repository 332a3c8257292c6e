// Statistics over my games: added up by the module of records (table/figures.h), the oldest game first.
import { Engine, type Source } from '../worker/engine';
import type { Game } from './model';

/** One game with the same number of players and the same kind of others. */
export interface Group {
    game: string;
    seats: number;
    /** A bot's level, `people`, `mixed` (bots of several levels), or nothing: alone, or nobody knows. */
    level: string;
    games: number;
    won: number;
    shared: number;
    streak: number;
    longest: number;
    /** Of games with points: how many, their points, and how often each place. */
    scored?: number;
    points?: number;
    places?: number[];
    /** Of games whose exact chance is known: how many, the wins, and the wins to expect. */
    valued?: number;
    valued_won?: number;
    expected?: number;
    facts: Record<string, { games: number; n: number; of: number }>;
}

export interface Figures {
    games: number;
    left_out: number;
    groups: Group[];
}

export const loadModule = (): Promise<Response> => fetch(new URL('../generated/replay.wasm', import.meta.url).href);
let module: Promise<Engine> | undefined;

export function openModule(load: () => Promise<Source> | Source = loadModule): Promise<Engine> {
    module ??= Engine.load(load());
    module.catch(() => (module = undefined));
    return module;
}

export async function figuresOf(games: Game[], load?: () => Promise<Source> | Source): Promise<Figures> {
    const engine = await openModule(load);
    const over = games.filter((game) => game.over && game.own >= 0).sort((a, b) => a.when - b.when);
    engine.call('figures_start');
    for (const { row, own } of over) engine.call('figures_add', JSON.stringify(row), own);
    engine.call('figures_write');
    return engine.json() as Figures;
}

/** The place on average; null: the game has no points. */
export function meanPlace({ scored, places }: Group): number | null {
    if (!scored || !places) return null;
    return places.reduce((sum, times, k) => sum + times * (k + 1), 0) / scored;
}
