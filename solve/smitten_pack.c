/*
 * Smitten solver: packing and unpacking books (see smitten_pack.h). Both directions run the same
 * model: a letter is coded as "as predicted" or not, and then bit by bit, by an arithmetic coder.
 * The chance of each bit is a mix of what was seen before in several contexts, whose weights are
 * learned on the way. All of it is in integers, so every machine gets the same letters.
 */
#include "solve/smitten_pack.h"

#include <stdlib.h>
#include <string.h>

enum {
    CONTEXTS = 8,
    SLOT_BITS = 20,
    TREE = 64,    /* sets of weights: for the guess by 6 bits, for the tree of letters, */
    OTHERS = 128, /* for other guesses, and for units */
    MIXES = OTHERS + 17,
    ONE_BITS = 12,  /* a chance is a number of this many bits */
    STRETCH = 2047, /* the largest logit, in units of 1/256 */
    COUNT_MAX = 120,
    RATE = 48,
    UNIT = 45, /* every section of a book has a multiple of this many letters */
    LETTER_BITS = 6,
    IMPOSSIBLE = 63, /* the code of a dot */
    SUM_BYTES = 8,
};

/* What was seen in one context: the chance of a 1 in 16 bits, and how often it was met. */
struct slot {
    uint16_t chance, count;
};

struct model {
    struct slot slot[CONTEXTS][1 << SLOT_BITS];
    int32_t weight[MIXES][CONTEXTS];
    int16_t stretch[1 << ONE_BITS];
    /* The arithmetic coder: */
    bool writes;
    uint8_t *bytes;
    size_t at, size;
    uint32_t low, high, code;
    /* Of the current mode: */
    uint8_t *missed;  /* by place: which of the last modes were not as predicted */
    uint32_t history; /* the same of the last letters */
};

/* 1 / (1 + exp(-x)), x in units of 1/256, in 12 bits. */
static int squash(int x)
{
    static const int16_t table[33] = {1,    2,    3,    6,    10,   16,   27,   45,   73,
                                      120,  194,  310,  488,  747,  1101, 1546, 2047, 2549,
                                      2994, 3348, 3607, 3785, 3901, 3975, 4022, 4050, 4068,
                                      4079, 4085, 4089, 4092, 4093, 4094};
    if (x > STRETCH)
        return (1 << ONE_BITS) - 1;
    if (x < -STRETCH)
        return 1;
    int part = (x + STRETCH + 1) & 127, i = (x + STRETCH + 1) >> 7;
    return (table[i] * (128 - part) + table[i + 1] * part + 64) >> 7;
}

static void start_model(struct model *m)
{
    int next = 0;
    for (int i = 0; i < CONTEXTS; i++)
        for (int k = 0; k < 1 << SLOT_BITS; k++)
            m->slot[i][k] = (struct slot){.chance = 1 << 15};
    for (int i = 0; i < MIXES; i++)
        for (int k = 0; k < CONTEXTS; k++)
            m->weight[i][k] = 20000;
    for (int x = -STRETCH; x <= STRETCH; x++) /* the inverse of squash */
        for (int chance = squash(x); next <= chance; next++)
            m->stretch[next] = (int16_t)x;
    for (; next < 1 << ONE_BITS; next++)
        m->stretch[next] = STRETCH;
}

/* ---- The arithmetic coder ---- */

static uint8_t read_byte(struct model *m)
{
    return m->at < m->size ? m->bytes[m->at++] : 0; /* a checksum finds what is missing */
}

static void write_byte(struct model *m, uint32_t byte)
{
    if (m->at < m->size)
        m->bytes[m->at] = (uint8_t)byte;
    m->at++; /* beyond the size: no room */
}

static void start_coder(struct model *m, const struct pack_part *part, size_t from)
{
    m->bytes = part->bytes;
    m->size = part->size;
    m->at = from;
    m->low = 0;
    m->high = UINT32_MAX;
    for (int i = 0; i < 4 && !m->writes; i++)
        m->code = m->code << 8 | read_byte(m);
}

/* Writes the bit, or returns the one read; `chance` is that of a 1. */
static int code_chance(struct model *m, int bit, int chance)
{
    uint32_t middle = m->low + ((m->high - m->low) >> ONE_BITS) * (uint32_t)chance;
    if (!m->writes)
        bit = m->code <= middle;
    if (bit)
        m->high = middle;
    else
        m->low = middle + 1;
    for (; ((m->low ^ m->high) & 0xff000000) == 0; m->low <<= 8, m->high = m->high << 8 | 255) {
        if (m->writes)
            write_byte(m, m->high >> 24);
        else
            m->code = m->code << 8 | read_byte(m);
    }
    return bit;
}

