// Luz in stained glass: lead lines and panes of one colour, each colour cut in its own way. A lit card is bright
// in the middle, where its numeral stands; an unlit one is the same glass without light and without numeral.
import { LINE, MIDDLE, END, circle, line, many, move, noise, path, picture, rect, s, thin, word } from './lib';
import { sign } from './symbols';

const LEAD = 'var(--lead)';
const LIGHT = 'var(--light)';

interface Cut { spokes: number; rings: number[]; bend: number; brick: boolean; shape: string; }

/* How the glass around each symbol is cut: spokes, rings, how far a spoke bends, whether rings are set like bricks;
   and the bright pane around (50, 72). */
const CUTS: Record<string, Cut> = {
  R: { spokes: 11, rings: [0, 44, 66, 110], bend: 0.5, brick: false, shape: 'M52 22C54 40 84 52 84 84A34 34 0 0 1 16 84C16 70 25 62 29 50 36 54 39 60 40 66 48 54 53 40 52 22Z' },
  Y: { spokes: 16, rings: [0, 46, 64, 110], bend: 0, brick: false, shape: 'M50 41A31 31 0 0 1 50 103A31 31 0 0 1 50 41Z' },
  G: { spokes: 10, rings: [0, 50, 72, 110], bend: -0.35, brick: true, shape: 'M50 22C84 44 88 84 50 118 12 84 16 44 50 22Z' },
  B: { spokes: 9, rings: [0, 42, 58, 74, 110], bend: 0, brick: true, shape: 'M50 22C60 44 82 56 82 82A32 32 0 0 1 18 82C18 56 40 44 50 22Z' },
  V: { spokes: 12, rings: [0, 48, 70, 110], bend: 0.25, brick: true, shape: 'M50 34A37 37 0 0 1 50 108A37 37 0 0 1 50 34Z' },
};

function point(a: number, r: number): string {
  return s`${50 + r * Math.cos(a)} ${72 + r * Math.sin(a) * 1.15}`;
}

/** All panes behind the symbol; each lets through its own amount of light, less and less outwards. */
function panes(colour: string, cut: Cut, lit: boolean): string {
  let out = '';
  for (let ring = 0; ring + 1 < cut.rings.length; ring++) {
    const r0 = cut.rings[ring] ?? 0, r1 = cut.rings[ring + 1] ?? 0, step = (Math.PI * 2) / cut.spokes;
    const shift = -Math.PI / 2 + (cut.brick && ring % 2 ? step / 2 : 0);
    out += many(cut.spokes, (i) => {
      const a = shift + i * step, b = a + step, grain = noise(i + ring * 31, colour.charCodeAt(0));
      const d = `M${point(a + (cut.bend * r0) / 60, r0)}L${point(a + (cut.bend * r1) / 60, r1)}A${r1} ${Math.round(r1 * 1.15)} 0 0 1 ${point(b + (cut.bend * r1) / 60, r1)}L${point(b + (cut.bend * r0) / 60, r0)}Z`;
      const glow = lit ? 0.5 - ring * 0.24 + (grain - 0.5) * 0.22 : -0.4 - ring * 0.08 + (grain - 0.5) * 0.18;
      return path(d, glow > 0 ? LIGHT : LEAD, s` fill-opacity="${Math.round(Math.abs(glow) * 100) / 100 + ''}" stroke="${LEAD}" stroke-width="1.5"`);
    });
  }
  return out;
}

/** What is cut into the symbol: the moon's dark side, the leaf's veins, the flame's heart, the sun's rays. */
function inside(colour: string, lit: boolean): string {
  const at = lit ? 0.42 : 0.12;
  const shade = (d: string, fill = LIGHT, o = at) => path(d, fill, s` fill-opacity="${String(o)}" stroke="${LEAD}" stroke-width="1.6"`);
  switch (colour) {
    case 'R': return shade('M50 50C51 62 74 70 74 88A24 24 0 0 1 26 88C26 76 36 74 40 66 46 62 49 57 50 50Z', LIGHT, at + 0.3);
    case 'Y': return shade('M50 48A24 24 0 0 1 50 96A24 24 0 0 1 50 48Z', LIGHT, at + 0.4);
    case 'G': return line('M50 22V118', 1.6, LEAD) + shade('M50 44C74 58 74 84 50 102 26 84 26 58 50 44Z', LIGHT, at + 0.3);
    case 'B': return shade('M50 44C58 60 74 66 74 84A24 24 0 0 1 26 84C26 66 42 60 50 44Z', LIGHT, at + 0.3);
    default: return shade('M58 40A28 31 0 1 1 58 102A36 36 0 0 0 58 40Z', LIGHT, at + 0.3);
  }
}

const frame = s`<rect x="2.2" y="2.2" width="95.6" height="135.6" rx="4.6" fill="none" stroke="${LEAD}" stroke-width="4.4"/>`;

