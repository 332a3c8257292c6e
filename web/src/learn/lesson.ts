// Tutorials that are played: learn/GAME.json (learn/README.md), fetched when somebody opens one. The engine has replayed
// every file in the tests (table/lesson.c), so a position is the record of its events.
import type { GameRecord, Options, Result } from '../lib/protocol';
import { books, type Part } from '../lib/words.svelte';

export interface Choice {
    text: string;
    right?: true;
    wrong?: string;
}

export interface Step {
    id: string;
    text: string;
    deal?: string;
    before?: string[];
    mark?: string[];
    accept?: string[] | 'any';
    choices?: Choice[];
    wrong?: { moves?: string[]; text: string; refused?: true }[];
    done?: string;
    after?: string[];
    result?: Result;
}

export interface Chapter {
    id: string;
    title: string;
    end: string;
    seats: number;
    seat?: number;
    options?: Options;
    steps: Step[];
}

export interface Lesson {
    game: string;
    chapters: Chapter[];
}

/* The books of tutorials are no part of the first screen, not even by their names. */
for (const [path, load] of Object.entries(import.meta.glob<{ default: Record<string, string> }>('../generated/lessons/*.json')))
    books[path.replace('lessons', 'words')] = load;

const files = import.meta.glob<{ default: Lesson }>('../generated/learn/*.json');

/** The games that have a tutorial. */
export const taught = Object.keys(files).map((path) => path.replace(/^.*\/|\.json$/g, ''));

export async function loadLesson(game: string): Promise<Lesson | null> {
    const found = files[`../generated/learn/${game}.json`];
    return found ? (await found()).default : null;
}

/** The book of a game's tutorials. */
export const bookOf = (game: string): Part => `learn-${game}`;

const eventOf = (text: string): GameRecord['events'][number] => {
    const [who = '', rest = ''] = [text.slice(0, text.indexOf(' ')), text.slice(text.indexOf(' ') + 1)];
    return who === 'deal' ? ['deal', rest] : [Number(who), rest];
};

/** The game up to the question of a step; with `after`, also the answer (null: no move) and what follows it. */
export function recordAt(game: string, chapter: Chapter, step: number, after: { answer: string | null } | null): GameRecord {
    const { seats, steps, seat = 0 } = chapter;
    let first = step;
    while (first > 0 && !steps[first]?.deal) first--;
    const events = steps.slice(first, step + 1).flatMap((one, k) => {
        const last = first + k === step;
        const before = [...(one.deal ? [['deal', one.deal] as GameRecord['events'][number]] : []), ...(one.before ?? []).map(eventOf)];
        if (last && !after) return before;
        const move = last ? (after?.answer ?? null) : one.accept !== 'any' ? (one.accept?.[0] ?? null) : null;
        return [...before, ...(move === null ? [] : [[seat, move] as GameRecord['events'][number]]), ...(one.after ?? []).map(eventOf)];
    });
    const names = Array.from({ length: seats }, (_, k) => (k === seat ? '' : 'bot:easy'));
    const asked = steps[step];
    const result = asked?.result && (after || !asksMove(asked)) ? { result: asked.result } : {};
    return { parlor: 1, game, seats, options: chapter.options ?? {}, names, events, ...result };
}

export const asksMove = (step: Step): boolean => step.accept !== undefined;
export const isRight = (step: Step, text: string): boolean => step.accept === 'any' || (step.accept?.includes(text) ?? false);
/** The word for a wrong move that the step names; undefined: it names another, or none. */
export const listedWrong = (step: Step, text: string): string | undefined => step.wrong?.find(({ moves }) => moves?.includes(text))?.text;
/** What is said to any wrong move. */
export const wordOfWrong = (step: Step, text: string): string | undefined =>
    listedWrong(step, text) ?? step.wrong?.find(({ moves }) => !moves)?.text;