static void end_coder(struct model *m)
{
    for (int i = 0; i < 4 && m->writes; i++, m->low <<= 8)
        write_byte(m, m->low >> 24);
}

/* ---- The model ---- */

/* Codes one bit with these contexts and a set of weights. */
static int code_bit(struct model *m, int bit, const uint32_t hash[CONTEXTS], int mix)
{
    struct slot *slot[CONTEXTS];
    int32_t *weight = m->weight[mix], in[CONTEXTS];
    int64_t sum = 0;
    for (int i = 0; i < CONTEXTS; i++) {
        slot[i] = &m->slot[i][hash[i] >> (32 - SLOT_BITS)];
        in[i] = m->stretch[slot[i]->chance >> (16 - ONE_BITS)];
        sum += (int64_t)in[i] * weight[i];
    }
    sum /= 1 << 16;
    int chance = squash(sum > STRETCH ? STRETCH + 1 : sum < -STRETCH ? -STRETCH - 1 : (int)sum);
    bit = code_chance(m, bit, chance);
    int error = ((bit << ONE_BITS) - chance) * RATE;
    for (int i = 0; i < CONTEXTS; i++) {
        int off = (bit ? UINT16_MAX : 0) - slot[i]->chance;
        weight[i] += in[i] * error / (1 << 16);
        slot[i]->chance = (uint16_t)(slot[i]->chance + off * 10 / (slot[i]->count * 10 + 16));
        slot[i]->count = (uint16_t)(slot[i]->count + (slot[i]->count < COUNT_MAX));
    }
    return bit;
}

static uint32_t hash_of(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t x = (a * 0x9e3779b1u ^ b) * 0x85ebca6bu;
    x = (x ^ x >> 15 ^ c) * 0xc2b2ae35u;
    x ^= x >> 13;
    return x * 0x9e3779b1u;
}

/* The texts that predict a mode's: the default mode's, those that share one of both cards with it
   and have the default for the other, and two more that share a card. */
struct alike {
    const char *usual, *left, *top, *before, *above, *top_before;
};

/* A letter's surroundings. */
struct place {
    int guess, agree;
    uint32_t left, top, usual, before, above, last, last_usual, up, up_usual;
};

static int number_of(char letter)
{
    return letter == '.'   ? IMPOSSIBLE
           : letter >= 'a' ? letter - 'a' + 36
           : letter >= 'A' ? letter - 'A' + 10
                           : letter - '0';
}
static char letter_from(int number)
{
    return (char)(number < 10            ? '0' + number
                  : number < 36          ? 'A' + number - 10
                  : number == IMPOSSIBLE ? '.'
                                         : 'a' + number - 36);
}

/* What one card changes, the other leaves as it is. */
static char guess_at(const struct alike *a, size_t at)
{
    return a->left[at] == a->usual[at] ? a->top[at] : a->left[at];
}

static struct place look_at(const struct alike *a, const char *text, size_t at)
{
    char guess = guess_at(a, at);
    struct place p = {.guess = number_of(guess),
                      .left = (uint8_t)a->left[at],
                      .top = (uint8_t)a->top[at],
                      .usual = (uint8_t)a->usual[at],
                      .before = (uint8_t)a->before[at],
                      .above = (uint8_t)a->above[at]};
    p.agree = (p.left == p.usual) | (p.top == p.usual) << 1 | (p.left == p.top) << 2 |
              (a->before[at] == guess) << 3 | (a->above[at] == guess) << 4 |
              (a->before[at] == a->top_before[at]) << 5;
    if (at > 0) {
        p.last = (uint8_t)text[at - 1];
        p.last_usual = (uint8_t)a->usual[at - 1];
    }
    if (at >= UNIT) {
        p.up = (uint8_t)text[at - UNIT];
        p.up_usual = (uint8_t)a->usual[at - UNIT];
    }
    return p;
}

/* The contexts of a bit; `node` 0 asks whether the guess is right, others go down the tree of
   letters. */
