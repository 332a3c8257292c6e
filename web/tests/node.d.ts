// The parts of Node that tests use; the page itself has none of it.
declare module 'node:fs' {
    export function readFileSync(path: URL): Uint8Array<ArrayBuffer>;
}
