// A system notification when it is your turn and the page is out of sight; only if asked for by a button.
import { settings } from './settings.svelte';

export const canNotify = (): boolean => typeof Notification !== 'undefined';

/** Asks the browser for leave; false: refused. */
export async function askToNotify(): Promise<boolean> {
    if (!canNotify()) return false;
    return (await Notification.requestPermission()) === 'granted';
}

export function alertTurn(game: string, line: string): void {
    if (!settings.notify || !document.hidden || !canNotify() || Notification.permission !== 'granted') return;
    const how = { body: line, tag: 'parlor-turn', icon: '/icons/icon-192.png', data: location.pathname };
    try {
        const note = new Notification(game, how);
        note.onclick = () => {
            window.focus();
            note.close();
        };
    } catch {
        /* Phones allow notifications only through the service worker; see sw.ts for the press on it. */
        void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(game, how)).catch(() => undefined);
    }
}
