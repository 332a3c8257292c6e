/* How a person and our bots fared with the same cards: the module of reviews plays the bots' games. */
import type { DailyFared, DailyResult, GameRecord, Level, Refusal } from '../lib/protocol';
import type { Engine } from './engine';

export interface ToFare {
    game: string;
    day: number;
    /** The person's game. */
    record: GameRecord;
}

export function fared(engine: Engine, { game, day, record }: ToFare): DailyFared {
    const good = engine.call('daily_check', JSON.stringify(record)) !== 0;
    const said = engine.json();
    const levels: DailyFared['levels'] = [];
    while (engine.call('daily_level', game, day, levels.length)) levels.push(engine.json() as [Level, DailyResult]);
    return good ? { own: said as DailyResult, levels } : { own: null, why: said as Refusal, levels };
}
