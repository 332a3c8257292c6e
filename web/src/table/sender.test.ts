import { expect, test } from 'vitest';
import { Sender } from './sender.svelte';

test('a second move is not sent while the first is on its way', async () => {
    const sent: string[] = [];
    let answer = (): void => undefined;
    const sender = new Sender((text) => {
        sent.push(text);
        return new Promise((done) => (answer = done));
    });
    const first = sender.send('play 1');
    expect(await sender.send('play 2')).toBe(false);
    expect([sent, sender.busy]).toEqual([['play 1'], true]);
    answer();
    expect(await first).toBe(true);
    expect(sender.busy).toBe(false);
    void sender.send('play 3');
    expect(sent).toEqual(['play 1', 'play 3']);
});

test('a move that fails does not block the next one', async () => {
    const sender = new Sender(() => Promise.reject(new Error('no')));
    await expect(sender.send('play 1')).rejects.toThrow('no');
    expect(sender.busy).toBe(false);
});
