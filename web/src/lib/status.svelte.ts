// Short words to the person: one sentence at a time, seen at the foot of the screen and spoken.
import { Refused } from './client.svelte';
import { explain, t } from './words.svelte';

export interface Notice {
    text: string;
    kind: 'info' | 'fault';
    key: number;
}

let current: Notice | null = $state.raw(null);
let timer: ReturnType<typeof setTimeout> | undefined;
let count = 0;

export const notice = (): Notice | null => current;

export function say(text: string, kind: Notice['kind'] = 'info'): void {
    clearTimeout(timer);
    current = { text, kind, key: ++count };
    timer = setTimeout(() => (current = null), Math.max(4000, text.length * 90));
}

export function hush(): void {
    clearTimeout(timer);
    current = null;
}

/** An error in words. */
export function reasonOf(reason: unknown): string {
    if (!(reason instanceof Refused)) return t('page.failed');
    const { refusal } = reason;
    return [refusal, ...(refusal.more ?? [])].map(explain).join(' ');
}

/** Says why something did not work; for `.catch(complain)`. */
export const complain = (reason: unknown): void => {
    if (!(reason instanceof Refused)) console.error(reason);
    say(reasonOf(reason), 'fault');
};
