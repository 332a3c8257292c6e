/*
 * The worker that holds the tables of this device and speaks the server's protocol: requests come
 * as objects by postMessage, replies and updates go out the same way. See docs/protocol.md, "The
 * offline worker".
 */
import type { Incoming } from '../lib/protocol';
import { Engine } from './engine';
import { Hall } from './hall';
import { type Mind, twoMinds } from './mind';
import { fetchModule } from './modules';
import { openStore } from './store';
import { Thinker } from './thinker';

const scope = self as unknown as DedicatedWorkerGlobalScope;

function makeMind(): Mind {
    if (typeof Worker === 'undefined') return new Thinker(fetchModule);
    return twoMinds(
        () => new Worker(new URL('./thinking.ts', import.meta.url), { type: 'module', name: 'bots' }),
    );
}

async function start(): Promise<Hall> {
    const engine = Engine.load(fetchModule('tables'));
    const store = await openStore();
    const send = (message: Incoming): void => scope.postMessage(message);
    return Hall.open({ engine: await engine, store, mind: makeMind(), send });
}

/* Requests that come while the engine is being fetched wait for it, in order. */
const hall = start();
let last: Promise<unknown> = hall;
scope.onmessage = (event: MessageEvent<unknown>) => {
    last = last.then(async () => (await hall).handle(event.data));
};
/* A worker that cannot start is told to the page as an error of the worker. */
hall.catch((reason: unknown) => {
    setTimeout(() => {
        throw reason;
    });
});
