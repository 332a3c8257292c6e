// The page's two clients: this device, and the server that the page came from.
import { Client } from './client.svelte';
import { OfflineTransport, OnlineTransport, type Post, type Socket } from './transport';

async function makeWorker(): Promise<Post> {
    return new Worker(new URL('../worker/worker.ts', import.meta.url), { type: 'module' }) as Post;
}

function connect(path: string): Socket {
    return new WebSocket(location.origin.replace('http', 'ws') + path) as unknown as Socket;
}

export const device = new Client(new OfflineTransport(makeWorker), true);
export const server = new Client(new OnlineTransport(connect), false);
