// The service worker: keeps the whole page on the device, so that it opens and plays with no network at all.
// Built by web/pwa.ts, which puts the list of files and a version in the place of the two names below.
// Hashed files never change: cache first. The page itself is asked for first, and taken from here otherwise.

declare const PARLOR_FILES: string[];
declare const PARLOR_VERSION: string;

const scope = self as unknown as ServiceWorkerGlobalScope;
const store = `parlor-${PARLOR_VERSION}`;
const patience = 3000;

scope.addEventListener('install', (event) => {
    event.waitUntil(
        caches
            .open(store)
            .then((cache) => cache.addAll(PARLOR_FILES))
            .then(() => scope.skipWaiting()),
    );
});

scope.addEventListener('activate', (event) => {
    const tidy = async (): Promise<void> => {
        for (const name of await caches.keys()) {
            if (name.startsWith('parlor-') && name !== store) await caches.delete(name);
        }
        await scope.clients.claim();
    };
    event.waitUntil(tidy());
});

/** Paths that only the server answers: records, catalogues, metrics. */
const served = /^\/(ws|record|words|metrics|healthz|enter)(\/|$)/;

async function cacheFirst(request: Request): Promise<Response> {
    return (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}

async function networkFirst(request: Request, kept: string): Promise<Response> {
    const stored = await caches.match(kept);
    const asked = fetch(request);
    if (!stored) return asked;
    const late = new Promise<Response>((done) => setTimeout(() => done(stored), patience));
    try {
        const answer = await Promise.race([asked, late]);
        return answer.ok ? answer : stored;
    } catch {
        return stored;
    }
}

/* "Your turn" was pressed: back to that table, in the window that is there or a new one. */
scope.addEventListener('notificationclick', (event) => {
    const path = String(event.notification.data ?? '/');
    event.notification.close();
    const back = async (): Promise<unknown> => {
        const open = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
        const one = open.find((client) => new URL(client.url).pathname === path);
        return one ? one.focus() : scope.clients.openWindow(path);
    };
    event.waitUntil(back());
});

scope.addEventListener('fetch', (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== scope.location.origin || served.test(url.pathname)) return;
    if (request.mode === 'navigate') event.respondWith(networkFirst(request, '/'));
    else if (url.pathname.startsWith('/assets/')) event.respondWith(cacheFirst(request));
    else event.respondWith(networkFirst(request, url.pathname));
});
