// Talk at a table, as a bubble beside the speaker for a few seconds. It takes no press and never covers the
// hand: where there is no room beside the speaker, or none is drawn, it stands below the bar, as notices do.
import { announce } from '../lib/announce';
import { phraseWords } from '../lib/phrases';
import type { TableEvent, TableState } from '../lib/protocol';
import { personName } from '../lib/table';
import { needWords, t } from '../lib/words.svelte';
import { tellers } from './list';
import './bubble.css';

type Talk = Extract<TableEvent, { e: 'talk' }>;
type Spot = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

const GAP = 6;

const meets = (a: Spot, b: Spot): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The corner of a bubble of this size: below the speaker, above, over the speaker's own place; null: none is free. */
export function cornerFor(size: { width: number; height: number }, speaker: Spot, room: Spot, taken: Spot[]): [number, number] | null {
    const middle = (speaker.left + speaker.right - size.width) / 2;
    const left = Math.max(room.left + GAP, Math.min(middle, room.right - size.width - GAP));
    const above = speaker.top - size.height;
    const tops = [speaker.bottom - GAP, above + GAP, (above + speaker.bottom) / 2, above];
    for (const top of tops) {
        const spot = { left, top, right: left + size.width, bottom: top + size.height };
        const inside = spot.top >= room.top && spot.bottom <= room.bottom && spot.right <= room.right;
        if (inside && !taken.some((one) => meets(spot, one))) return [left, top];
    }
    return null;
}

const drawn = (selector: string): DOMRect[] =>
    [...document.querySelectorAll(selector)].map((el) => el.getBoundingClientRect()).filter((box) => box.width > 0);

/** Puts it where it may stand; where no place is free, the style sheet says. */
function put(el: HTMLElement, state: TableState, seat: number | null): void {
    const places = tellers[state.game]?.places;
    const [speaker] = places && seat !== null ? drawn(places.player(state, seat)) : [];
    const [room] = drawn('main.place');
    const size = { width: el.offsetWidth + 1, height: el.offsetHeight + 1 }; /* they are rounded, perhaps down */
    const corner = places && speaker && room ? cornerFor(size, speaker, room, drawn(places.hand)) : null;
    el.classList.toggle('high', !corner);
    if (corner) [el.style.left, el.style.top] = [`${corner[0]}px`, `${corner[1]}px`];
}

/** Shows and speaks a line of talk; the player's own is only spoken. */
export async function showTalk(state: TableState, { player, name, phrase, text = '' }: Talk): Promise<void> {
    await needWords('more');
    const words = phrase ? phraseWords(phrase) : text;
    const person = state.people.find((one) => one.player === player);
    announce(t('page.ev-talk', name, words));
    if (person && person.chair === state.you.chair) return;
    const key = `talk-${player}`;
    document.getElementById(key)?.remove();
    const el = document.createElement('p');
    el.className = 'talk-bubble';
    el.id = key;
    el.setAttribute('aria-hidden', 'true');
    el.textContent = t('page.ev-talk', person ? personName(state, person) : name, words);
    document.body.append(el);
    put(el, state, person?.seat ?? null);
    setTimeout(() => el.remove(), Math.max(4000, words.length * 90));
}
