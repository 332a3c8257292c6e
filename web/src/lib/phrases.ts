// The ready phrases of table talk.
import type { PhraseName } from './protocol';
import { t } from './words.svelte';

export const phrases: readonly PhraseName[] = [
    'hello', 'good-luck', 'thinking', 'well-played', 'thanks', 'sorry', 'again', 'bye',
];

export function phraseWords(phrase: PhraseName): string {
    switch (phrase) {
        case 'hello':
            return t('phrase.hello');
        case 'thanks':
            return t('phrase.thanks');
        case 'well-played':
            return t('phrase.well-played');
        case 'good-luck':
            return t('phrase.good-luck');
        case 'sorry':
            return t('phrase.sorry');
        case 'thinking':
            return t('phrase.thinking');
        case 'again':
            return t('phrase.again');
        case 'bye':
            return t('phrase.bye');
    }
}
