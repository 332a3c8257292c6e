// The sounds of a table, made by code: paper, a shutter, glass, a pin, dusk; off unless chosen.
// Paper and shutter are noise through a filter; glass is a few sines whose partials are those of a struck bowl.
import { settings } from '../lib/settings.svelte';

/** Noise: centre of the band in Hz, its sharpness, start and length in seconds, volume. */
type Rustle = readonly [pitch: number, sharp: number, from: number, length: number, volume: number];
/** A tone with glass's partials: pitch in Hz, start, length, volume. */
type Ring = readonly [pitch: number, from: number, length: number, volume: number];
interface Recipe {
    rustles?: readonly Rustle[];
    rings?: readonly Ring[];
}

const recipes = {
    paper: { rustles: [[2600, 0.7, 0, 0.09, 0.22], [4200, 1, 0.03, 0.06, 0.1]] },
    shutter: { rustles: [[3800, 3, 0, 0.025, 0.4], [1900, 2, 0.06, 0.04, 0.3]] },
    smear: { rustles: [[700, 1.2, 0, 0.22, 0.2]] },
    pin: { rustles: [[900, 4, 0, 0.04, 0.4]], rings: [[1319, 0.02, 0.25, 0.05]] },
    bead: { rings: [[1568, 0, 0.22, 0.06]] },
    glass: { rings: [[784, 0, 0.7, 0.08], [1175, 0.05, 0.6, 0.05]] },
    dusk: { rustles: [[300, 0.8, 0, 1.2, 0.12]], rings: [[196, 0, 1.6, 0.08], [294, 0.2, 1.5, 0.05]] },
    turn: { rings: [[523, 0, 0.3, 0.09], [659, 0.11, 0.4, 0.09]] },
    end: { rings: [[392, 0, 0.5, 0.09], [494, 0.16, 0.5, 0.09], [587, 0.32, 0.9, 0.09]] },
    loss: { rings: [[220, 0, 0.9, 0.1], [208, 0.25, 1.1, 0.08]] },
} as const satisfies Record<string, Recipe>;
export type Sound = keyof typeof recipes;

/** The partials of glass: how far above the pitch, how loud. */
const partials = [[1, 1], [2.76, 0.32], [5.4, 0.1]] as const;

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** Plays a sound `wait` seconds from now, if sounds are wanted. */
export function sound(name: Sound, wait = 0): void {
    if (!settings.sounds) return;
    try {
        context ??= new AudioContext();
        /* Made before the first touch of the page it sleeps; after it, it may be woken. */
        if (context.state !== 'running') void context.resume().catch(() => undefined);
        const recipe: Recipe = recipes[name];
        const at = context.currentTime + wait;
        for (const one of recipe.rustles ?? []) rustle(context, one, at);
        for (const one of recipe.rings ?? []) ring(context, one, at);
    } catch {
        context = null; /* a device without sound */
    }
}

/** A volume that rises at once and dies away. */
function envelope(on: AudioContext, from: number, length: number, volume: number): GainNode {
    const gain = on.createGain();
    gain.gain.setValueAtTime(0.0001, from);
    gain.gain.exponentialRampToValueAtTime(volume, from + 0.006);
    gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
    gain.connect(on.destination);
    return gain;
}

function rustle(on: AudioContext, [pitch, sharp, from, length, volume]: Rustle, at: number): void {
    hiss ??= noise(on);
    const source = on.createBufferSource();
    const filter = on.createBiquadFilter();
    source.buffer = hiss;
    source.loop = true;
    filter.type = 'bandpass';
    filter.frequency.value = pitch;
    filter.Q.value = sharp;
    source.connect(filter).connect(envelope(on, at + from, length, volume));
    source.start(at + from);
    source.stop(at + from + length + 0.02);
}

function ring(on: AudioContext, [pitch, from, length, volume]: Ring, at: number): void {
    for (const [above, loud] of partials) {
        const tone = on.createOscillator();
        tone.frequency.value = pitch * above;
        /* High partials of glass die first. */
        tone.connect(envelope(on, at + from, length / Math.sqrt(above), volume * loud));
        tone.start(at + from);
        tone.stop(at + from + length + 0.02);
    }
}

/** A second of noise; a small generator of its own, so that it is the same each time. */
function noise(on: AudioContext): AudioBuffer {
    const buffer = on.createBuffer(1, on.sampleRate, on.sampleRate);
    const data = buffer.getChannelData(0);
    let seed = 1;
    for (let k = 0; k < data.length; k++) {
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
        data[k] = seed / 0x80000000 - 1;
    }
    return buffer;
}
