/* The real command, for comparison, and the random numbers that it draws bots' seeds from. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const [, , modules = '', command = ''] = process.argv;

export function parlor(args: string[], input = ''): string {
    return execFileSync(command, args, { input, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'ignore'] });
}

export function parlorLines(args: string[], input = ''): unknown[] {
    return parlor(args, input)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
}

/** A module as scripts/wasm built it; `review` has the bots of a game without a module of its own. */
export const load = (name: string): Buffer => {
    const own = `${modules}/${name}.wasm`;
    return readFileSync(existsSync(own) ? own : `${modules}/review.wasm`);
};

const MASK = (1n << 64n) - 1n;
const rotl = (x: bigint, n: bigint): bigint => ((x << n) | (x >> (64n - n))) & MASK;

/** core/rng.c: xoshiro256++ seeded by a pair. */
export class Rng {
    private s: [bigint, bigint, bigint, bigint];

    constructor(seed: bigint, number: bigint) {
        let a = seed;
        let b = number ^ 0x6a09e667f3bcc909n;
        const spread = (x: bigint): bigint => {
            let z = x;
            z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
            z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
            return z ^ (z >> 31n);
        };
        const step = (): bigint => {
            a = (a + 0x9e3779b97f4a7c15n) & MASK;
            b = (b + 0x9e3779b97f4a7c15n) & MASK;
            return spread(a) ^ rotl(spread(b), 32n);
        };
        this.s = [step(), step(), step(), step()];
    }

    next(): bigint {
        const s = this.s;
        const result = (rotl((s[0] + s[3]) & MASK, 23n) + s[0]) & MASK;
        const t = (s[1] << 17n) & MASK;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = rotl(s[3], 45n);
        return result;
    }
}

/** cli/sim.c: the source of the bots' seeds in game `number`. */
export const simSeeds = (seed: bigint, number: bigint): Rng => new Rng(seed ^ 0x5851f42d4c957f2dn, number);
