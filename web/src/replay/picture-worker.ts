// Draws pictures of moments: each game its own part (games/GAME/picture.ts), in a frame. It is a worker so that the games'
// tables, which share this art, are loaded by a first screen without any of this.
import { frame, type Postcard } from '../art/postcard';
import type { View } from '../lib/protocol';

export interface Wanted {
    game: string;
    view: View;
    /** By seat. */
    names: string[];
    title: string;
    lines: string[];
}

const drawings = import.meta.glob<(view: View, names: string[]) => Postcard>('../games/*/picture.ts', { eager: true, import: 'draw' });

onmessage = ({ data }: MessageEvent<Wanted>) => {
    const draw = drawings[`../games/${data.game}/picture.ts`];
    postMessage(draw ? frame(data.title, data.lines, draw(data.view, data.names)) : null);
};
