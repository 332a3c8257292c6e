/*
 * One WebAssembly module of wasm/ and how to call it: numbers as they are, texts by the module's
 * own memory. The output of a call stays in the module until the next call.
 */

export type Argument = number | boolean | string | null | undefined;

interface Calls {
    memory: WebAssembly.Memory;
    room(bytes: number): number;
    out(): number;
    out_len(): number;
    _initialize?(): void;
    [name: string]: unknown;
}

/** Where a module comes from: its bytes, or a response that brings them. */
export type Source = BufferSource | Response;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

async function instantiate(source: Source): Promise<WebAssembly.Instance> {
    if (typeof Response === 'undefined' || !(source instanceof Response))
        return (await WebAssembly.instantiate(source as BufferSource, {})).instance;
    if (!source.ok) throw new Error(`${source.url}: ${source.status}`);
    /* Some hosts serve .wasm under a type that streaming refuses. */
    const kind = source.headers.get('content-type') ?? '';
    if (kind.startsWith('application/wasm') && 'instantiateStreaming' in WebAssembly)
        return (await WebAssembly.instantiateStreaming(source, {})).instance;
    return (await WebAssembly.instantiate(await source.arrayBuffer(), {})).instance;
}

export class Engine {
    private constructor(private calls: Calls) {}

    static async load(source: Source | Promise<Source>): Promise<Engine> {
        const calls = (await instantiate(await source)).exports as unknown as Calls;
        calls._initialize?.();
        return new Engine(calls);
    }

    /** Calls an export. A text becomes the address of its bytes with a closing NUL, null becomes 0. */
    call(name: string, ...given: Argument[]): number {
        const texts = given.map((one) => (typeof one === 'string' ? encoder.encode(`${one}\0`) : null));
        const size = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
        let at = size > 0 ? this.calls.room(size) : 0;
        const memory = new Uint8Array(this.calls.memory.buffer);
        const numbers = given.map((one, i) => {
            const text = texts[i];
            if (!text) return Number(one ?? 0);
            memory.set(text, at);
            at += text.length;
            return at - text.length;
        });
        const call = this.calls[name];
        if (typeof call !== 'function') throw new Error(`the engine has no ${name}`);
        return Number((call as (...numbers: number[]) => number | undefined)(...numbers) ?? 0);
    }

    /** A copy of the last call's output. */
    bytes(): Uint8Array {
        const from = this.calls.out();
        return new Uint8Array(this.calls.memory.buffer).slice(from, from + this.calls.out_len());
    }

    text(): string {
        return decoder.decode(this.bytes());
    }

    json(): unknown {
        return JSON.parse(this.text());
    }

    /** Puts bytes where the module wants them. */
    put(at: number, bytes: Uint8Array): void {
        new Uint8Array(this.calls.memory.buffer).set(bytes, at);
    }

    doubles(at: number, count: number): number[] {
        return Array.from(new Float64Array(this.calls.memory.buffer, at, count));
    }
}
