// How the page is built: one entry, hashed files under /assets/, nothing inlined that the CSP forbids.
/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { pwa } from './pwa';

export default defineConfig({
    plugins: [svelte(), pwa()],
    build: {
        target: 'es2022',
        assetsInlineLimit: 0,
        cssCodeSplit: true,
        modulePreload: { polyfill: false },
    },
    worker: { format: 'es' },
    test: { css: true },
    server: { proxy: { '/ws': { target: 'http://localhost:8080', ws: true } } },
});
