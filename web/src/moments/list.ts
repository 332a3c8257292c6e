// The games that tell their moments.
import { tell as luz } from '../games/luz/moments';
import { tell as photograph } from '../games/photograph/moments';
import { tell as smitten } from '../games/smitten/moments';
import type { Teller } from './moment';

export const tellers: Record<string, Teller | undefined> = { photograph, luz, smitten };
