// The line that explains refusals: shown at the table and spoken by screen readers.
import { announce } from '../lib/announce';

export class Notice {
    text = $state('');

    /** `why` says in words why a move would be refused, or null if it would not. */
    constructor(private why: (move: string) => Promise<string | null>) {}

    /** Shows and speaks a sentence; null clears the line. */
    tell(words: string | null): void {
        this.text = words ?? '';
        if (words) announce(words);
    }

    /** Tells why a move is refused, if it is. */
    async refuse(move: string): Promise<void> {
        const words = await this.why(move);
        if (words) this.tell(words);
    }

    clear(): void {
        this.text = '';
    }
}
