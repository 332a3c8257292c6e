/*
 * Random numbers, the same on every platform for the same seed. The default generator is
 * xoshiro256++: fast, for simulation and search. It is predictable after a few numbers, so a
 * server that deals for people sets `next` to a cryptographic source.
 */
#ifndef PARLOR_CORE_RNG_H
#define PARLOR_CORE_RNG_H

#include <stdint.h>

struct rng {
    uint64_t s[4];
    uint64_t (*next)(void *source); /* NULL: xoshiro256++ over s */
    void *source;
};

/* Starts the generator; every seed, 0 included, gives a good stream. */
void rng_seed(struct rng *r, uint64_t seed);

/* Starts it from two numbers, for example a run's seed and the index of a game. */
void rng_seed_pair(struct rng *r, uint64_t seed, uint64_t number);

static inline uint64_t rng_rotl(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

/* The next 64 random bits. */
static inline uint64_t rng_next(struct rng *r)
{
    if (r->next != 0)
        return r->next(r->source);
    uint64_t *s = r->s;
    uint64_t out = rng_rotl(s[0] + s[3], 23) + s[0];
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rng_rotl(s[3], 45);
    return out;
}

/* A number 0..n-1, exactly uniform (multiply and reject); n must be at least 1. */
static inline uint32_t rng_below(struct rng *r, uint32_t n)
{
    uint64_t product = (rng_next(r) >> 32) * n;
    if ((uint32_t)product < n) {
        uint32_t floor = (uint32_t)-n % n;
        while ((uint32_t)product < floor)
            product = (rng_next(r) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

/* Shuffles `n` bytes (at most 255) uniformly. */
void rng_shuffle(struct rng *r, uint8_t *items, int n);

#endif
