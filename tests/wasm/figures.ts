/*
 * Statistics over games add up to the records: each figure of the module is compared with one that is
 * computed here from the moves and results, without it.
 */
import type { GameRecord, TableRow } from '../../web/src/lib/protocol';
import { Engine } from '../../web/src/worker/engine';
import { load, parlor } from './native';
import { ok, same } from './tap';

type Played = GameRecord & { own: number };

/** Games of bots; the person of the statistics sits in another seat each time. */
function simulate(game: string, seats: number, games: number, levels: string, ...more: string[]): Played[] {
    const args = ['sim', game, '--seats', String(seats), '--games', String(games), '--bots', levels, '--seed', '9', ...more];
    return parlor(args)
        .trim()
        .split('\n')
        .map((line, k) => {
            const record = JSON.parse(line) as GameRecord;
            const own = k % seats;
            const names = (record.names ?? []).map((name, seat) => (seat === own ? 'Ann' : name));
            return { ...record, names, own, ended: 1e12 + k };
        });
}

/** The bets that a seat of Luz met, counted trick by trick: rules L2.2, L4.4, L4.5 and L5.1. */
function betsMet({ events, own, seats }: Played): number {
    const order = (card: string): number => 'RYGBV'.indexOf(card[0] ?? '') * 100 + Number(card.slice(1));
    let hands: string[][] = [];
    let trick: [number, string][] = [];
    let [met, won, done, bet] = [0, 0, 0, ''];
    for (const [who, text] of events) {
        if (who === 'deal') {
            const cards = text.split(' ');
            hands = Array.from({ length: seats }, (_, seat) => cards.slice(10 * seat, 10 * seat + 10).sort((a, b) => order(a) - order(b)));
            [won, done] = [0, 0];
        } else if (text.startsWith('bid ')) {
            if (who === own) bet = text.slice(4);
        } else {
            trick.push([who, hands[who]?.[Number(text.slice(5)) - 1] ?? '']);
            if (trick.length < seats) continue;
            const led = trick[0]?.[1][0];
            const power = (card: string): number => (card[0] === 'Y' ? 1000 : card[0] === led ? 100 : 0) + Number(card.slice(1));
            const winner = trick.reduce((best, one) => (power(one[1]) > power(best[1]) ? one : best))[0];
            won += winner === own ? 1 : 0;
            trick = [];
            const beads = parseInt(bet, 10);
            if (++done === 10 && (won === beads || (bet.endsWith('+') && won === beads + 1))) met++;
        }
    }
    return met;
}

/** The cards that lie face down on the films of a seat in the last view. */
function blurs({ own }: Played, view: unknown): number {
    const { players } = view as { players: { films: Record<string, { cards: { back?: string }[] }> }[] };
    return Object.values(players[own]?.films ?? {}).flatMap(({ cards }) => cards).filter(({ back }) => back !== undefined).length;
}

const mean = (list: number[]): number => list.reduce((sum, x) => sum + x, 0);

/** What the module says of games, and the rows that it was given. */
async function figures(games: Played[]): Promise<{ told: Record<string, unknown>; rows: TableRow[]; views: unknown[] }> {
    const engine = await Engine.load(load('replay'));
    const rows: TableRow[] = [];
    const views: unknown[] = [];
    engine.call('figures_start');
    for (const game of games) {
        engine.call('open', JSON.stringify(game));
        engine.call('moment', game.events.length, game.own, false);
        views.push((engine.json() as { view: unknown }).view);
        engine.call('open', JSON.stringify(game));
        if (!engine.call('row')) continue;
        const text = engine.text();
        rows.push(JSON.parse(text) as TableRow);
        engine.call('figures_add', text, game.own);
    }
    engine.call('figures_write');
    return { told: engine.json() as Record<string, unknown>, rows, views };
}

