/* Random numbers: see rng.h. */
#include "core/rng.h"

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
        r->s[0] = 1; /* the one state that xoshiro never leaves */
}

void rng_shuffle(struct rng *r, uint8_t *items, int n)
{
    for (int i = n - 1; i > 0; i--) {
        uint32_t j = rng_below(r, (uint32_t)i + 1);
        uint8_t item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}
