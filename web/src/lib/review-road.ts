/* A seat's road through a game, in percent with one decimal: start + luck + others + skill = outcome. All figures are
   rounded except luck, which takes the remainder, so that the displayed row adds up. */
import type { ReviewRoad } from './protocol';

type Road = Pick<ReviewRoad, 'start' | 'luck' | 'others' | 'skill' | 'outcome'>;
export type RoadShown = Record<'luck' | 'others' | 'skill', number> & Record<'start' | 'outcome', number | undefined>;

const tenths = (x: number): number => Math.round(x * 1000);
const percent = (x: number | undefined): number | undefined => (x === undefined ? undefined : tenths(x) / 10);

export function showRoad(road: Road): RoadShown {
    const { start, outcome } = road;
    const others = tenths(road.others);
    const skill = tenths(road.skill);
    const whole = start !== undefined && outcome !== undefined;
    const luck = whole ? tenths(outcome) - tenths(start) - others - skill : tenths(road.luck);
    return { start: percent(start), luck: luck / 10, others: others / 10, skill: skill / 10, outcome: percent(outcome) };
}
