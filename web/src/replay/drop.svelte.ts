// Files dropped anywhere on the page: their games open. Loaded when something is dragged over the page for the first time.
import { go, route } from '../lib/router.svelte';

let dropped: File[] = $state.raw([]);

/** The files that were dropped and not read yet. */
export function takeDropped(): File[] {
    const files = dropped;
    if (files.length > 0) queueMicrotask(() => (dropped = []));
    return files;
}

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

document.addEventListener('dragover', (event) => {
    if (holdsFiles(event)) event.preventDefault();
});
document.addEventListener('drop', (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    dropped = [...(event.dataTransfer?.files ?? [])];
    const here = route();
    if (dropped.length > 0 && !(here.at === 'replay' && here.id === 'file')) go('/g/file');
});
