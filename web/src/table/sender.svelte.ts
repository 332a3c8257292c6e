// Sending moves one at a time: a second press while the first is on its way does nothing.

export class Sender {
    /** A move is on its way. */
    busy = $state(false);

    constructor(private act: (text: string) => Promise<void>) {}

    /** Resolves when the move was answered; to false, at once, if another one is on its way. */
    async send(text: string): Promise<boolean> {
        if (this.busy) return false;
        this.busy = true;
        try {
            await this.act(text);
            return true;
        } finally {
            this.busy = false;
        }
    }
}
