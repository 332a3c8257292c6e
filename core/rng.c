/* Random numbers: see rng.h. */
#include "core/rng.h"

#include <assert.h>

/* splitmix64: spreads a small seed over the whole state. */
static uint64_t spread(uint64_t *x)
{
    uint64_t z = (*x += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

void rng_seed(struct rng *r, uint64_t seed)
{
    rng_seed_pair(r, seed, 0);
}

void rng_seed_pair(struct rng *r, uint64_t seed, uint64_t number)
{
    uint64_t a = seed;
    uint64_t b = number ^ UINT64_C(0x6a09e667f3bcc909);
    *r = (struct rng){.next = 0};
    for (int i = 0; i < 4; i++)
        r->s[i] = spread(&a) ^ rng_rotl(spread(&b), 32);
    if ((r->s[0] | r->s[1] | r->s[2] | r->s[3]) == 0)
        r->s[0] = 1; /* xoshiro never leaves the state 0 */
}

/*
 * Draws numbers below top, top - 1, ..., top - n + 1 from one random word: each is the high half
 * of a product, and the low half goes on to the next one. Exactly uniform, as rng_below is: words
 * are rejected by the last low half, as if one number below the product of the bounds were drawn.
 */
static void draw_falling(struct rng *r, uint32_t top, int n, uint32_t *out)
{
    uint64_t product = 1;
    uint64_t rest;
    for (int i = 0; i < n; i++)
        product *= top - (uint32_t)i;
    do {
        rest = rng_next(r);
        for (int i = 0; i < n; i++) {
            __extension__ unsigned __int128 wide =
                (__extension__(unsigned __int128) rest) * (top - (uint32_t)i);
            out[i] = (uint32_t)(wide >> 64);
            rest = (uint64_t)wide;
        }
    } while (rest < product && rest < (0 - product) % product);
}

void rng_shuffle(struct rng *r, uint8_t *items, int n)
{
    enum { BATCH = 6 }; /* 255^6 is far below 2^64, so rejection is rare */
    uint32_t place[BATCH];
    assert(n <= UINT8_MAX);
    for (int last = n - 1; last > 0; last -= BATCH) {
        int part = last < BATCH ? last : BATCH;
        draw_falling(r, (uint32_t)last + 1, part, place);
        for (int i = 0; i < part; i++) {
            uint8_t item = items[last - i];
            items[last - i] = items[place[i]];
            items[place[i]] = item;
        }
    }
}
