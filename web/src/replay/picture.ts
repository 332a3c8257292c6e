// A moment of a game as a picture for sending: each game draws its own part (games/GAME/picture.ts); here it gets a frame,
// colours and letters of its own, and becomes a PNG.
import { gameName } from '../lib/games';
import type { TableState } from '../lib/protocol';
import type { Wanted } from './picture-worker';

const WIDE = 1200;
interface Drawn {
    high: number;
    svg: string;
}

const LETTERS = 62;

/** A sentence in lines that fit. */
export function linesOf(text: string, most = LETTERS): string[] {
    const lines: string[] = [];
    for (const word of text.split(/\s+/).filter((part) => part)) {
        const last = lines.at(-1);
        if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
        else lines.push(word);
    }
    return lines.slice(0, 3);
}

/** The colours of the page as they are now, in place of their names: a picture stands alone. */
export function painted(svg: string, colour: (name: string) => string): string {
    let out = svg;
    for (let depth = 0; depth < 4 && out.includes('var('); depth++)
        out = out.replace(/var\((--[\w-]+)\)/g, (_, name: string) => colour(name).trim());
    return out;
}

const fonts: [url: string, letters: string][] = [
    [new URL('../fonts/piazzolla-latin.woff2', import.meta.url).href, 'U+20-7E,U+A0-17F,U+2010-2026,U+2212'],
    [new URL('../fonts/piazzolla-cyrillic.woff2', import.meta.url).href, 'U+2BC,U+400-4FF,U+2116'],
];

function dataOf(blob: Blob): Promise<string> {
    return new Promise((done, failed) => {
        const reader = new FileReader();
        reader.onload = () => done(String(reader.result));
        reader.onerror = () => failed(reader.error ?? new Error('font'));
        reader.readAsDataURL(blob);
    });
}

/** The page's typeface inside the picture; without it another one serves. */
async function letters(): Promise<string> {
    const faces = fonts.map(async ([url, range]) => {
        const data = await dataOf(await (await fetch(url)).blob());
        return `@font-face{font-family:P;font-weight:400 800;src:url(${data});unicode-range:${range}}`;
    });
    const styles = await Promise.all(faces).catch(() => []);
    return `<style>${styles.join('')}text{font-family:P,Georgia,serif;font-variant-numeric:tabular-nums}</style>`;
}

/** The drawing, by a worker of its own. */
function draw(wanted: Wanted): Promise<Drawn> {
    const worker = new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module', name: 'picture' });
    return new Promise<Drawn>((done, failed) => {
        worker.onmessage = ({ data }: MessageEvent<Drawn | null>) => (data ? done(data) : failed(new Error('no picture')));
        worker.onerror = (event) => failed(new Error(event.message));
        worker.postMessage(wanted);
    }).finally(() => worker.terminate());
}

async function svgOf({ game, view }: TableState, names: string[], said: string): Promise<Drawn> {
    if (!view) throw new Error('no view');
    const drawn = await draw({ game, view, names: [...names], title: gameName(game), lines: linesOf(said) });
    const [look, high] = [getComputedStyle(document.documentElement), Math.round(drawn.high)];
    const whole = painted(drawn.svg, (name) => look.getPropertyValue(name)).replace('>', `>${await letters()}`);
    return { svg: whole.replace('<svg ', `<svg width="${WIDE}" height="${high}" `), high };
}

const pause = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time));

/** Draws until it looks the same three times: a browser may draw a picture before it has read the letters inside. */
async function settle(url: string, canvas: HTMLCanvasElement): Promise<void> {
    const small = document.createElement('canvas');
    [small.width, small.height] = [canvas.width / 4, canvas.height / 4];
    let [last, same] = ['', 0];
    for (let tries = 0; tries < 20 && same < 2; tries++) {
        const image = new Image(canvas.width, canvas.height);
        image.src = url;
        await image.decode();
        canvas.getContext('2d')?.drawImage(image, 0, 0);
        small.getContext('2d')?.drawImage(canvas, 0, 0, small.width, small.height);
        const now = small.toDataURL();
        same = now === last ? same + 1 : 0;
        last = now;
        await pause(40);
    }
}

/** The moment as a PNG, 1200 wide. It shows the view of this state and no more. */
export async function pictureOf(state: TableState, names: string[], said: string): Promise<Blob> {
    const { svg, high } = await svgOf(state, names, said);
    const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    try {
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [WIDE, high];
        await settle(url, canvas);
        return await new Promise((done, failed) => canvas.toBlob((made) => (made ? done(made) : failed(new Error('no picture'))), 'image/png'));
    } finally {
        URL.revokeObjectURL(url);
    }
}
