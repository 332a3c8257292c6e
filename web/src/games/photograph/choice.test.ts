import { expect, test } from 'vitest';
import type { PhotographPlayer } from '../../lib/protocol';
import { Choice, type Offer } from './choice.svelte';
import { takesOf, windsOf } from './model';

const film = (cards: { card?: string; back?: string }[]) => ({ cards, direction: 'none' as const, open: cards.length, blurry: 0 });
const me: PhotographPlayer = { hand: ['B3', 'R5', 'B9'], chosen: false, films: { B: film([]), R: film([]) }, good: [], fits: {}, score: 0 };
const offer: Offer = {
    n: 4,
    me,
    count: 1,
    takes: takesOf(['take 1L1', 'take 1L2', 'take 1R1', 'take 2L1']),
    winds: windsOf(['wind 1>2', 'wind 1>3', 'wind 2>3']),
};
const made = (preview: (text: string) => Promise<unknown> = async () => null): Choice => new Choice(() => offer, preview);
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

test('a chosen take is changed only to what its row offers', () => {
    const choice = made();
    choice.change('R', 1);
    expect(choice.chosen).toBeNull();
    choice.chosen = takesOf(['take 1L1'])[0] ?? null;
    expect([choice.has('L', 2), choice.has('R', 2), choice.has('L', 3)]).toEqual([true, false, false]);
    choice.change('L', 2);
    expect(choice.chosen?.text).toBe('take 1L2');
    choice.change('R', 2);
    expect(choice.chosen?.text).toBe('take 1L2');
    choice.drop();
    expect(choice.chosen).toBeNull();
});

test('a card that is held asks what each of its winds would bring, once', async () => {
    const asked: string[] = [];
    const after = { ...me, hand: ['B3', 'B9'], films: { ...me.films, R: film([{ card: 'R5' }]) } };
    const choice = made(async (text) => (asked.push(text), after));
    expect(choice.shotsOf('wind 1>2')).toEqual([{ card: 'R5', sharp: null, good: false }]);
    choice.hold(0);
    await settled();
    expect(asked).toEqual(['wind 1>2', 'wind 1>3']);
    expect(choice.shotsOf('wind 1>2')).toEqual([{ card: 'R5', sharp: true, good: false }]);
    choice.looking = 'wind 1>2';
    expect([choice.coming('R').length, choice.coming('B').length]).toEqual([1, 0]);
    choice.hold(0);
    await settled();
    expect(asked).toHaveLength(2);
});

test('an answer that comes after another move is dropped', async () => {
    let n = 4;
    const choice = new Choice(
        () => ({ ...offer, n }),
        async () => {
            n = 5;
            return me;
        },
    );
    await choice.load('wind 1>2');
    expect(choice.shotsOf('wind 1>2')[0]?.sharp).toBeNull();
});
