import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { moveOnChange } from './movement.svelte';

interface Card {
    dataset: { flip: string; from?: string };
    left: number;
}
let moved: string[] = [];

beforeEach(() => {
    moved = [];
    vi.stubGlobal('document', { documentElement: { dataset: {} } });
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => vi.unstubAllGlobals());

/** A table of cards that note from where, and for how long, they are moved. */
function tableOf(cards: Card[]): HTMLElement {
    const elements = (): object[] =>
        cards.map((card) => ({
            ...card,
            getBoundingClientRect: () => ({ left: card.left, top: 0, width: 10, height: 10 }),
            animate: ([from]: { transform: string }[], { duration }: { duration: number }) => {
                moved.push(`${card.dataset.flip} ${from?.transform.split(',')[0]} ${duration}`);
                return { finished: Promise.resolve(), finish: () => undefined };
            },
        }));
    return { querySelectorAll: elements } as unknown as HTMLElement;
}

test('a card moves from where it lay, a new one from the place that `prepare` names', () => {
    const cards: Card[] = [
        { dataset: { flip: 'deck' }, left: 0 },
        { dataset: { flip: 'a' }, left: 50 },
    ];
    const root = tableOf(cards);
    let n = $state(1);
    const stop = $effect.root(() => {
        moveOnChange({
            root: () => root,
            change: () => n,
            duration: () => 300,
            prepare: () => {
                for (const card of cards) if (card.dataset.flip === 'b') card.dataset.from = 'deck';
            },
        });
        /* Drawn between the two effects, as the page is. */
        $effect.pre(() => {
            if (n !== 2) return;
            cards[1]!.left = 70;
            cards.push({ dataset: { flip: 'b' }, left: 20 });
        });
    });
    flushSync();
    expect(moved).toEqual([]);
    n = 2;
    flushSync();
    expect(moved).toEqual(['a translate(-20px 300', 'b translate(-20px 300']);
    stop();
});

test('a table that is not drawn yet moves nothing', () => {
    let root: HTMLElement | undefined;
    let n = $state(1);
    const stop = $effect.root(() => moveOnChange({ root: () => root, change: () => n }));
    flushSync();
    root = tableOf([{ dataset: { flip: 'a' }, left: 0 }]);
    n = 2;
    flushSync();
    expect(moved).toEqual([]);
    stop();
});
