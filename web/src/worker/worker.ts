/*
 * The worker that holds the tables of this device and speaks the server's protocol: requests come
 * as objects by postMessage, replies and updates go out the same way. See docs/protocol.md, "The
 * offline worker".
 */
import type { Incoming } from '../lib/protocol';
import { Engine } from './engine';
import { OfflineServer } from './offline-server';
import { type Bots, botsInWorkers } from './bot-client';
import { fetchModule } from './modules';
import { openStore } from './store';

const scope = self as unknown as DedicatedWorkerGlobalScope;

async function makeBots(): Promise<Bots> {
    if (typeof Worker === 'undefined') return new (await import('./bot-runner')).BotRunner(fetchModule);
    return botsInWorkers(
        () => new Worker(new URL('./bot-worker.ts', import.meta.url), { type: 'module', name: 'bots' }),
    );
}

async function start(): Promise<OfflineServer> {
    const engine = Engine.load(fetchModule('tables'));
    const store = await openStore();
    const send = (message: Incoming): void => scope.postMessage(message);
    return OfflineServer.open({ engine: await engine, store, bots: await makeBots(), send });
}

/* Requests that come while the engine is being fetched wait for it, in order. */
const server = start();
let last: Promise<unknown> = server;
scope.onmessage = (event: MessageEvent<unknown>) => {
    last = last.then(async () => (await server).handle(event.data));
};
/* A worker that cannot start is told to the page as an error of the worker. */
server.catch((reason: unknown) => {
    setTimeout(() => {
        throw reason;
    });
});
