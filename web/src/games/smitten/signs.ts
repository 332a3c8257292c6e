// The small signs on the hand cards, one per instruction. Two small squares stand for the two squares, a dot for
// the card just played, a cross for the card to be placed. They are markup, 58 x 30, and always come with words.
import type { Sign } from './model';

const INK = 'var(--line)';
const stroke = `fill="none" stroke="${INK}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"`;
const square = (x: number): string => `<rect x="${x}" y="4" width="20" height="22" rx="2.500" ${stroke}/>`;
const dot = (x: number, y = 15): string => `<circle cx="${x}" cy="${y}" r="3.600" fill="${INK}"/>`;
const cross = (x: number, y = 15): string =>
    `<path d="M${x - 4.5} ${y}H${x + 4.5}M${x} ${y - 4.5}V${y + 4.5}" ${stroke}/>`;

const drawings: Record<Sign, string> = {
    any: square(5) + square(32) + cross(15) + cross(42),
    other: square(5) + square(32) + dot(15) + cross(42),
    same: square(5) + square(32) + dot(11) + cross(19),
    near: square(5) + dot(11) + cross(19) + `<path d="M30 15H46M41 10L46 15L41 20" ${stroke}/>`,
    call: square(5) + square(32) + dot(15) + `<path d="M38 13L42 8.500L46 13M38 17L42 21.500L46 17" ${stroke}/>`,
    new: `<path d="M29 3L32 12L41 15L32 18L29 27L26 18L17 15L26 12Z" fill="${INK}"/>` + cross(9) + cross(49),
    top: `<path d="M8 7H24V25H8Z" ${stroke}/><path d="M5 11V27H19" ${stroke}/><path d="M29 15H38M34 11L38 15L34 19" ${stroke}/>` + cross(48),
    play: `<path d="M12 8A10 10 0 1 1 9 19M7 24L9 18.500L14.500 20" ${stroke}/><path d="M36 6L50 15L36 24Z" fill="${INK}"/>`,
    reveal: `<path d="M5 15Q15 4 25 15Q15 26 5 15Z" ${stroke}/>${dot(15)}<path d="M31 15H38" ${stroke}/>` + cross(48),
    none: `<path d="M18 15H40" ${stroke}/>`,
};

export const signSvg = (sign: Sign): string =>
    `<svg viewBox="0 0 58 30" aria-hidden="true" focusable="false">${drawings[sign] ?? drawings.any}</svg>`;
