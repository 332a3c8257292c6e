/* Smitten solver: the arithmetic coder of the packed books (see smitten_coder.h). */
#include "solve/smitten_coder.h"

#include <stdlib.h>
#include <string.h>

enum {
    STRETCH = 2047, /* the largest logit, in units of 1/256 */
    COUNT_MAX = 120,
    RATE = 48,
    WEIGHT = 20000, /* of each context, before anything is learned */
};

/* 1 / (1 + exp(-x)), x in units of 1/256, in 12 bits. */
static int squash(int x)
{
    static const int16_t table[33] = {1,    2,    3,    6,    10,   16,   27,   45,   73,
                                      120,  194,  310,  488,  747,  1101, 1546, 2047, 2549,
                                      2994, 3348, 3607, 3785, 3901, 3975, 4022, 4050, 4068,
                                      4079, 4085, 4089, 4092, 4093, 4094};
    if (x > STRETCH)
        return (1 << CODER_ONE_BITS) - 1;
    if (x < -STRETCH)
        return 1;
    int part = (x + STRETCH + 1) & 127, i = (x + STRETCH + 1) >> 7;
    return (table[i] * (128 - part) + table[i + 1] * part + 64) >> 7;
}

struct coder *smitten_coder_new(bool writes)
{
    struct coder *c = calloc(1, sizeof *c);
    int next = 0;
    if (c == NULL)
        return NULL;
    for (int i = 0; i < CODER_CONTEXTS; i++)
        for (int k = 0; k < 1 << CODER_SLOT_BITS; k++)
            c->slot[i][k] = (struct coder_slot){.chance = 1 << 15};
    for (int i = 0; i < CODER_MIXES; i++)
        for (int k = 0; k < CODER_CONTEXTS; k++)
            c->weight[i][k] = WEIGHT;
    for (int x = -STRETCH; x <= STRETCH; x++) /* the inverse of squash */
        for (int chance = squash(x); next <= chance; next++)
            c->stretch[next] = (int16_t)x;
    for (; next < 1 << CODER_ONE_BITS; next++)
        c->stretch[next] = STRETCH;
    c->writes = writes;
    return c;
}

static uint8_t read_byte(struct coder *c)
{
    return c->at < c->size ? c->bytes[c->at++] : 0; /* a checksum finds what is missing */
}

static void write_byte(struct coder *c, uint32_t byte)
{
    if (c->at < c->size)
        c->bytes[c->at] = (uint8_t)byte;
    c->at++;
}

void smitten_coder_start(struct coder *c, uint8_t *bytes, size_t size, size_t from)
{
    c->bytes = bytes;
    c->size = size;
    c->at = from;
    c->low = 0;
    c->high = UINT32_MAX;
    for (int i = 0; i < 4 && !c->writes; i++)
        c->code = c->code << 8 | read_byte(c);
}

/* Writes the bit, or returns the one read; `chance` is that of a 1. */
static int code_chance(struct coder *c, int bit, int chance)
{
    uint32_t middle = c->low + ((c->high - c->low) >> CODER_ONE_BITS) * (uint32_t)chance;
    if (!c->writes)
        bit = c->code <= middle;
    if (bit)
        c->high = middle;
    else
        c->low = middle + 1;
    for (; ((c->low ^ c->high) & 0xff000000) == 0; c->low <<= 8, c->high = c->high << 8 | 255) {
        if (c->writes)
            write_byte(c, c->high >> 24);
        else
            c->code = c->code << 8 | read_byte(c);
    }
    return bit;
}

int smitten_coder_bit(struct coder *c, int bit, const uint32_t hash[CODER_CONTEXTS], int mix)
{
    struct coder_slot *slot[CODER_CONTEXTS];
    int32_t *weight = c->weight[mix], in[CODER_CONTEXTS];
    int64_t sum = 0;
    for (int i = 0; i < CODER_CONTEXTS; i++) {
        slot[i] = &c->slot[i][hash[i] >> (32 - CODER_SLOT_BITS)];
        in[i] = c->stretch[slot[i]->chance >> (16 - CODER_ONE_BITS)];
        sum += (int64_t)in[i] * weight[i];
    }
    sum /= 1 << 16;
    int chance = squash(sum > STRETCH ? STRETCH + 1 : sum < -STRETCH ? -STRETCH - 1 : (int)sum);
    bit = code_chance(c, bit, chance);
    int error = ((bit << CODER_ONE_BITS) - chance) * RATE;
    for (int i = 0; i < CODER_CONTEXTS; i++) {
        int off = (bit ? UINT16_MAX : 0) - slot[i]->chance;
        weight[i] += in[i] * error / (1 << 16);
        slot[i]->chance = (uint16_t)(slot[i]->chance + off * 10 / (slot[i]->count * 10 + 16));
        slot[i]->count = (uint16_t)(slot[i]->count + (slot[i]->count < COUNT_MAX));
    }
    return bit;
}

void smitten_coder_end(struct coder *c)
{
    for (int i = 0; i < 4 && c->writes; i++, c->low <<= 8)
        write_byte(c, c->low >> 24);
}

void smitten_coder_write_sum(const char *text, size_t size, uint8_t *out)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    for (int i = 0; i < CODER_SUM_BYTES; i++)
        out[i] = (uint8_t)(sum >> 8 * i);
}

bool smitten_coder_has_sum(const char *text, size_t size, const uint8_t *sum)
{
    uint8_t own[CODER_SUM_BYTES];
    smitten_coder_write_sum(text, size, own);
    return memcmp(own, sum, sizeof own) == 0;
}
