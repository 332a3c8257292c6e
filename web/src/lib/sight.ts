// Sights: what the server tells of the game by protocol 2. `sight` is the text of the members `view` and `legal`,
// folded over the text that came before (docs/protocol.md, Sights; table/fold.h).
import type { TableState, Update } from './protocol';

/** The text that was folded over the old one. */
export function unfold(old: string, folded: string): string {
    let text = old;
    let at = 0;
    let i = 0;
    const number = (): number => {
        let value = 0;
        for (let weight = 1; ; weight *= 28) {
            const digit = folded.charCodeAt(i++) - 35;
            value += (digit % 28) * weight;
            if (!(digit > 27)) return value;
        }
    };
    while (i < folded.length) {
        const letter = folded.charAt(i++);
        if (letter === '~') {
            const skip = number();
            at += skip % 2 ? -(skip + 1) / 2 : skip / 2;
            const end = at + number();
            text += text.slice(at, end);
            at = end;
        } else text += letter === "'" ? '"' : letter;
    }
    return text.slice(old.length);
}

/** Puts `view` and `legal` in place of `sight`. False: it is folded over a sight that is not here. */
export function readSight(table: { state: TableState | null; sight: string | null }, update: Update): boolean {
    const { of, sight } = update;
    delete update.of;
    delete update.sight;
    if (sight === undefined) {
        if (update.view !== undefined) table.sight = null;
        return true;
    }
    const old = of === undefined ? '' : of === table.state?.n ? table.sight : null;
    try {
        table.sight = old === null ? null : unfold(old, sight);
        Object.assign(update, JSON.parse(`{${String(table.sight)}}`));
    } catch {
        table.sight = null;
    }
    return update.view !== undefined;
}