static void fill_contexts(const struct model *m, const struct place *p, size_t at, int node,
                          uint32_t hash[CONTEXTS])
{
    uint32_t k = (uint32_t)node << 24, guess = (uint32_t)p->guess, agree = (uint32_t)p->agree;
    uint32_t missed = m->missed[at];
    hash[0] = node == 0 ? hash_of(1, agree, m->history & 15) : hash_of(1, k, guess);
    hash[1] = node == 0 ? hash_of(2, agree | guess << 8, missed) : hash_of(2, k, 0);
    hash[2] = hash_of(3 | k, p->left | p->top << 8 | p->usual << 16, p->before);
    hash[3] = hash_of(4 | k, p->last | guess << 8 | p->last_usual << 16, agree & 15);
    hash[4] = hash_of(5 | k, p->up | guess << 8 | p->up_usual << 16, agree & 15);
    hash[5] = node == 0 ? hash_of(6, m->history & 255, missed)
                        : hash_of(6 | k, p->usual, p->left | p->top << 8);
    hash[6] = hash_of(7 | k, (agree & 31) | p->before << 8 | p->above << 16, guess);
    hash[7] = hash_of(8 | k, (uint32_t)(at / UNIT), 0);
}

/* The contexts of the question whether the letter is another guess; `tried` says how many of them
   it is not. */
static void fill_others(const struct model *m, const struct place *p, size_t at, int other,
                        int tried, uint32_t hash[CONTEXTS])
{
    uint32_t k = (uint32_t)(64 + tried) << 24, card = (uint32_t)other, agree = (uint32_t)p->agree;
    uint32_t guess = (uint32_t)p->guess;
    hash[0] = hash_of(1 | k, agree, 0);
    hash[1] = hash_of(2 | k, card, guess);
    hash[2] = hash_of(3 | k, p->left | p->top << 8 | p->usual << 16, p->before | p->above << 8);
    hash[3] = hash_of(4 | k, p->last | guess << 8 | p->last_usual << 16, card);
    hash[4] = hash_of(5 | k, p->up | guess << 8 | p->up_usual << 16, card);
    hash[5] = hash_of(6 | k, m->missed[at], 0);
    hash[6] = hash_of(7 | k, agree, card);
    hash[7] = hash_of(8 | k, (uint32_t)(at / UNIT), 0);
}

/* The letter of one of the other texts, or -1. */
static int code_others(struct model *m, const struct place *p, size_t at, int number)
{
    const uint32_t letter[] = {p->before, p->above, p->top, p->usual};
    uint64_t seen = UINT64_C(1) << p->guess;
    uint32_t hash[CONTEXTS];
    for (int i = 0, tried = 0; i < 4; i++) {
        int other = number_of((char)letter[i]);
        if (seen >> other & 1)
            continue;
        seen |= UINT64_C(1) << other;
        fill_others(m, p, at, other, tried * 4 + i, hash);
        if (code_bit(m, number == other, hash, OTHERS + i * 4 + tried))
            return other;
        tried++;
    }
    return -1;
}

static int code_number(struct model *m, const struct place *p, size_t at, int number)
{
    uint32_t hash[CONTEXTS];
    int node = 1, other = code_others(m, p, at, number);
    for (int i = LETTER_BITS - 1; i >= 0 && other < 0; i--) {
        fill_contexts(m, p, at, node, hash);
        node = node * 2 + code_bit(m, number >> i & 1, hash, TREE + node);
    }
    return other < 0 ? node & IMPOSSIBLE : other;
}

static char code_letter(struct model *m, const struct alike *a, const char *text, size_t at)
{
    struct place p = look_at(a, text, at);
    uint32_t hash[CONTEXTS];
    int number = m->writes ? number_of(text[at]) : 0;
    fill_contexts(m, &p, at, 0, hash);
    bool right = code_bit(m, number == p.guess, hash, p.agree);
    if (!right)
        number = code_number(m, &p, at, number);
    m->history = m->history << 1 | !right;
    m->missed[at] = (uint8_t)((m->missed[at] << 1 | !right) & 7);
    return letter_from(right ? p.guess : number);
}

/* Whether letters stand where the guess says that the case is impossible: this is rare, and those
   places need not be coded one by one. */
static bool has_news(const struct alike *a, const char *text, size_t from)
{
    for (size_t at = from; at < from + UNIT; at++)
        if (guess_at(a, at) == '.' && text[at] != '.')
            return true;
    return false;
}

