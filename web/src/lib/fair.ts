// Whether a finished game was dealt fairly: the engine, here in the page, plays it again from the secret and
// everybody's numbers (docs/protocol.md, "Fair deals"), and the result is compared with the record.
import { Engine } from '../worker/engine';
import { fetchModule } from '../worker/modules';
import { type Fair, playAgain } from './again';
import type { GameRecord } from './protocol';
import { t } from './words.svelte';

export interface Finding {
    good: boolean;
    words: () => string;
}

/** Whether the options, including the first player, equal those of the replayed game. */
function sameOptions(record: GameRecord, fair: Fair, again: Fair): boolean {
    return Object.entries(again.options).every(
        ([name, value]) => fair.options[name] === value && record.options[name] === value,
    );
}

function beganWords(good: boolean, chair: number | null): string {
    if (!good) return t('verify.begins');
    return chair === null ? t('page.fair-begins-lot') : t('page.fair-begins-host');
}

/** The findings of the check, one sentence each; `promised` is the commitment that the table published. */
export function compare(record: GameRecord, again: GameRecord | null, promised: string): Finding[] {
    const { fair } = record;
    if (!fair) return [{ good: false, words: () => t('verify.no-claim') }];
    if (!again?.fair || again.fair.commit !== fair.commit || fair.commit !== promised) {
        return [{ good: false, words: () => t('verify.commit') }];
    }
    const found: Finding[] = [{ good: true, words: () => t('page.fair-commit') }];
    const ordered = String(again.fair.order) === String(fair.order);
    found.push({ good: ordered, words: () => (ordered ? t('page.fair-order') : t('verify.order')) });
    const { begins } = fair;
    if (begins !== undefined) {
        const good = sameOptions(record, fair, again.fair);
        found.push({ good, words: () => beganWords(good, begins) });
    }
    const wrong = record.events.findIndex(([who, text], k) => who === 'deal' && again.events[k]?.[1] !== text);
    found.push({ good: wrong < 0, words: () => (wrong < 0 ? t('page.fair-deal') : t('verify.deal', wrong)) });
    return found;
}

export async function checkFair(record: GameRecord, promised: string): Promise<Finding[]> {
    const { fair } = record;
    if (!fair) return compare(record, null, promised);
    const engine = await Engine.load(fetchModule('tables'));
    return compare(record, playAgain(engine, record, fair), promised);
}
