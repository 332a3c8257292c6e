// Where one is: the address bar by the history API. An unknown path is home.

export type Route =
    | { at: 'home' }
    | { at: 'play'; game: string; friends: boolean }
    /** Deals at once and goes to the table. */
    | { at: 'now'; game: string }
    | { at: 'table'; id: string; offline: boolean }
    /** Between two people at this device. */
    | { at: 'hand'; id: string }
    | { at: 'lobby' }
    | { at: 'rules'; game: string }
    | { at: 'settings' }
    /** Tutorials: all of them, or one. */
    | { at: 'learn'; game: string | undefined; chapter: string | undefined }
    /** All my games. */
    | { at: 'games' }
    /** All kinds of puzzles, or one puzzle. */
    | { at: 'puzzles'; kind: string; number: number }
    /** The daily deals, or that of a game, of today or a date. */
    | { at: 'daily'; of: string; date: string }
    /** A recorded game at a step; without one at its end. */
    | { at: 'replay'; from: 'table' | 'offline' | 'shared'; id: string; step: number | undefined };

const word = /^[A-Za-z0-9_-]{1,64}$/;

/** The route of a path such as `/t/abc` and its query. */
export function parse(path: string, query = ''): Route {
    const [first = '', second = '', more] = path.replace(/^\/+|\/+$/g, '').split('/');
    const step = /^\d{1,5}$/.test(more ?? '') ? Number(more) : undefined;
    const look = step !== undefined || more === 'end';
    const hand = first === 'offline' && more === 'hand';
    const named = word.test(second) && (more === undefined || look || hand);
    if ((first === 'lobby' || first === 'settings' || first === 'games') && second === '') return { at: first };
    if (first === 'puzzles') return { at: 'puzzles', kind: second, number: step ?? 0 };
    if (first === 'daily') return { at: first, of: second, date: more ?? '' };
    if (first === 'learn') return { at: 'learn', game: second || undefined, chapter: more };
    if (!named) return { at: 'home' };
    switch (first) {
        case 'play':
            if (new URLSearchParams(query).has('now')) return { at: 'now', game: second };
            return { at: 'play', game: second, friends: new URLSearchParams(query).has('friends') };
        case 't':
        case 'offline':
            if (hand) return { at: 'hand', id: second };
            if (look) return { at: 'replay', from: first === 't' ? 'table' : first, id: second, step };
            return { at: 'table', id: second, offline: first !== 't' };
        case 'g':
            return { at: 'replay', from: 'shared', id: second, step };
        case 'rules':
            return { at: 'rules', game: second };
        default:
            return { at: 'home' };
    }
}

let current: Route = $state.raw({ at: 'home' });
let visits = $state(0);

export const route = (): Route => current;
/** Grows with every change of place, for focus. */
export const visit = (): number => visits;

function read(): void {
    current = parse(location.pathname, location.search);
    visits++;
}

export function go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    read();
    scrollTo(0, 0);
}

/** Back to where one came from within the page, or home. */
export function startRouter(): void {
    addEventListener('popstate', read);
    read();
    /* Links within the page change the screen without a reload. */
    document.addEventListener('click', (event) => {
        const link = (event.target as Element | null)?.closest?.('a[href]');
        if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target) return;
        if (link.origin !== location.origin || link.hasAttribute('download')) return;
        if (link.hash && link.pathname === location.pathname) return;
        event.preventDefault();
        go(link.pathname + link.search + link.hash);
    });
}
