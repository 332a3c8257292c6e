// The ready phrases of table talk.
import type { PhraseName } from './protocol';
import { MSG, wordOf } from './words.svelte';

const ids: Record<PhraseName, string> = {
    hello: MSG('phrase.hello'),
    'good-luck': MSG('phrase.good-luck'),
    thinking: MSG('phrase.thinking'),
    'well-played': MSG('phrase.well-played'),
    thanks: MSG('phrase.thanks'),
    sorry: MSG('phrase.sorry'),
    again: MSG('phrase.again'),
    bye: MSG('phrase.bye'),
};

export const phrases = Object.keys(ids) as PhraseName[];
export const phraseWords = (phrase: PhraseName): string => wordOf(ids, phrase);
