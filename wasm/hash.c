/* BLAKE2b (RFC 7693) and ChaCha20 (RFC 8439): see include/sodium.h. */
#include <sodium.h>
#include <string.h>

static const uint64_t start[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

static const uint8_t order[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint64_t turn(uint64_t x, int n)
{
    return x >> n | x << (64 - n);
}

static void mix(uint64_t *v, const int at[4], uint64_t x, uint64_t y)
{
    uint64_t a = v[at[0]], b = v[at[1]], c = v[at[2]], d = v[at[3]];
    a += b + x;
    d = turn(d ^ a, 32);
    c += d;
    b = turn(b ^ c, 24);
    a += b + y;
    d = turn(d ^ a, 16);
    c += d;
    b = turn(b ^ c, 63);
    v[at[0]] = a, v[at[1]] = b, v[at[2]] = c, v[at[3]] = d;
}

static void compress(crypto_generichash_state *s, uint64_t last)
{
    uint64_t v[16], m[16];
    memcpy(m, s->block, sizeof m); /* WebAssembly is little-endian, as the RFC is */
    memcpy(v, s->h, sizeof s->h);
    memcpy(v + 8, start, sizeof start);
    v[12] ^= s->count;
    v[14] ^= last;
    for (int round = 0; round < 12; round++) {
        const uint8_t *o = order[round % 10];
        for (int i = 0; i < 4; i++)
            mix(v, (const int[]){i, 4 + i, 8 + i, 12 + i}, m[o[2 * i]], m[o[2 * i + 1]]);
        for (int i = 0; i < 4; i++)
            mix(v, (const int[]){i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4},
                m[o[8 + 2 * i]], m[o[9 + 2 * i]]);
    }
    for (int i = 0; i < 8; i++)
        s->h[i] ^= v[i] ^ v[8 + i];
}

int crypto_generichash_update(crypto_generichash_state *s, const unsigned char *in,
                              unsigned long long len)
{
    for (; len > 0; len--) {
        if (s->filled == sizeof s->block) {
            s->count += s->filled;
            compress(s, 0);
            s->filled = 0;
        }
        s->block[s->filled++] = *in++;
    }
    return 0;
}

int crypto_generichash_init(crypto_generichash_state *s, const unsigned char *key, size_t key_len,
                            size_t out_len)
{
    memset(s, 0, sizeof *s);
    memcpy(s->h, start, sizeof start);
    s->h[0] ^= 0x01010000 ^ (uint64_t)key_len << 8 ^ out_len;
    s->out_len = out_len;
    if (key_len > 0) {
        memcpy(s->block, key, key_len);
        s->filled = sizeof s->block;
    }
    return 0;
}

int crypto_generichash_final(crypto_generichash_state *s, unsigned char *out, size_t out_len)
{
    s->count += s->filled;
    memset(s->block + s->filled, 0, sizeof s->block - s->filled);
    compress(s, UINT64_MAX);
    memcpy(out, s->h, out_len);
    return 0;
}

static uint32_t turn_word(uint32_t x, int n)
{
    return x << n | x >> (32 - n);
}

static void quarter(uint32_t *x, int a, int b, int c, int d)
{
    x[a] += x[b];
    x[d] = turn_word(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = turn_word(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = turn_word(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = turn_word(x[b] ^ x[c], 7);
}

static void make_block(uint8_t out[64], const unsigned char *nonce, uint32_t counter,
                       const unsigned char *key)
{
    uint32_t from[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, x[16];
    memcpy(from + 4, key, 32);
    from[12] = counter;
    memcpy(from + 13, nonce, 12);
    memcpy(x, from, sizeof x);
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < 4; i++)
            quarter(x, i, 4 + i, 8 + i, 12 + i);
        for (int i = 0; i < 4; i++)
            quarter(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
    for (int i = 0; i < 16; i++)
        x[i] += from[i];
    memcpy(out, x, sizeof x);
}

int crypto_stream_chacha20_ietf_xor_ic(unsigned char *out, const unsigned char *in,
                                       unsigned long long len, const unsigned char *nonce,
                                       uint32_t counter, const unsigned char *key)
{
    uint8_t block[64];
    for (size_t i = 0; i < len; i++) {
        if (i % 64 == 0)
            make_block(block, nonce, counter++, key);
        out[i] = in[i] ^ block[i % 64];
    }
    return 0;
}

int sodium_init(void)
{
    return 0;
}
