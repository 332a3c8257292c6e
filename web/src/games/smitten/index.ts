// Smitten's face: everything that the shell needs to show its table, with two players or alone.
import type { GameFace } from '../../lib/contract';
import { describe, moveName, signName, turn } from './describe';
import { signOf } from './model';
import Card from './parts/Card.svelte';
import Hand from './parts/Hand.svelte';
import Square from './parts/Square.svelte';
import Table from './Table.svelte';

export const face: GameFace = { Table, Score: () => import('./Score.svelte'), turn, describe, moveName, rest: 2600 };
/** What the diagrams of the rules draw (Figures.svelte). */
export const parts = { Card, Hand, Square, signName: (card: number, options: Record<string, string>) => signName(signOf(card, options)) };
