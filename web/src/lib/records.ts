// Records of finished games as files.
import type { GameRecord } from './protocol';

/** Hands a record to the browser as a download: one JSON object on one line, as `parlor` reads it. */
export function saveRecord(record: GameRecord): void {
    const day = new Date(record.ended ?? Date.now()).toISOString().slice(0, 10);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([JSON.stringify(record) + '\n'], { type: 'application/json' }));
    link.download = `${record.game}-${day}-${record.table ?? 'game'}.jsonl`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