function glass(colour: string, value: number): string {
  const cut = CUTS[colour] ?? CUTS['Y'] as Cut, lit = value > 0, main = `var(--lz-${colour})`;
  const symbol = path(cut.shape, main, ` stroke="${LEAD}" stroke-width="2.4"`) +
    (lit ? path(cut.shape, LIGHT, thin(0.25)) : path(cut.shape, LEAD, thin(0.12))) + inside(colour, lit);
  const corner = (d: string) => path(d, main, ` stroke="${LEAD}" stroke-width="2"`) + path(d, LIGHT, thin(lit ? 0.82 : 0.2));
  const marks = lit
    ? word(9, 28, 25, value, LEAD) + word(91, 130, 25, value, LEAD, END) + word(50, 90, 46, value, LEAD, MIDDLE)
    : move(38, 68, sign('lz', colour, LEAD), 0, 1);
  return picture(100, 140, rect(0, 0, 100, 140, LEAD, ' rx="6"') + s`<svg x="2" y="2" width="96" height="136" viewBox="2 2 96 136">` + rect(0, 0, 100, 140, main) +
    panes(colour, cut, lit) + symbol + corner('M0 0H46Q44 30 34 36T0 46Z') + corner('M100 140H54Q56 110 66 104T100 94Z') + '</svg>' + frame +
    marks + word(lit ? 9 : 11, lit ? 41 : 30, lit ? 12 : 22, colour, LEAD) + (lit ? word(91, 106, 12, colour, LEAD, END) : word(89, 126, 22, colour, LEAD, END)));
}

export function luzFace(card: string): string {
  return glass(card.charAt(0), Number(card.slice(1)));
}

/** One of your own cards: the colour, no numeral. */
export function luzUnlit(colour: string): string {
  return glass(colour, 0);
}

/** The trick as a rose window, 200 x 200: one pane a player, from the bottom clockwise; lit panes shine. */
export function rose(panes: { card: string | null; lit: boolean }[]): string {
  const n = Math.max(panes.length, 1), step = (Math.PI * 2) / n;
  const at = (a: number, r: number) => s`${100 + r * Math.sin(a)} ${100 + r * Math.cos(a)}`;
  const petals = panes.map((pane, i) => petal(pane, -i * step, step, at)).join('');
  const beads = many(n * 4, (i) => circle(100 + 92 * Math.sin((i + 0.5) * step / 4), 100 + 92 * Math.cos((i + 0.5) * step / 4), 2.6, 'var(--lamp)', thin(0.8)));
  return picture(200, 200, circle(100, 100, 99, LEAD) + petals + beads + circle(100, 100, 15, 'var(--lz-Y)', ` stroke="${LEAD}" stroke-width="3"`) + circle(100, 100, 8, LIGHT, thin(0.7)));
}

function petal(pane: { card: string | null; lit: boolean }, mid: number, step: number, at: (a: number, r: number) => string): string {
  const a = mid - step / 2 + 0.04, b = mid + step / 2 - 0.04;
  const d = `M${at(a, 16)}L${at(a, 60)}A${Math.round(62 * Math.sin(step / 2))} ${Math.round(62 * Math.sin(step / 2))} 0 0 0 ${at(b, 60)}L${at(b, 16)}Z`;
  if (!pane.card) return path(d, 'var(--paper)', thin(0.25));
  const main = `var(--lz-${pane.card.charAt(0)})`;
  const x = 100 + 58 * Math.sin(mid), y = 100 + 58 * Math.cos(mid);
  return path(d, main) + path(d, pane.lit ? LIGHT : LEAD, thin(pane.lit ? 0.4 : 0.35)) + circle(x, y, 18, pane.lit ? LIGHT : main, ` stroke="${LEAD}" stroke-width="2"`) +
    word(x, y + 9, 26, pane.card.slice(1), LEAD, MIDDLE);
}

/** A bead in a box of 24 x 24: bid (still hollow), won (filled), safety (blue and cut), empty (a place). */
export function bead(kind: 'bid' | 'won' | 'safety' | 'empty'): string {
  const shine = path('M7.5 9.5A6 6 0 0 1 11.5 6.3', 'none', ' stroke="var(--light)" stroke-width="1.8" stroke-linecap="round"');
  const ring = ` stroke="${LINE}" stroke-width="1.6"`;
  if (kind === 'empty') return picture(24, 24, circle(12, 12, 8.5, 'none', ' stroke="var(--ink)" stroke-width="1.4" stroke-dasharray="2.2 2.8" opacity="0.6"'));
  if (kind === 'bid') return picture(24, 24, circle(12, 12, 9, 'var(--card)', ring) + circle(12, 12, 3.2, 'none', ring));
  if (kind === 'won') return picture(24, 24, circle(12, 12, 9, 'var(--lz-Y)', ring) + shine);
  return picture(24, 24, path('M12 1.5L21.5 9 17.5 21.5H6.5L2.5 9Z', 'var(--lz-B)', `${ring} stroke-linejoin="round"`) + path('M12 1.5L15.5 10.5 12 21.5 8.5 10.5ZM2.5 9H21.5', 'none', ' stroke="var(--light)" stroke-width="1" opacity="0.7"'));
}
