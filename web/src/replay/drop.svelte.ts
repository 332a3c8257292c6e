// A file dropped anywhere on the page: its games open. Loaded when something is dragged over the page for the first time.
import { go, route } from '../lib/router.svelte';

let dropped: File | null = $state.raw(null);

/** The file that was dropped and not read yet. */
export function takeDropped(): File | null {
    const file = dropped;
    if (file) queueMicrotask(() => (dropped = null));
    return file;
}

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

document.addEventListener('dragover', (event) => {
    if (holdsFiles(event)) event.preventDefault();
});
document.addEventListener('drop', (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    dropped = event.dataTransfer?.files[0] ?? null;
    const here = route();
    if (dropped && !(here.at === 'replay' && here.id === 'file')) go('/g/file');
});
