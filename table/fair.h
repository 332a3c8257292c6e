/*
 * Fair deals that anyone can verify afterwards: the server commits itself to a secret and each
 * person's client to a number, and all chance in a game comes from all of them.
 * docs/fair-deals.md specifies the construction; this file implements it for the server, for
 * clients and for `parlor verify`.
 */
#ifndef PARLOR_TABLE_FAIR_H
#define PARLOR_TABLE_FAIR_H

#include <stdbool.h>
#include <stdint.h>

#include "core/game.h"

enum { FAIR_BYTES = 32, FAIR_HEX = 2 * FAIR_BYTES + 1 };
/* The number of the last stream; no game has that many deals. */
#define FAIR_BEGINS UINT32_MAX

/* One chair's number, if its client gave one. */
struct fair_number {
    bool given;
    uint8_t bytes[FAIR_BYTES];
};

/* A stream of random numbers; `rng` reads from it and must not outlive it. */
struct fair_stream {
    uint8_t key[FAIR_BYTES];
    uint8_t block[64];
    uint32_t blocks; /* used up so far */
    int at;          /* next byte of the block */
    struct rng rng;
};

/* Must be called first, once; false: libsodium does not work here. */
bool fair_init(void);

/* The commitment to the secret, published before the game. */
void fair_commit(const uint8_t secret[FAIR_BYTES], uint8_t out[FAIR_BYTES]);

/* The seal of a person's number, published before anybody's number is. */
void fair_seal(const uint8_t number[FAIR_BYTES], uint8_t out[FAIR_BYTES]);

/* Hashes secret, table and the numbers of all chairs into the seed of the game. */
void fair_seed(const uint8_t secret[FAIR_BYTES], const char *table,
               const struct fair_number *number, int chairs, uint8_t out[FAIR_BYTES]);

/* Starts stream `k` of a seed: 0 for the order of seats, d for deal d from 1, and FAIR_BEGINS for
   who begins. */
void fair_start(struct fair_stream *f, const uint8_t seed[FAIR_BYTES], uint32_t k);

/* Draws the seat of each chair from stream 0. */
void fair_order(const uint8_t seed[FAIR_BYTES], int chairs, int *order);

/* The seat that begins: the seat of `chair` in this order, or drawn if `chair` is negative. */
int fair_begins(const uint8_t seed[FAIR_BYTES], int seats, const int *order, int chair);

/* Writes n bytes as 2n hexadecimal digits and a NUL; reads them, false if the text differs. */
void fair_write_hex(const uint8_t *bytes, int n, char *out);
bool fair_read_hex(const char *text, uint8_t *out, int n);

#endif
