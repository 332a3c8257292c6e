// Keys of the table, and steps by arrow keys.

/** Whether a key is for the table: not a browser shortcut, nor typed into a field or a dialog. */
export function isForTable(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    return !(event.target as Element | null)?.closest?.('input, textarea, select, dialog');
}

/** The step that an arrow makes in a row or column, 1 or -1; undefined for other keys. */
export function arrowStep({ key }: KeyboardEvent): number | undefined {
    return { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
}
