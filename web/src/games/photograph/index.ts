// Photograph's face: its table, its score sheet and its words.
import type { GameFace } from '../../lib/contract';
import { describe, moveName, turn } from './describe';
import Table from './Table.svelte';

export const face: GameFace = { Table, Score: () => import('./Score.svelte'), turn, describe, moveName, rest: 2600 };
