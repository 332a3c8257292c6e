// Photograph's face: its table, its score sheet and its words.
import type { GameFace } from '../../lib/contract';
import { describe, moveName, turn } from './describe';
import Card from './parts/Card.svelte';
import Field from './parts/Field.svelte';
import Film from './parts/Film.svelte';
import Shutter from './parts/Shutter.svelte';
import Table from './Table.svelte';

export const face: GameFace = { Table, Score: () => import('./Score.svelte'), turn, describe, moveName, rest: 2600 };
/** What the diagrams of the rules draw (Figures.svelte). */
export const parts = { Card, Field, Film, Shutter };
