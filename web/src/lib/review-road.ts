/* A seat's road through a game, in percent with one decimal: start + rest + others + skill = outcome. The rest is luck where
   all values are exact. All figures are rounded except the rest, which takes the remainder, so that the displayed row adds
   up. */
import type { ReviewRoad } from './protocol';

type Road = Pick<ReviewRoad, 'start' | 'luck' | 'rest' | 'others' | 'skill' | 'outcome'>;
export type RoadShown = Record<'rest' | 'others' | 'skill', number> & Record<'start' | 'outcome', number | undefined>;

const tenths = (x: number): number => Math.round(x * 1000);
const percent = (x: number | undefined): number | undefined => (x === undefined ? undefined : tenths(x) / 10);

/** What is left beside the choices, whatever it is called. */
export const restOf = (one: { luck?: number; rest?: number }): number | undefined => one.luck ?? one.rest;

export function showRoad(road: Road): RoadShown {
    const { start, outcome } = road;
    const others = tenths(road.others);
    const skill = tenths(road.skill);
    const whole = start !== undefined && outcome !== undefined;
    const rest = whole ? tenths(outcome) - tenths(start) - others - skill : tenths(restOf(road) ?? 0);
    return { start: percent(start), rest: rest / 10, others: others / 10, skill: skill / 10, outcome: percent(outcome) };
}
