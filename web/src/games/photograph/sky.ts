// The sky of Sunset over the table, fetched at Sunset.
import type Part from './parts/Sky.svelte';

let sky: typeof Part | undefined;

/** A replay draws a new table at each step: after the first one the sky is there at once. */
export function loadSky(): typeof Part | Promise<typeof Part> {
    return sky ?? import('./parts/Sky.svelte').then((found) => (sky = found.default));
}
