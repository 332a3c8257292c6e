/* Fair deals: see fair.h. */
#include "table/fair.h"

#include <sodium.h>
#include <string.h>

bool fair_init(void)
{
    return sodium_init() >= 0;
}

static void add_text(crypto_generichash_state *h, const char *text)
{
    crypto_generichash_update(h, (const unsigned char *)text, strlen(text));
}

static void hash(const char *name, const uint8_t bytes[FAIR_BYTES], uint8_t out[FAIR_BYTES])
{
    crypto_generichash_state h;
    crypto_generichash_init(&h, NULL, 0, FAIR_BYTES);
    add_text(&h, name);
    crypto_generichash_update(&h, bytes, FAIR_BYTES);
    crypto_generichash_final(&h, out, FAIR_BYTES);
}

void fair_commit(const uint8_t secret[FAIR_BYTES], uint8_t out[FAIR_BYTES])
{
    hash("parlor fair 1 commit", secret, out);
}

void fair_seal(const uint8_t number[FAIR_BYTES], uint8_t out[FAIR_BYTES])
{
    hash("parlor fair 2 number", number, out);
}

void fair_seed(const uint8_t secret[FAIR_BYTES], const char *table,
               const struct fair_number *number, int chairs, uint8_t out[FAIR_BYTES])
{
    crypto_generichash_state h;
    crypto_generichash_init(&h, secret, FAIR_BYTES, FAIR_BYTES);
    add_text(&h, "parlor fair 1 seed");
    add_text(&h, table);
    for (int i = 0; i < chairs; i++) {
        const unsigned char given = number[i].given;
        crypto_generichash_update(&h, &given, 1);
        if (number[i].given)
            crypto_generichash_update(&h, number[i].bytes, FAIR_BYTES);
    }
    crypto_generichash_final(&h, out, FAIR_BYTES);
}

static uint64_t next_number(void *source)
{
    struct fair_stream *f = source;
    static const unsigned char nonce[crypto_stream_chacha20_ietf_NONCEBYTES];
    if (f->at == (int)sizeof f->block) {
        memset(f->block, 0, sizeof f->block);
        crypto_stream_chacha20_ietf_xor_ic(f->block, f->block, sizeof f->block, nonce, f->blocks++,
                                           f->key);
        f->at = 0;
    }
    uint64_t n = 0;
    for (int i = 7; i >= 0; i--)
        n = n << 8 | f->block[f->at + i];
    f->at += 8;
    return n;
}

void fair_start(struct fair_stream *f, const uint8_t seed[FAIR_BYTES], uint32_t k)
{
    const unsigned char low[4] = {(unsigned char)k, (unsigned char)(k >> 8),
                                  (unsigned char)(k >> 16), (unsigned char)(k >> 24)};
    crypto_generichash_state h;
    *f = (struct fair_stream){.at = sizeof f->block};
    crypto_generichash_init(&h, seed, FAIR_BYTES, FAIR_BYTES);
    add_text(&h, "parlor fair 1 stream");
    crypto_generichash_update(&h, low, sizeof low);
    crypto_generichash_final(&h, f->key, FAIR_BYTES);
    f->rng = (struct rng){.next = next_number, .source = f};
}

void fair_order(const uint8_t seed[FAIR_BYTES], int chairs, int *order)
{
    struct fair_stream f;
    uint8_t seats[GAME_SEATS_MAX];
    fair_start(&f, seed, 0);
    for (int i = 0; i < chairs; i++)
        seats[i] = (uint8_t)i;
    rng_shuffle(&f.rng, seats, chairs);
    for (int i = 0; i < chairs; i++)
        order[i] = seats[i];
}

int fair_begins(const uint8_t seed[FAIR_BYTES], int seats, const int *order, int chair)
{
    struct fair_stream f;
    if (chair >= 0)
        return order[chair];
    fair_start(&f, seed, FAIR_BEGINS);
    return (int)rng_below(&f.rng, (uint32_t)seats);
}

void fair_write_hex(const uint8_t *bytes, int n, char *out)
{
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < n; i++) {
        out[2 * i] = digits[bytes[i] >> 4];
        out[2 * i + 1] = digits[bytes[i] & 15];
    }
    out[2 * n] = '\0';
}

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool fair_read_hex(const char *text, uint8_t *out, int n)
{
    for (int i = 0; i < n; i++) {
        int high = digit(text[2 * i]);
        int low = high < 0 ? -1 : digit(text[2 * i + 1]);
        if (low < 0)
            return false;
        out[i] = (uint8_t)(high << 4 | low);
    }
    return text[2 * n] == '\0';
}
