// Shows and sounds what happened at a table, and calls its player: loaded after the table, which never waits for it.
import { mount, tick, unmount } from 'svelte';
import { alertTurn } from '../lib/alerts';
import { gameName } from '../lib/games';
import type { TableEvent, TableState } from '../lib/protocol';
import { choose, settings } from '../lib/settings.svelte';
import { isMyTurn } from '../lib/table';
import { needWords } from '../lib/words.svelte';
import { showTalk } from './bubble';
import { perform, STEP } from './effects';
import { tellers } from './list';
import type { Moment } from './moment';
import Offer from './Offer.svelte';
import { sound } from './sounds';

/* So many steps are played; after a long absence the rest is only drawn. */
const MOST_STEPS = 14;

function play(root: ParentNode, moments: Moment[]): void {
    const pace = { slow: 1.5, normal: 1, instant: 0.6 }[settings.pace];
    for (const { effect, at, nth, step, sound: heard } of moments) {
        if (step > MOST_STEPS) continue;
        const delay = step * STEP * pace;
        if (heard) sound(heard, delay / 1000);
        const found = [...root.querySelectorAll<HTMLElement>(at)].filter((el) => el.getClientRects().length > 0);
        for (const el of nth === undefined ? found : [found.at(nth)]) if (el) perform(effect, el, delay);
    }
}

/** A tap on the shoulder: the title and the bar say it in words. */
function call(state: TableState, line: string): void {
    sound('turn', 0.25);
    if (settings.buzz) navigator.vibrate?.(document.hidden ? [80, 60, 80] : 40);
    alertTurn(gameName(state.game), line);
}

/** Offers sounds, once on this device: after a first move, to people who want motion. It goes with the table. */
async function offerSounds(): Promise<void> {
    if (settings.sounds || settings.offered || settings.motion === 'none') return;
    await choose('offered', true);
    await needWords('more');
    const [target, place] = [document.body, location.pathname];
    const close = (): void => {
        clearInterval(timer);
        void unmount(offer);
    };
    const offer = mount(Offer, { target, props: { close } });
    const timer = setInterval(() => location.pathname !== place && close(), 500);
}

/** Called for each new state once it is drawn; `line` is the turn in words. */
export async function show(before: TableState, after: TableState, events: TableEvent[], line: string): Promise<void> {
    for (const event of events) if (event.e === 'talk') void showTalk(after, event);
    if (isMyTurn(after) && !isMyTurn(before)) call(after, line);
    if (after.phase === 'over' && before.phase === 'play') sound('end', 0.6);
    if (after.phase === 'play' && events.some((event) => event.e === 'move' && event.seat === after.you.seat)) void offerSounds();
    await tick();
    play(document, tellers[after.game]?.tell(before, after, events) ?? []);
}