/** What a group must say, from the records alone. */
function expected(games: Played[], level: string): Record<string, unknown> {
    const first = games[0]!;
    const won = games.map(({ result, own }) => result!.winners.includes(own));
    let [streak, longest] = [0, 0];
    for (const one of won) {
        streak = one ? streak + 1 : 0;
        longest = Math.max(longest, streak);
    }
    const together = 'won' in first.result!;
    const shared = games.filter(({ result }, k) => !together && won[k] && result!.winners.length > 1).length;
    const told: Record<string, unknown> = {
        game: first.game, seats: first.seats, level, games: games.length, won: won.filter(Boolean).length, shared, streak, longest,
    };
    if (!together) {
        const scores = games.map(({ result }) => (result as { scores: number[] }).scores);
        told['scored'] = games.length;
        told['points'] = mean(games.map(({ own }, k) => scores[k]![own]!));
        const places = Array<number>(first.seats).fill(0);
        games.forEach(({ own, result }, k) => {
            const better = scores[k]!.filter((points, seat) => result!.winners.includes(seat) || points > scores[k]![own]!).length;
            places[won[k] ? 0 : better]!++;
        });
        told['places'] = places;
    }
    return told;
}

export async function testFigures(): Promise<void> {
    const luz = simulate('luz', 4, 12, 'easy');
    const mixed = simulate('luz', 3, 5, 'easy,random,random');
    const photos = simulate('photograph', 3, 15, 'easy');
    const alone = [...simulate('smitten', 1, 14, 'easy'), ...simulate('smitten', 1, 6, 'hard', '--option', 'hard2=on')];
    const pair = simulate('smitten', 2, 9, 'easy');
    const people = simulate('photograph', 2, 2, 'easy').map((game) => ({ ...game, names: ['Ann', 'Bob'] }));
    const games = [...luz, ...mixed, ...photos, ...alone, ...pair, ...people];
    const { told, views } = await figures(games);
    const groups = told['groups'] as Record<string, unknown>[];
    const group = (game: string, seats: number, level: string): Record<string, unknown> =>
        groups.find((one) => one['game'] === game && one['seats'] === seats && one['level'] === level) ?? {};
    const fact = (one: Record<string, unknown>, id: string): unknown => (one['facts'] as Record<string, unknown> | undefined)?.[id];
    same([told['games'], told['left_out']], [games.length, 0], 'figures: every game counts once');

    for (const [name, list, level] of [['luz', luz, 'easy'], ['photograph', photos, 'easy'], ['smitten', pair, 'easy'], ['photograph', people, 'people']] as const) {
        const { facts, ...rest } = group(name, list[0]!.seats, level);
        same(rest, expected(list, level), `figures: ${name} with ${level}: results, places and streaks`);
        ok(facts !== undefined, `figures: ${name} with ${level}: facts`);
    }
    const met = mean(luz.map(betsMet));
    same(fact(group('luz', 4, 'easy'), 'fact.bids-met'), { games: luz.length, n: met, of: 4 * luz.length }, 'figures: bets met, trick by trick');
    const blurry = mean(photos.map((game) => blurs(game, views[games.indexOf(game)])));
    ok(blurry > 0, 'figures: some shots are blurry');
    same(fact(group('photograph', 3, 'easy'), 'fact.blurs'), { games: photos.length, n: blurry, of: 0 }, 'figures: blurry shots, film by film');
    ok(groups.some((one) => one['game'] === 'luz' && one['seats'] === 3), 'figures: bots of several levels are groups of their own');

    /* docs/smitten-solved.md: 0.9118 in the base game, 0.6322 with hard mode 2. */
    const solo = group('smitten', 1, '');
    const won = alone.filter(({ result }) => result!.winners.length > 0).length;
    same([solo['games'], solo['valued'], solo['won'], solo['valued_won']], [20, 20, won, won], 'figures: games alone have an exact chance');
    ok(Math.abs(Number(solo['expected']) - chanceOf(14, 6)) < 0.01, 'figures: the exact chances add up', String(solo['expected']));

    const practice = { ...luz[0]!, practice: true as const };
    const fork = { ...luz[1]!, fork: { of: '0'.repeat(32), step: 3, seat: 0, cards: 'same' as const } };
    const open = { ...luz[2]!, events: luz[2]!.events.slice(0, 9), result: undefined } as unknown as Played;
    const left = await figures([practice, fork, open, luz[3]!]);
    same([left.told['games'], left.told['left_out'], left.rows.length], [1, 2, 3], 'figures: practice, forks and unfinished games never count');
}

/** By the tables of docs/smitten-solved.md. */
const chanceOf = (base: number, hard2: number): number => base * 0.9118 + hard2 * HARD2;
const HARD2 = 0.6322;
