// Starts the page: language and letters first, so that nothing shifts, then the app.
import { mount } from 'svelte';
import App from './App.svelte';
import { startRouter } from './lib/router.svelte';
import { applySettings, chosenLanguage } from './lib/settings.svelte';
import { language, setLanguage } from './lib/words.svelte';
import './styles/room.css';

/** The typeface, or a moment later the fallback of the same widths. */
function letters(): Promise<unknown> {
    const cyrillic = language() === 'uk' || language() === 'ru';
    /* One call per family: a list of families would fetch the Latin letters too. */
    const wanted = cyrillic ? [["'Piazzolla Signs'", '1'], ['Piazzolla', 'ж']] : [['Piazzolla', 'a']];
    const faces = wanted.map(([family, text]) => document.fonts.load(`1em ${family}`, text).catch(() => undefined));
    const wait = new Promise((done) => setTimeout(done, 500));
    return Promise.race([Promise.all(faces), wait]);
}

async function start(): Promise<void> {
    applySettings();
    /* A new version was deployed while this one was open, and its chunks are gone: reload the page once. */
    addEventListener('vite:preloadError', () => {
        if (sessionStorage.getItem('parlor.renewed') === location.pathname) return;
        sessionStorage.setItem('parlor.renewed', location.pathname);
        location.reload();
    });
    await setLanguage(chosenLanguage());
    await letters();
    startRouter();
    const target = document.getElementById('app');
    if (target) mount(App, { target });
    if (import.meta.env.PROD && 'serviceWorker' in navigator) {
        void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
    }
}

void start();
