// A small plug-in of the build: when all files are there, makes sw.js with their list and a version from them,
// and NAME.br beside each file that brotli makes smaller, which the server embeds.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { relative, join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { type Plugin, transformWithEsbuild } from 'vite';
import { isPart } from './pwa-files';

function walk(folder: string): string[] {
    return readdirSync(folder).flatMap((name) => {
        const path = join(folder, name);
        return statSync(path).isDirectory() ? walk(path) : [path];
    });
}

function pack(path: string): void {
    if (/\.(woff2|png|br)$/.test(path)) return;
    const plain = readFileSync(path);
    const packed = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } });
    if (packed.length < plain.length) writeFileSync(path + '.br', packed);
}

export function pwa(): Plugin {
    let out = 'dist';
    let top = '.';
    return {
        name: 'parlor-pwa',
        apply: 'build',
        configResolved(config) {
            top = config.root;
            out = resolve(config.root, config.build.outDir);
        },
        async closeBundle() {
            const files = walk(out).filter((path) => isPart(relative(out, path)));
            const hash = createHash('sha256');
            for (const path of files.sort()) hash.update(relative(out, path)).update(readFileSync(path));
            const list = files.map((path) => '/' + relative(out, path)).filter((path) => path !== '/index.html');
            const source = readFileSync(join(top, 'src', 'sw.ts'), 'utf8');
            const { code } = await transformWithEsbuild(source, 'sw.ts', { minify: true });
            const filled = code
                .replace('PARLOR_FILES', JSON.stringify(['/', ...list]))
                .replace('PARLOR_VERSION', JSON.stringify(hash.digest('hex').slice(0, 12)));
            writeFileSync(join(out, 'sw.js'), filled);
            for (const path of [...files, join(out, 'sw.js')]) pack(path);
        },
    };
}
