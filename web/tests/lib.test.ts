// The shell's small logic: places, settings, waiting, words, fairness, and events in words.
import { describe, expect, it, vi } from 'vitest';
import { compare } from '../src/lib/fair';
import type { Kept } from '../src/lib/promise';
import { randomNumber, sealOf } from '../src/lib/seal';
import { optionsFor, optionsInWords } from '../src/lib/options';
import type { GameRecord, GameRow, OptionRow } from '../src/lib/protocol';
import { OnlineTransport, socketPath, waitBefore, type Socket } from '../src/lib/transport';
import { parse } from '../src/lib/router.svelte';
import { showRoad } from '../src/lib/review-road';
import { readSettings } from '../src/lib/settings.svelte';
import { joined, setLanguage, t, tn } from '../src/lib/words.svelte';

describe('places', () => {
    it('reads every kind of path', () => {
        expect(parse('/')).toEqual({ at: 'home' });
        expect(parse('/play/luz')).toEqual({ at: 'play', game: 'luz', friends: false });
        expect(parse('/play/luz', '?friends')).toEqual({ at: 'play', game: 'luz', friends: true });
        expect(parse('/play/luz', '?now')).toEqual({ at: 'now', game: 'luz' });
        expect(parse('/t/abc9')).toEqual({ at: 'table', id: 'abc9', offline: false });
        expect(parse('/offline/here-1')).toEqual({ at: 'table', id: 'here-1', offline: true });
        expect(parse('/offline/here-1/12')).toEqual({ at: 'replay', from: 'offline', id: 'here-1', step: 12 });
        expect(parse('/t/abc9/end')).toEqual({ at: 'replay', from: 'table', id: 'abc9', step: undefined });
        expect(parse('/t/abc9/x')).toEqual({ at: 'home' });
        expect(parse('/g/key/3')).toEqual({ at: 'replay', from: 'shared', id: 'key', step: 3 });
        expect(parse('/rules/smitten/')).toEqual({ at: 'rules', game: 'smitten' });
        expect(parse('/settings')).toEqual({ at: 'settings' });
        expect(parse('/lobby')).toEqual({ at: 'lobby' });
    });
    it('is home where nothing is', () => {
        for (const path of ['/nowhere', '/t/', '/t/a/b', '/play/<x>', '/settings/x']) expect(parse(path)).toEqual({ at: 'home' });
    });
});

describe('words', () => {
    it('are of the language chosen, down to plurals and spaces', async () => {
        vi.stubGlobal('document', { documentElement: { lang: '' } });
        const facts = (most: number, range: string): string => tn('page.players-minutes', most, range, 30);
        await setLanguage('uk');
        expect(facts(4, '2–4')).toBe('2–4 гравці · 30 хв');
        expect(facts(5, '3–5')).toBe('3–5 гравців · 30 хв');
        expect(joined(['a', 'b'])).toBe('a; b');
        await setLanguage('fr');
        expect(facts(2, '1–2')).toBe('1–2 joueurs · 30 min');
        expect(joined(['a', 'b'])).toBe('a\u202f; b');
        expect(t('page.welcome')).not.toBe('page.welcome');
        vi.unstubAllGlobals();
    });
});

describe('settings', () => {
    it('are as at first where nothing or nonsense is kept', () => {
        const first = readSettings(null);
        expect(first).toMatchObject({ language: 'system', theme: 'system', sounds: false, confirm: 'touch' });
        expect(readSettings('{')).toEqual(first);
        expect(readSettings('7')).toEqual(first);
        expect(readSettings('{"theme":"neon","pace":"slow"}')).toEqual({ ...first, pace: 'slow' });
    });
});

