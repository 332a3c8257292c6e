// Luz's face: everything that the shell needs to show its table.
import type { GameFace } from '../../lib/contract';
import { describe, moveName, turn } from './describe';
import Table from './Table.svelte';

export const face: GameFace = { Table, Score: () => import('./Score.svelte'), turn, describe, moveName, rest: 2600 };
