/*
 * Fair deals that anyone can check afterwards: the server commits itself to a secret, people's
 * clients add numbers, and all chance of a game comes from both. docs/protocol.md states the
 * construction; this file is its one implementation, for the server and for `parlor verify`.
 */
#ifndef PARLOR_TABLE_FAIR_H
#define PARLOR_TABLE_FAIR_H

#include <stdbool.h>
#include <stdint.h>

#include "core/game.h"

enum { FAIR_BYTES = 32, FAIR_HEX = 2 * FAIR_BYTES + 1 };
/* The last stream of all: no game has that many deals. */
#define FAIR_BEGINS UINT32_MAX

/* One chair's number, if its client gave one. */
struct fair_number {
    bool given;
    uint8_t bytes[FAIR_BYTES];
};

/* A stream of random numbers; `rng` reads from it and lives as long. */
struct fair_stream {
    uint8_t key[FAIR_BYTES];
    uint8_t block[64];
    uint32_t blocks; /* used up so far */
    int at;          /* next byte of the block */
    struct rng rng;
};

/* Must be called once before all else; false: the library does not work here. */
bool fair_init(void);

/* The promise that is told before the game. */
void fair_commit(const uint8_t secret[FAIR_BYTES], uint8_t out[FAIR_BYTES]);

/* Joins secret, table and numbers of all chairs into the seed of the game. */
void fair_seed(const uint8_t secret[FAIR_BYTES], const char *table,
               const struct fair_number *number, int chairs, uint8_t out[FAIR_BYTES]);

/* Starts stream `k` of a seed: 0 for the order of seats, d for deal d from 1, and FAIR_BEGINS for
   who begins. */
void fair_start(struct fair_stream *f, const uint8_t seed[FAIR_BYTES], uint32_t k);

/* Draws the seat of each chair from stream 0. */
void fair_order(const uint8_t seed[FAIR_BYTES], int chairs, int *order);

/* The seat that begins: that of the `chair` in this order, or drawn if it is negative. */
int fair_begins(const uint8_t seed[FAIR_BYTES], int seats, const int *order, int chair);

/* Bytes as hexadecimal text of 2n digits with a NUL, and back: false if it is not that. */
void fair_write_hex(const uint8_t *bytes, int n, char *out);
bool fair_read_hex(const char *text, uint8_t *out, int n);

#endif
