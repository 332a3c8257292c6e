// All of Parlor's art, drawn by code: each function returns the markup of one whole <svg>, the same for the same arguments.
// It has no ids and no styles, is hidden from screen readers (name it where you use it), and takes its colours from
// palette.css. It knows no rules: what may follow or who wins is told by the caller, from the engine.
//   cards 100 x 140 · photoFrame 100 x 70 · rose 200 x 200 · bead and symbol 24 x 24 · poster 320 x 200
import { picture } from './lib';
import { sign } from './symbols';

export { photoBack, photoFace, photoFrame } from './cards';
export { bead, luzFace, luzUnlit, rose } from './luz';
export { poster } from './poster';
export { smittenBack, smittenFace, smittenPiece } from './smitten';

/** The symbol of a colour alone, in that colour. */
export function symbol(game: string, colour: string): string {
    const set = game === 'luz' ? 'lz' : 'ph';
    /* The outline is seen on any paper. */
    return picture(24, 24, `<g stroke="var(--line)" stroke-width="1.4" paint-order="stroke">${sign(set, colour, `var(--${set}-${colour})`)}</g>`);
}
