/*
 * Smitten solver, private: an arithmetic coder for the packed books. It codes one bit at a time.
 * The chance of a bit is a mix of the experience in several contexts, and the weights of the
 * mix are learned on the way. All of it is in integers, so every machine gets the same bits;
 * writing and reading run the same model.
 */
#ifndef PARLOR_SOLVE_SMITTEN_CODER_H
#define PARLOR_SOLVE_SMITTEN_CODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CODER_CONTEXTS = 8,
    CODER_SLOT_BITS = 20,
    CODER_MIXES = 386,   /* sets of weights */
    CODER_ONE_BITS = 12, /* a chance is a number of this many bits */
    CODER_SUM_BYTES = 8,
};

/* The experience of one context: the chance of a 1 in 16 bits, and how often it was met. */
struct coder_slot {
    uint16_t chance, count;
};

struct coder {
    struct coder_slot slot[CODER_CONTEXTS][1 << CODER_SLOT_BITS];
    int32_t weight[CODER_MIXES][CODER_CONTEXTS];
    int16_t stretch[1 << CODER_ONE_BITS];
    bool writes;
    uint8_t *bytes;
    size_t at, size; /* where the next byte is; `at` beyond `size`: there was no room */
    uint32_t low, high, code;
};

/* A coder that has seen nothing; NULL: out of memory. Release it by `free`. */
struct coder *smitten_coder_new(bool writes);
/* Begins at byte `from`; what the model has learned stays. */
void smitten_coder_start(struct coder *c, uint8_t *bytes, size_t size, size_t from);
/* Writes the bit, or returns the one read. A context is named by the highest bits of a hash. */
int smitten_coder_bit(struct coder *c, int bit, const uint32_t hash[CODER_CONTEXTS], int mix);
void smitten_coder_end(struct coder *c);

/* The checksum of a text, in CODER_SUM_BYTES bytes. */
void smitten_coder_write_sum(const char *text, size_t size, uint8_t *out);
bool smitten_coder_has_sum(const char *text, size_t size, const uint8_t *sum);

static inline uint32_t smitten_coder_hash(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t x = (a * 0x9e3779b1u ^ b) * 0x85ebca6bu;
    x = (x ^ x >> 15 ^ c) * 0xc2b2ae35u;
    x ^= x >> 13;
    return x * 0x9e3779b1u;
}

#endif
