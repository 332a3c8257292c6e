// Svelte's settings: runes everywhere, accessibility warnings are faults (see `npm run types`).
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default { preprocess: vitePreprocess(), compilerOptions: { runes: true } };
