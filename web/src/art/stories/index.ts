// Photograph's seven stories: each colour is one function of t (1 to 12), so that a film read from left to
// right moves like a flip-book. A story is drawn around the frame 0 0 100 70; its sky goes on upwards to -45 and
// its ground downwards to 115, where a card carries its numerals.
import { boat } from './boat';
import { cat } from './cat';
import { dog } from './dog';
import { kite } from './kite';
import { rain } from './rain';
import { sun } from './sun';
import { tree } from './tree';
import type { Story } from './story';

const STORIES: Record<string, Story> = { B: boat, R: kite, Y: sun, G: tree, N: dog, S: rain, V: cat };

/** The drawing of frame t of a colour's story, to be shown through a window of 0 0 100 70 or taller. */
export function scene(colour: string, t: number): string {
    const story = STORIES[colour] ?? boat;
    return story(t, (t - 1) / 11, { main: `var(--ph-${colour})`, tint: `var(--ph-${colour}-tint)` });
}
