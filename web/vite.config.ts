// How the page is built: one entry, hashed files under /assets/, nothing inlined that the CSP forbids.
/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { pwa } from './pwa';

/** Tests with these names run Svelte's effects, as a browser does; the others run without them. */
const reactive = 'src/**/*.svelte.test.ts';

export default defineConfig({
    plugins: [svelte(), pwa()],
    build: {
        target: 'es2022',
        /* 2 KB less for a first screen than by esbuild. */
        minify: 'terser',
        terserOptions: { compress: { passes: 3, module: true }, mangle: { module: true } },
        assetsInlineLimit: 0,
        cssCodeSplit: true,
        modulePreload: { polyfill: false },
        /* Small modules that screens share travel with others: each file of its own costs bytes and a request. */
        rollupOptions: {
            output: {
                experimentalMinChunkSize: 2000,
                /* Only a server's tables need `promise`, only replays and what follows a game `forks`, only tutorials and
                   the home page `learn`, only one game's cards `stories`, and only one language a book of words: none of them
                   may join a chunk that every first screen loads. */
                manualChunks: (id) =>
                    /\/lib\/(promise|seal|sight)\.ts$/.test(id) ? 'promise'
                    : /\/(replay\/forks|lib\/(turning|records))\.ts$/.test(id) ? 'forks'
                    : /\/learn\/progress\.ts$/.test(id) ? 'learn'
                    : /\/art\/stories\//.test(id) ? 'stories'
                    : /\/art\/(lib|symbols)\.ts$/.test(id) ? 'drawing'
                    : /\/words\/([a-z.]+)\.json$/.exec(id)?.[1],
            },
        },
    },
    worker: { format: 'es' },
    test: {
        css: true,
        testTimeout: 60_000, /* a busy machine may be slow: no test measures that */
        projects: [
            { extends: true, test: { name: 'plain', exclude: [reactive, 'node_modules'] } },
            {
                extends: true,
                resolve: { conditions: ['browser'] },
                test: { name: 'reactive', include: [reactive], testTransformMode: { web: ['**'] } },
            },
        ],
    },
    /* Tests read recorded games of tests/e2e. */
    server: { fs: { allow: ['..'] }, proxy: { '/ws': { target: 'http://localhost:8080', ws: true } } },
});
