// How the page is built: one entry, hashed files under /assets/, nothing inlined that the CSP forbids.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
    plugins: [svelte()],
    build: {
        target: 'es2021',
        assetsInlineLimit: 0,
        cssCodeSplit: true,
        modulePreload: { polyfill: false },
    },
    worker: { format: 'es' },
    server: { proxy: { '/ws': { target: 'http://localhost:8080', ws: true } } },
});
