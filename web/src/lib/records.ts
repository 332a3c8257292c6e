// Records of finished games as files.
import type { GameRecord } from './protocol';

/** Hands lines of JSON to the browser as a download. */
export function saveLines(text: string, name: string): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    link.download = `${name}.jsonl`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** The same of a record: one JSON object on one line, as `parlor` reads it. */
export function saveRecord(record: GameRecord): void {
    const day = new Date(record.ended ?? Date.now()).toISOString().slice(0, 10);
    saveLines(JSON.stringify(record) + '\n', `${record.game}-${day}-${record.table ?? 'game'}`);
}
