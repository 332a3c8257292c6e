// All my games, read page by page from this device and from the server.
import { Refused, type Client } from '../lib/client.svelte';
import { device, server } from '../lib/clients';
import { gameOf, keyOf, type Game } from './model';

/** Pages that are read; nobody has more games than that. */
const PAGES_MOST = 50;

export class MyGames {
    all: Game[] = $state.raw([]);
    state: 'busy' | 'done' = $state('busy');
    /** Why the games of a place could not be read. */
    fault: unknown = $state.raw(null);

    /** The games of this device, and of the server if there is one. */
    async load(clients: Client[] = server.status === 'ready' ? [device, server] : [device]): Promise<void> {
        this.state = 'busy';
        this.fault = null;
        await Promise.all(clients.map((client) => this.read(client).catch((reason: unknown) => this.failed(reason))));
        this.state = 'done';
    }

    /** An older server has no such list. */
    private failed(reason: unknown): void {
        if (!(reason instanceof Refused && reason.refusal.id === 'request.unknown')) this.fault = reason;
    }

    private async read(client: Client): Promise<void> {
        const found: Game[] = [];
        let from: string | undefined;
        for (let page = 0; page < PAGES_MOST; page++) {
            const { games, next } = await client.request('games', from === undefined ? {} : { from });
            found.push(...games.map((row) => gameOf(row, client)));
            /* What is there is shown at once, in place of what was known of this client. */
            const others = this.all.filter(({ here }) => here !== client.offline);
            this.all = [...others, ...found];
            if (next === undefined) return;
            from = next;
        }
    }

    /** Removes a game for good, or from the own list on the server. */
    async remove(game: Game): Promise<void> {
        await (game.here ? device : server).request('forget', { table: game.row.table });
        if (!game.here) await device.request('rate', { table: game.row.table });
        this.all = this.all.filter((one) => keyOf(one) !== keyOf(game));
    }

    /** Removes all games of this device, or all finished ones from the own list on the server. */
    async clear(here: boolean): Promise<void> {
        if (here) await device.request('forget', {});
        else {
            for (const game of this.all) if (!game.here && game.over) await device.request('rate', { table: game.row.table });
            for (let left = 1; left > 0; ) left = (await server.request('forget', {})).forgotten ?? 0;
        }
        this.all = this.all.filter((one) => one.here !== here);
        await this.load();
    }
}
