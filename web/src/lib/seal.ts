// The seal of a number for a fair deal (docs/fair-deals.md): BLAKE2b-256 (RFC 7693) of one short block. Browsers have
// no BLAKE2b of their own, and no hash at all on pages without TLS.
const initial = [
    0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
    0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
/* The order of the message's words in each of the rounds, a digit each. */
const orders = [
    '0123456789abcdef', 'ea489fd61c02b753', 'b8c052fdae367194', '7931dcbe265a40f8', '905724afe1bc683d',
    '2c6a0b834d75fe19', 'c51fed4a0763928b', 'db7ec13950f4862a', '6fe9b308c2d714a5', 'a2847615fb9e3cd0',
];
const rounds = [...orders, ...orders.slice(0, 2)];
const mask = (1n << 64n) - 1n;
const turn = (x: bigint, by: bigint): bigint => ((x >> by) | (x << (64n - by))) & mask;

/** The hash of at most 128 bytes. */
function hash(bytes: Uint8Array): Uint8Array {
    const block = new DataView(new ArrayBuffer(128));
    bytes.forEach((byte, i) => block.setUint8(i, byte));
    const own = initial.map((word, i) => (i === 0 ? word ^ 0x01010020n : word));
    const v = [...own, ...initial];
    const at = (i: number): bigint => v[i] ?? 0n;
    v[12] = at(12) ^ BigInt(bytes.length);
    v[14] = at(14) ^ mask;
    for (const order of rounds) {
        const word = (i: number): bigint => block.getBigUint64(8 * parseInt(order[i] ?? '0', 16), true);
        for (let i = 0; i < 8; i++) {
            const [a, far] = [i % 4, i < 4 ? 0 : 1];
            const [b, c, d] = [4 + ((a + far) % 4), 8 + ((a + 2 * far) % 4), 12 + ((a + 3 * far) % 4)];
            v[a] = (at(a) + at(b) + word(2 * i)) & mask;
            v[d] = turn(at(d) ^ at(a), 32n);
            v[c] = (at(c) + at(d)) & mask;
            v[b] = turn(at(b) ^ at(c), 24n);
            v[a] = (at(a) + at(b) + word(2 * i + 1)) & mask;
            v[d] = turn(at(d) ^ at(a), 16n);
            v[c] = (at(c) + at(d)) & mask;
            v[b] = turn(at(b) ^ at(c), 63n);
        }
    }
    const out = new DataView(new ArrayBuffer(32));
    for (let i = 0; i < 4; i++) out.setBigUint64(8 * i, (own[i] ?? 0n) ^ at(i) ^ at(i + 8), true);
    return new Uint8Array(out.buffer);
}

const hex = (bytes: Uint8Array): string => [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');

/** 32 random bytes, this person's share in a fair deal. */
export const randomNumber = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

/** The seal of a number; both are 64 digits. */
export function sealOf(number: string): string {
    const digits = number.match(/../g) ?? [];
    const name = new TextEncoder().encode('parlor fair 2 number');
    return hex(hash(new Uint8Array([...name, ...digits.map((two) => parseInt(two, 16))])));
}
