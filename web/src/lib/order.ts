// Order on a server: whom this device has muted, announcements, and what a server has closed for good. Fetched when
// the page has reached a server.
import { type Client, type News, Refused } from './client.svelte';
import { further, MSG } from './msg';
import type { Answers, Closed, LobbyChange, RestartNotice, TableEvent, TableRow } from './protocol';
import { go, route } from './router.svelte';
import { reasonOf } from './status.svelte';
import { language, needWords, t } from './words.svelte';

const storageKey = 'parlor.muted';
/** The server forgets more than these. */
const most = 32;
/* For a browser that keeps nothing: at least until the page is closed. */
let muted: string[] = [];

export function mutedPlayers(): string[] {
    try {
        const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
        if (Array.isArray(stored)) muted = stored.filter((one): one is string => typeof one === 'string');
    } catch {
        /* see above */
    }
    return muted;
}

export async function mute(client: Client, player: string, on: boolean): Promise<void> {
    await client.request('mute', { player, on });
    const others = mutedPlayers().filter((one) => one !== player);
    muted = on ? [...others, player].slice(-most) : others;
    try {
        localStorage.setItem(storageKey, JSON.stringify(muted));
    } catch {
        /* see above */
    }
}

/* ---- the banner: a sentence that stays until it is closed ---- */

let banner: HTMLElement | null = null;

function hide(): void {
    banner?.remove();
    banner = null;
}

function show(text: string): void {
    hide();
    const words = document.createElement('span');
    words.textContent = text;
    const close = document.createElement('button');
    close.className = 'icon';
    close.type = 'button';
    close.textContent = '✕';
    close.setAttribute('aria-label', t('page.close'));
    close.onclick = hide;
    banner = document.createElement('div');
    banner.className = 'panel row';
    banner.setAttribute('role', 'status');
    banner.style.cssText =
        'position:fixed;z-index:60;top:56px;left:50%;transform:translateX(-50%);width:max-content;' +
        'max-width:min(40rem,calc(100% - 1.5rem));flex-wrap:nowrap;padding:.25rem .25rem .25rem 1rem';
    banner.append(words, close);
    document.body.append(banner);
}

async function announce(notice: RestartNotice | null): Promise<void> {
    if (!notice) return hide();
    await needWords('more');
    /* The clock of this device may be wrong, the time until then is not. */
    const at = new Date(Date.now() + notice.in).toLocaleTimeString(language(), { hour: '2-digit', minute: '2-digit' });
    show([t('notice.restart', at), notice.text ? t('notice.words', notice.text) : ''].join(' ').trim());
}

/* ---- what the client passes on ---- */

/** The server forgets whom this device has muted with the connection. */
async function greet(client: Client, hello: Answers['hello']): Promise<void> {
    further.words = orderWords;
    void announce(hello.notice ?? null);
    await Promise.all(mutedPlayers().map((player) => client.send('mute', { player, on: true })));
}

/** The table comes back when the server can, or is not there any more for this person; without a table nothing is. */
async function leave(client: Client, { table, closed }: Closed): Promise<void> {
    if (closed.id === 'store.failed' && table) return client.reopenLater(client.open(table));
    await needWords('more');
    const here = route();
    if (here.at === 'table' && here.id === table) go('/');
    show(reasonOf(new Refused(closed)));
}

function changeLobby(client: Client, { lobby: row }: LobbyChange): void {
    const others = client.lobby.filter((other) => other.table !== row.table);
    client.lobby = row.phase === 'gone' ? others : [...others, row as TableRow];
}

/** A hello that was answered or refused, a table that was closed, a change of the lobby, or an announcement. */
export async function take(client: Client, news: News): Promise<void> {
    if (news instanceof Refused) {
        /* The server does not let this person in; a lost connection is told elsewhere. */
        if (news.refusal.id !== MSG('page.offline')) show(reasonOf(news));
    } else if ('you' in news) await greet(client, news);
    else if ('closed' in news) await leave(client, news);
    else if ('lobby' in news) changeLobby(client, news);
    else await announce(news.notice);
}

/** What the host has ordered, for the log. */
function orderWords(event: TableEvent, names: string[]): string | null {
    if (event.e === 'pause') return t('pause.by', names[event.seat] ?? '');
    if (event.e === 'resume') return t('pause.over', names[event.seat] ?? '');
    if (event.e !== 'remove' && event.e !== 'silence') return null;
    const name = event.name || t('online.somebody');
    if (event.e === 'remove') return t('online.remove', name);
    return event.on ? t('online.silence', name) : t('online.unsilence', name);
}
