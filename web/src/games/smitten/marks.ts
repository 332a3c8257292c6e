// The turns of a game on the line of a replay's steps; and how its table looks beside a review.
import './replay.css';
import type { Marker } from '../../lib/contract';
import type { SmittenView } from '../../lib/protocol';

/** A turn begins where its number grows. */
export const mark: Marker = (before, after) => ((after as SmittenView).turn > (before as SmittenView).turn ? 'turn' : null);
