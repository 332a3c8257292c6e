/* The modules themselves: they import nothing and are small. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { load } from './native';
import { ok, same } from './tap';

/** Limits in bytes of brotli. FIRST_SCREEN: the engine's part of the first playable screen of any game, so that growth
    shows here first; web/size.mjs limits the whole screen. */
const FIRST_SCREEN = 53000;
const LARGEST = 132000;

const games = ['photograph', 'luz', 'smitten'];

export function testModules(): void {
    const size = (name: string): number => brotliCompressSync(load(name)).length;
    for (const name of ['tables', ...games.flatMap((game) => [`easy-${game}`, `bots-${game}`]), 'replay', 'past', 'review']) {
        const module = new WebAssembly.Module(load(name));
        same(WebAssembly.Module.imports(module), [], `${name}: no imports`);
        console.log(`# ${name}: ${load(name).length} bytes, gzip ${gzipSync(load(name)).length}, brotli ${size(name)}`);
    }
    for (const game of games) {
        const bytes = size('tables') + size(`easy-${game}`);
        ok(bytes <= FIRST_SCREEN, `${game}: the engine of the first screen is small`, `${bytes} > ${FIRST_SCREEN}`);
    }
    ok(size('review') <= LARGEST, 'review: the module is small', String(size('review')));
}
