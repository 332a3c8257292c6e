// Starting games: at once against bots on this device, or a table for friends on the server.
import { device, server } from './clients';
import type { Asks, GameRow, Options } from './protocol';
import { habitOf } from './habits.svelte';
import { settings } from './settings.svelte';

/** Options by the person's settings, where the game has them. */
export function usualOptions(row: GameRow | undefined): Options {
    const memory = row?.options.some((option) => option.name === 'memory') ?? false;
    return memory && settings.aids ? { memory: 'aided' } : {};
}

/** A game against bots, begun at once, as it was set up last; the first one is easy. Resolves to its path. */
export async function playNow(
    game: string,
    choice: { seats?: number; level?: string; options?: Options; begins?: number } = {},
): Promise<string> {
    await device.reach();
    const row = device.games.find((one) => one.name === game);
    const habit = habitOf(game);
    const seats = choice.seats ?? habit.seats ?? row?.seats.usual ?? 2;
    const level = choice.level ?? habit.level ?? 'easy';
    await device.request('pace', { pace: settings.pace });
    const table = await device.create({
        game,
        seats,
        bots: Array.from({ length: seats - 1 }, () => level),
        options: { ...usualOptions(row), ...choice.options },
        ...(choice.begins === undefined ? {} : { begins: choice.begins }),
    });
    return `/offline/${table}`;
}

/** A game of several people at this device, the others being bots; resolves to the path where the first one takes it. */
export async function playTogether(members: Asks['together']): Promise<string> {
    const { table } = await device.request('together', members);
    return `/offline/${table}/hand`;
}

/** A table on the server, waiting for friends; resolves to its path. */
export async function callFriends(members: Omit<Asks['create'], 'number'>): Promise<string> {
    return `/t/${await server.create(members)}`;
}
