// Three small sounds by WebAudio, off unless chosen: a card moves, your turn, the end.
import { settings } from './settings.svelte';

let context: AudioContext | null = null;
const tunes = { move: [[330, 0, 0.05]], turn: [[523, 0, 0.12], [659, 0.11, 0.18]], end: [[392, 0, 0.2], [494, 0.16, 0.2], [587, 0.32, 0.4]] } as const;

export function blip(name: keyof typeof tunes): void {
    if (!settings.sounds) return;
    try {
        context ??= new AudioContext();
        /* Made before the first touch of the page it sleeps; after it, it may be woken. */
        if (context.state !== 'running') void context.resume().catch(() => undefined);
        for (const [pitch, from, length] of tunes[name]) note(context, pitch, context.currentTime + from, length);
    } catch {
        context = null; /* a device without sound */
    }
}

function note(on: AudioContext, pitch: number, from: number, length: number): void {
    const tone = on.createOscillator();
    const volume = on.createGain();
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, from);
    volume.gain.exponentialRampToValueAtTime(0.12, from + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
    tone.connect(volume).connect(on.destination);
    tone.start(from);
    tone.stop(from + length + 0.02);
}
