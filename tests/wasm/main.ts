/*
 * The page's engine without a browser: modules, equality with the command, whole games through
 * the worker. Arguments: the folder of modules, the command, and the parts to run.
 */
import { webcrypto } from 'node:crypto';
import { testDaily } from './daily';
import { testEqual } from './equal';
import { testFigures } from './figures';
import { testModules } from './modules';
import { finish } from './tap';
import { testWorker } from './worker';

// Browsers and Node from 19 on have it; the engine must also run in Debian's Node 18.
globalThis.crypto ??= webcrypto as Crypto;

const parts: Record<string, () => void | Promise<void>> = {
    modules: testModules,
    equal: testEqual,
    figures: testFigures,
    worker: testWorker,
    daily: testDaily,
};
for (const name of process.argv.slice(4)) await parts[name]?.();
finish();
/* A table that waits for somebody has a timer, perhaps for days. */
process.exit();