describe('waiting before the next try', () => {
    it('grows up to half a minute, and is short after a restart', () => {
        expect(waitBefore(1, 1006, 0.5)).toBe(500);
        expect(waitBefore(3, 1006, 0.5)).toBe(2000);
        expect(waitBefore(20, 1006, 0.5)).toBe(30000);
        expect(waitBefore(1, 1012, 0.5)).toBe(250);
        expect(waitBefore(2, 1012, 0.5)).toBe(1000);
    });
    it('gives a host up that never answered', async () => {
        let tries = 0;
        const paths: string[] = [];
        const transport = new OnlineTransport((path) => {
            paths.push(path);
            tries++;
            const socket: Socket = { send: () => undefined, close: () => undefined, readyState: 0, onopen: null, onclose: null, onmessage: null };
            queueMicrotask(() => socket.onclose?.({ code: 1006 }));
            return socket;
        }, () => '/t/abc9');
        const downs: boolean[] = [];
        transport.start({ open: () => undefined, down: (ever) => downs.push(ever), message: () => undefined });
        await new Promise((done) => setTimeout(done, 3200));
        expect(tries).toBe(3);
        expect(downs).toEqual([false, false, false]);
        expect(paths).toEqual(['/ws/abc9', '/ws/abc9', '/ws']);
    });
    it('leaves a server that is silent, and no other one', () => {
        vi.useFakeTimers();
        const sockets: Socket[] = [], sent: string[] = [], downs: boolean[] = [];
        const transport = new OnlineTransport(() => {
            const socket: Socket = { send: (text) => sent.push(text), close: () => undefined, readyState: 1, onopen: null, onclose: null, onmessage: null };
            sockets.push(socket);
            return socket;
        }, () => '/');
        transport.start({ open: () => undefined, down: (ever) => downs.push(ever), message: () => undefined });
        const answers = (): unknown => sockets.at(-1)?.onmessage?.({ data: '{"re":0}' });
        sockets[0]?.onopen?.();
        for (let i = 0; i < 5; i++) {
            vi.advanceTimersByTime(20000);
            expect(sent).toHaveLength(i + 1);
            expect(JSON.parse(sent[i] ?? '')).toEqual({ id: 0, do: 'ping' });
            answers();
        }
        vi.advanceTimersByTime(29000);
        expect([sockets.length, downs]).toEqual([1, []]);
        vi.advanceTimersByTime(3000);
        expect([sockets.length, downs]).toEqual([2, [true]]);
        sockets[1]?.onopen?.();
        vi.advanceTimersByTime(15000);
        answers();
        vi.advanceTimersByTime(15000);
        expect(sockets).toHaveLength(2);
        vi.useRealTimers();
    });
    it('connects anew by the path of another table, and stays elsewhere', () => {
        let page = '/';
        const opened: string[] = [], closed: string[] = [], downs: boolean[] = [];
        let last: Socket | undefined;
        const transport = new OnlineTransport((path) => {
            opened.push(path);
            last = { send: () => undefined, close: () => closed.push(path), readyState: 1, onopen: null, onclose: null, onmessage: null };
            return last;
        }, () => page);
        transport.start({ open: () => undefined, down: (ever) => downs.push(ever), message: () => undefined });
        const at = (path: string): void => {
            page = path;
            last?.onopen?.();
            const before = last;
            transport.move();
            if (before !== last) before?.onclose?.({ code: 1005 });
        };
        for (const path of ['/', '/t/a', '/t/a', '/lobby', '/t/b']) at(path);
        expect(opened).toEqual(['/ws', '/ws/a', '/ws/b']);
        expect(closed).toEqual(['/ws', '/ws/a']);
        expect(downs).toEqual([true, true]);
    });
    it('goes by the table where the page is, and every second time without', () => {
        const paths = (page: string): string[] => [0, 1, 2, 3, 4].map((tries) => socketPath(page, tries));
        expect(paths('/t/abc9')).toEqual(['/ws/abc9', '/ws/abc9', '/ws', '/ws/abc9', '/ws']);
        for (const page of ['/', '/lobby', '/t/', '/t/a/b', '/t/a.b', '/offline/here-1', '/x/t/a'])
            expect(new Set(paths(page))).toEqual(new Set(['/ws']));
    });
});

describe('options', () => {
    const game = (name: string, options: OptionRow[]): GameRow => ({
        name,
        rules: 1,
        seats: { min: 1, max: 5, usual: 2 },
        options,
    });
    it('leaves those of the other mode out', () => {
        const rows = ['level', 'card4', 'easy', 'hard1', 'hard2'].map((name): OptionRow => ({ name, default: 'off' }));
        const names = (name: string, seats: number): string[] => optionsFor(game(name, rows), seats).map((row) => row.name);
        expect(names('smitten', 1)).toEqual(['card4', 'easy', 'hard1', 'hard2']);
        expect(names('smitten', 2)).toEqual(['level', 'card4']);
        expect(names('luz', 4)).toHaveLength(5);
    });
    it('leaves who begins out: that is a person at a table', () => {
        const rows = ['dealer', 'memory'].map((name): OptionRow => ({ name, values: ['0', '1'], default: '0' }));
        const luz = { ...game('luz', rows), begins: 'dealer' };
        expect(optionsFor(luz, 4).map((row) => row.name)).toEqual(['memory']);
        expect(optionsInWords(luz, 4, { dealer: '1', memory: '0' })).toEqual([]);
    });
});

