// Luz's face: what the shell needs to show a table of it.
import type { GameFace } from '../../lib/contract';
import { describe, moveName, turn } from './describe';
import Table from './Table.svelte';

export const face: GameFace = { Table, Score: () => import('./Score.svelte'), turn, describe, moveName };