static void code_text(struct model *m, const struct alike *a, char *text, size_t size)
{
    uint32_t was = 0;
    m->history = 0;
    for (size_t from = 0; from < size; from += UNIT) {
        uint32_t hash[CONTEXTS];
        for (int i = 0; i < CONTEXTS; i++)
            hash[i] = hash_of(100 + (uint32_t)i, was & ((1u << 2 * i) - 1), 0);
        bool news = code_bit(m, m->writes && has_news(a, text, from), hash, MIXES - 1);
        was = was << 1 | news;
        for (size_t at = from; at < from + UNIT; at++)
            text[at] = guess_at(a, at) == '.' && !news ? '.' : code_letter(m, a, text, at);
    }
}

/* ---- Parts ---- */

static uint64_t checksum(const char *text, size_t size)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return sum;
}

static void code_mode(struct model *m, char *const *text, size_t size, int mode)
{
    int i = mode / PACK_SIDE, k = mode % PACK_SIDE;
    struct alike a = {.usual = text[0],
                      .left = text[k > 0 ? i * PACK_SIDE : 0],
                      .top = text[i > 0 ? k : 0],
                      .above = text[i > 1 ? PACK_SIDE + k : 0],
                      .top_before = text[k > 1 ? k - 1 : 0]};
    a.before = k > 1 ? text[mode - 1] : a.left;
    code_text(m, &a, text[mode], size);
}

/* The modes of a part: from the first to before the end. */
static int first_of(int part)
{
    return part == 0 ? 1 : (part + 1) * PACK_SIDE;
}
static int end_of(int part)
{
    return (part + 2) * PACK_SIDE;
}

/* A part begins with the checksums of its texts. */
static size_t head_of(int part)
{
    return (size_t)(end_of(part) - first_of(part)) * SUM_BYTES;
}
static uint8_t *sum_at(const struct pack_part *part, int number, int mode)
{
    return part->bytes + (size_t)(mode - first_of(number)) * SUM_BYTES;
}

static bool has_sum(const struct pack_part *part, int number, int mode, uint64_t sum)
{
    for (int i = 0; i < SUM_BYTES; i++)
        if (sum_at(part, number, mode)[i] != (uint8_t)(sum >> 8 * i))
            return false;
    return true;
}

static struct model *new_model(bool writes, size_t size)
{
    struct model *m = size % UNIT == 0 ? calloc(1, sizeof *m) : NULL;
    if (m == NULL || (m->missed = calloc(1, size)) == NULL) {
        free(m);
        return NULL;
    }
    m->writes = writes;
    start_model(m);
    return m;
}
static void free_model(struct model *m)
{
    if (m != NULL)
        free(m->missed);
    free(m);
}

bool smitten_pack_read(char *const text[PACK_SIDE * PACK_SIDE], size_t size,
                       const struct pack_part part[PACK_PARTS], int wanted,
                       solve_progress *progress, void *context)
{
    struct model *m = new_model(false, size);
    int of = pack_part_of(wanted / PACK_SIDE), done = 0;
    int all = (of == 0 ? 0 : end_of(0) - first_of(0)) + wanted - first_of(of) + 1;
    bool good = m != NULL && wanted > 0;
    for (int number = 0; good && number <= of; number += of > 0 ? of : 1) {
        good = part[number].size >= head_of(number);
        if (good)
            start_coder(m, &part[number], head_of(number));
        for (int mode = first_of(number); good && mode < end_of(number) && mode <= wanted; mode++) {
            code_mode(m, text, size, mode);
            if (progress != NULL)
                progress(context, ++done, all);
        }
    }
    good = good && has_sum(&part[of], of, wanted, checksum(text[wanted], size));
    free_model(m);
    return good;
}

static bool write_part(struct model *m, char *const *text, size_t size, int number,
                       struct pack_part *part)
{
    start_coder(m, part, head_of(number));
    for (int mode = first_of(number); mode < end_of(number); mode++) {
        uint64_t sum = checksum(text[mode], size);
        for (int i = 0; i < SUM_BYTES; i++)
            sum_at(part, number, mode)[i] = (uint8_t)(sum >> 8 * i);
        code_mode(m, text, size, mode);
    }
    end_coder(m);
    part->size = m->at;
    return m->at <= m->size;
}

bool smitten_pack_write(char *const text[PACK_SIDE * PACK_SIDE], size_t size,
                        struct pack_part part[PACK_PARTS])
{
    bool good = true;
    for (int number = 0; good && number < PACK_PARTS; number++) {
        /* What the model learns from the first part comes before each further one. */
        struct model *m = new_model(true, size);
        good = m != NULL && (number == 0 || write_part(m, text, size, 0, &part[0])) &&
               write_part(m, text, size, number, &part[number]);
        free_model(m);
    }
    return good;
}
