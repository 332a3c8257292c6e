// Runs a WebAssembly measurement under node: wasm.mjs FILE [ARGUMENT]...
// CPU time comes from node, since WASI's own clock may count the time of other programs.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [file, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: ["search", ...args] });
const bench = {
  cpu_seconds() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  },
};
const module = await WebAssembly.compile(await readFile(file));
const instance = await WebAssembly.instantiate(module, {
  wasi_snapshot_preview1: wasi.wasiImport,
  bench,
});
process.exitCode = wasi.start(instance);
