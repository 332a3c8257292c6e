// Whether a finished game was dealt fairly: the engine, here in the page, plays it again from the secret and
// everybody's numbers (docs/fair-deals.md), and the result is compared with the record, and with what this device saw before the game.
import { Engine } from '../worker/engine';
import { fetchModule } from '../worker/modules';
import { type Fair, playAgain } from './again';
import { keptFor, type Kept } from './promise';
import type { GameRecord } from './protocol';
import { sealOf } from './seal';
import { t, tn } from './words.svelte';

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

const different = (a: unknown[], b: unknown[]): boolean => String(a) !== String(b);
const says = (good: boolean, words: () => string): Finding => ({ good, words });

/** Is it this table, this secret, and the promise that this device saw first? */
function checkPromise(record: GameRecord, fair: Fair, again: Fair | undefined, table: string, kept: Kept): Finding {
    if (record.table !== table) return says(false, () => t('verify.table-other'));
    if (again?.commit !== fair.commit) return says(false, () => t('verify.commit'));
    if (kept.commit === undefined) return says(true, () => t('page.fair-unseen'));
    if (kept.commit !== fair.commit) return says(false, () => t('verify.commit-other'));
    return says(true, () => t('page.fair-commit'));
}

/** The names of the people on these chairs. */
function namesOf(record: GameRecord, fair: Fair, of: (chair: number, name: string) => boolean): string {
    const names = fair.order.map((seat) => record.names?.[seat] ?? '');
    return names.filter((name, chair) => of(chair, name)).join(', ');
}

/** Numbers and their seals, as the record has them and as this device saw them. */
function checkNumbers(record: GameRecord, fair: Fair, kept: Kept): Finding[] {
    const seals = fair.seals ?? fair.numbers.map(() => null);
    const found: Finding[] = [];
    const opened = seals.every((seal, chair) => seal === null || sealOf(fair.numbers[chair] ?? '') === seal);
    if (!opened) found.push(says(false, () => t('verify.seal')));
    else if (kept.seals && different(kept.seals, seals)) found.push(says(false, () => t('verify.seals-other')));
    else if (seals.some((seal) => seal !== null)) found.push(says(true, () => t('page.fair-seals')));
    if (kept.seals && kept.number !== undefined) {
        const own = fair.numbers.includes(kept.number);
        found.push(says(own, () => (own ? t('page.fair-own') : t('verify.number-other'))));
    } else if (kept.commit !== undefined) found.push(says(true, () => t('page.fair-unseen')));
    const open = namesOf(record, fair, (chair) => fair.numbers[chair] !== null && seals[chair] === null);
    if (open) found.push(says(true, () => t('verify.open', open)));
    const silent = namesOf(record, fair, (chair, name) => fair.numbers[chair] === null && !name.startsWith('bot:'));
    if (silent) found.push(says(true, () => t('verify.silent', silent)));
    const { draws = 1 } = fair;
    if (draws > 1) found.push(says(true, () => tn('verify.draws', draws)));
    return found;
}

/** The findings of the check, one sentence each; `kept` is what this device saw before the game. */
export function compare(record: GameRecord, again: GameRecord | null, table: string, kept: Kept): Finding[] {
    const { fair } = record;
    if (record.fork) return [says(true, () => t('verify.fork'))];
    if (!fair) return [says(false, () => t('verify.no-claim'))];
    const promise = checkPromise(record, fair, again?.fair, table, kept);
    if (!promise.good || !again?.fair) return [promise];
    const found = [promise, ...checkNumbers(record, fair, kept)];
    const ordered = !different(again.fair.order, fair.order);
    found.push(says(ordered, () => (ordered ? t('page.fair-order') : t('verify.order'))));
    const { begins } = fair;
    if (begins !== undefined) {
        const good = sameOptions(record, fair, again.fair);
        found.push(says(good, () => beganWords(good, begins)));
    }
    const wrong = record.events.findIndex(([who, text], k) => who === 'deal' && again.events[k]?.[1] !== text);
    found.push(says(wrong < 0, () => (wrong < 0 ? t('page.fair-deal') : t('verify.deal', wrong))));
    return found;
}

export async function checkFair(record: GameRecord, table: string): Promise<Finding[]> {
    const { fair } = record;
    const kept = keptFor(table);
    if (!fair) return compare(record, null, table, kept);
    const engine = await Engine.load(fetchModule('tables'));
    return compare(record, playAgain(engine, record, fair), table, kept);
}
