// Luz's face: everything that the shell needs to show its table.
import type { GameFace } from '../../lib/contract';
import { describe, moveName, turn } from './describe';
import Beads from './parts/Beads.svelte';
import Fan from './parts/Fan.svelte';
import Rose from './parts/Rose.svelte';
import Table from './Table.svelte';

export const face: GameFace = {
    Table,
    Score: () => import('./Score.svelte'),
    hidden: () => import('./hidden'),
    turn,
    describe,
    moveName,
    rest: 2600,
};
/** What the diagrams of the rules draw (Figures.svelte). */
export const parts = { Beads, Fan, Rose };
