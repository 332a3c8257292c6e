// The two transports of the protocol: a worker on this device, or a server's WebSocket. A transport does not look
// into messages; it reports when it is open, and reconnects.
import type { Incoming, Request } from './protocol';

export interface TransportEvents {
    open: () => void;
    /** The transport is down; `ever`: it had been open before. */
    down: (ever: boolean) => void;
    message: (message: Incoming) => void;
}

export interface Transport {
    start: (events: TransportEvents) => void;
    send: (request: Request) => void;
    /** Try again now, if it is down. */
    retry: () => void;
    /** The page is at a table now: connect anew if that has another path. */
    move?: () => void;
}

/** The part of a Worker that is used here; tests pass a fake. */
export interface Post {
    postMessage: (message: unknown) => void;
    onmessage: ((event: MessageEvent) => void) | null;
    onerror: ((event: ErrorEvent) => void) | null;
}

export class OfflineTransport implements Transport {
    private post: Post | null = null;
    private events: TransportEvents | null = null;
    constructor(private make: () => Promise<Post>) {}

    start(events: TransportEvents): void {
        this.events = events;
        this.retry();
    }

    retry(): void {
        if (this.post) return;
        void this.make().then(
            (post) => {
                this.post = post;
                post.onmessage = (event) => this.events?.message(event.data as Incoming);
                /* A worker that breaks is given up; `retry` makes another. */
                post.onerror = () => {
                    this.post = null;
                    this.events?.down(false);
                };
                this.events?.open();
            },
            () => this.events?.down(false),
        );
    }

    send(request: Request): void {
        this.post?.postMessage(request);
    }
}

/** The part of a WebSocket that is used here. */
export interface Socket {
    send: (text: string) => void;
    close: () => void;
    readyState: number;
    onopen: (() => void) | null;
    onclose: ((event: { code: number }) => void) | null;
    onmessage: ((event: { data: unknown }) => void) | null;
}

const firstWait = 500;
const longestWait = 30000;
/** A host that never answered a WebSocket is most likely a plain file host: no more calls after these. */
const triesAtFirst = 3;

/** A silent server is asked for a sign of life after two of these, and given up after three. */
const beatEvery = 10000;

/** How long to wait before try number `tries` (from 1) after a close with this code. */
export function waitBefore(tries: number, code: number, chance: number): number {
    if (code === 1012 && tries === 1) return chance * 500; /* another server may be there */
    if (code > 4000) return longestWait; /* banned */
    const wait = Math.min(longestWait, firstWait * 2 ** (tries - 1));
    return wait * (0.75 + chance / 2);
}

/** The socket's path for a page at this path: its table's; every second try is without, for a server that is older. */
export const socketPath = (page: string, tries: number): string =>
    '/ws' + ((tries % 2 || !tries) && /^\/t(\/[\w-]+)$/.exec(page)?.[1] || '');

export class OnlineTransport implements Transport {
    private socket: Socket | null = null;
    private events: TransportEvents | null = null;
    private timer: ReturnType<typeof setTimeout> | undefined;
    private tries = 0;
    private ever = false;
    private path = '';
    private silentBeats = 0;
    constructor(
        private connect: (path: string) => Socket,
        private page = () => location.pathname,
    ) {}

    start(events: TransportEvents): void {
        this.events = events;
        this.open();
        if (typeof addEventListener === 'function') {
            addEventListener('online', () => this.retry());
            addEventListener('visibilitychange', () => {
                if (document.visibilityState === 'visible') this.retry();
            });
        }
    }

    private open(): void {
        clearTimeout(this.timer);
        this.timer = undefined;
        let socket: Socket;
        try {
            socket = this.connect((this.path = socketPath(this.page(), this.tries)));
        } catch {
            this.lost(1006);
            return;
        }
        this.socket = socket;
        socket.onopen = () => {
            this.ever = true;
            this.beat(socket);
            this.events?.open();
        };
        socket.onmessage = (event) => {
            this.tries = this.silentBeats = 0;
            if (typeof event.data === 'string') this.events?.message(JSON.parse(event.data) as Incoming);
        };
        socket.onclose = (event) => {
            if (this.socket === socket) this.lost(event.code);
        };
    }

    /** A machine that is gone closes no connection. */
    private beat(socket: Socket): void {
        this.silentBeats = 0;
        const timer = setInterval(() => {
            if (this.socket !== socket) clearInterval(timer);
            else if (++this.silentBeats === 2) this.send({ id: 0, do: 'ping' });
            else if (this.silentBeats > 2) {
                this.lost(1006);
                socket.close();
            }
        }, beatEvery);
    }

    private lost(code: number): void {
        this.socket = null;
        this.tries++;
        this.events?.down(this.ever);
        if (!this.ever && this.tries >= triesAtFirst) return;
        this.timer = setTimeout(() => this.open(), waitBefore(this.tries, code, Math.random()));
    }

    retry(): void {
        if (this.socket) return;
        this.tries = 0;
        this.open();
    }

    move(): void {
        const path = socketPath(this.page(), 0);
        const { socket } = this;
        if (!socket || path === '/ws' || path === this.path) return;
        this.socket = null;
        socket.close();
        this.events?.down(true);
        this.open();
    }

    send(request: Request): void {
        if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(request));
    }
}
