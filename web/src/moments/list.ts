// The games that tell their moments, and where things are at their tables.
import * as luz from '../games/luz/moments';
import * as photograph from '../games/photograph/moments';
import * as smitten from '../games/smitten/moments';
import type { Places, Teller } from './moment';

export const tellers: Record<string, { tell: Teller; places: Places } | undefined> = { photograph, luz, smitten };
