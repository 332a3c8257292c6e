// A picture for each game beside a link in a messenger, 1200 x 630: a few large cards on a plain ground, since flat
// areas and few edges make a small file. Only web/share.mjs uses it.
import { many, move, picture, rect } from './lib';
import { photoFace } from './cards';
import { luzFace } from './luz';
import { lay } from './poster';
import { smittenPiece } from './smitten';

function photograph(): string {
    return (
        rect(0, 0, 1200, 630, 'var(--ph-Y-tint)') +
        lay(photoFace('B7'), 420, 322, 384, 538, -8) +
        lay(photoFace('R9'), 778, 318, 384, 538, 6)
    );
}

function luz(): string {
    return (
        rect(0, 0, 1200, 630, 'var(--lead)') +
        lay(luzFace('V4'), 420, 322, 384, 538, -8) +
        lay(luzFace('Y7'), 778, 318, 384, 538, 6)
    );
}

/** Three pieces of the evening picture, side by side as they come to lie. */
function smitten(): string {
    const frame = rect(-172, -239, 344, 478, 'var(--sm-moon)', ' rx="16"');
    return (
        rect(0, 0, 1200, 630, 'var(--sm-leaf)') +
        many(3, (i) => move(240 + 360 * i, 315, frame + lay(smittenPiece(4 + i), 0, 0, 320, 448), [-3, 2, -2][i]))
    );
}

export function sharePicture(game: 'photograph' | 'luz' | 'smitten'): string {
    return picture(1200, 630, { photograph, luz, smitten }[game]());
}