describe('the seal of a number', () => {
    it('is BLAKE2b-256, as the server has it', () => {
        const number = Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, '0')).join('');
        expect(sealOf(number)).toBe('008add4a5a57c7c2915a7859de9de7288363eeb28832f1b2232c61fd5412a918');
        expect(randomNumber()).toMatch(/^[0-9a-f]{64}$/);
    });
});

describe('the check of a deal', () => {
    const numbers = ['11'.repeat(32), '22'.repeat(32)];
    const [number = ''] = numbers;
    const seals = numbers.map(sealOf);
    const fair = { commit: 'c', secret: 's', numbers, seals, draws: 1, order: [1, 0], options: {} };
    const record: GameRecord = {
        parlor: 1, game: 'luz', seats: 2, options: {}, table: 't', names: ['Ann', 'Bob'],
        events: [['deal', 'R1 R2'], [0, 'bid 1']], fair,
    };
    const kept: Kept = { commit: 'c', number, seal: seals[0] ?? '', seals };
    const good = (seen: Kept, again: GameRecord | null, of = record, table = 't'): boolean[] =>
        compare(of, again, table, seen).map((one) => one.good);
    it('agrees with what comes out the same', () => expect(good(kept, record)).toEqual([true, true, true, true, true]));
    it('sees another promise, table, order or deal', () => {
        expect(good({ ...kept, commit: 'd' }, record)).toEqual([false]);
        expect(good(kept, record, record, 'u')).toEqual([false]);
        expect(good(kept, { ...record, fair: { ...fair, commit: 'd' } })).toEqual([false]);
        expect(good(kept, { ...record, fair: { ...fair, order: [0, 1] } })).toEqual([true, true, true, false, true]);
        expect(good(kept, { ...record, events: [['deal', 'R2 R1'], [0, 'bid 1']] })).toEqual([true, true, true, true, false]);
        expect(good(kept, null)).toEqual([false]);
    });
    it('sees another seal, a number that does not fit its seal, and its own number left out', () => {
        const forged = (news: Partial<typeof fair>): GameRecord => ({ ...record, fair: { ...fair, ...news } });
        const own = (of: GameRecord): boolean[] => good(kept, of, of).slice(1, 3);
        expect(own(forged({ seals: [...seals].reverse() }))).toEqual([false, true]);
        expect(own(forged({ numbers: ['33'.repeat(32), numbers[1] ?? ''] }))).toEqual([false, false]);
        const other = '33'.repeat(32);
        expect(own(forged({ numbers: [other, numbers[1] ?? ''], seals: [sealOf(other), seals[1] ?? ''] }))).toEqual([false, false]);
    });
    it('says what it cannot compare, and what is weaker', () => {
        expect(good({}, record)).toEqual([true, true, true, true]);
        const { seals: _, draws: __, ...open } = fair;
        const old: GameRecord = { ...record, fair: open };
        expect(good({ commit: 'c' }, old, old)).toEqual([true, true, true, true, true]);
        const twice: GameRecord = { ...record, fair: { ...fair, draws: 2 } };
        expect(good(kept, twice, twice)).toHaveLength(6);
    });
    it('sees who began, where the record says how that was chosen', () => {
        const drawn: GameRecord = { ...record, options: { dealer: '1' }, fair: { ...fair, options: { dealer: '1' }, begins: null } };
        const other: GameRecord = { ...drawn, fair: { ...fair, options: { dealer: '0' }, begins: null } };
        const told = (of: GameRecord, again: GameRecord): boolean[] => good(kept, again, of).slice(3);
        expect(told(drawn, drawn)).toEqual([true, true, true]);
        expect(told(drawn, other)).toEqual([true, false, true]);
        expect(told({ ...drawn, options: { dealer: '0' } }, drawn)).toEqual([true, false, true]);
    });
    it('says when the record makes no claim', () => {
        const { fair: _, ...plain } = record;
        expect(good(kept, null, plain)).toEqual([false]);
    });
});

describe('roads of a review', () => {
    it('add up as they are shown', () => {
        const shown = showRoad({ start: 0.91183, luck: -0.45641, others: 0, skill: -0.45542, outcome: 0 });
        expect(shown).toEqual({ start: 91.2, rest: -45.7, others: 0, skill: -45.5, outcome: 0 });
    });
    it('show the rest as it is where an end is not known', () => {
        const shown = showRoad({ rest: -0.1234, others: 0.0501, skill: 0, outcome: 0.5 });
        expect(shown).toEqual({ start: undefined, rest: -12.3, others: 5, skill: 0, outcome: 50 });
    });
});
