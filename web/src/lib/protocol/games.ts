// The games' views, and the union of what differs from game to game.
import type { LuzView } from './luz';
import type { PhotographPlayer, PhotographView } from './photograph';
import type { SmittenView } from './smitten';

export type * from './luz';
export type * from './photograph';
export type * from './smitten';

export type View = PhotographView | LuzView | SmittenView;
/** The own player as a move would leave it. */
export type PreviewedPlayer = PhotographPlayer;
