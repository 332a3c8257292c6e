// The page's own sign: three cards under a lamp, one of each game, 100 x 100. Only web/icons.mjs uses it, to write
// public/icons; the page itself has no need of this code.
import { CARD, circle, inset, many, move, path, picture, rect, s } from './lib';
import { lay } from './poster';
import { glass } from './luz';
import { scene } from './stories';
import { view } from './smitten';

/** A card without numerals, its middle at the origin. */
function card(body: string): string {
    return rect(-21, -29.4, 42, 58.8, CARD, ' rx="3"') + body;
}

/** `round`: with its own rounded corners; otherwise it fills its square, for masks that cut it (then drawn smaller). */
export function icon(round: boolean): string {
    const glow = many(3, (i) =>
        circle(50, 34, 46 - i * 11, 'var(--lamp)', s` opacity="${[0.14, 0.2, 0.3][i] + ''}"`),
    );
    const boat = card(inset(-19, -27.4, 38, 54.8, '40 -20 68 98', scene('B', 7)));
    const garden = card(inset(-19, -27.4, 38, 54.8, '94 162 86 124', view(94, 162, 86, 124)));
    const fan =
        move(27, 58, boat, -16) + move(73, 58, garden, 16) + lay(glass('Y', true, ''), 50, 52, 44, 61.6);
    const lamp = path('M43 4H57L63 14H37Z', 'var(--accent)');
    const ground = rect(0, 0, 100, 100, 'var(--table)', round ? ' rx="20"' : '');
    return picture(
        100,
        100,
        ground + move(round ? 4 : 12, round ? 5 : 12, glow + lamp + fan, 0, round ? 0.92 : 0.76),
    );
}
