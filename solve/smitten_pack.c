/*
 * Smitten solver: packing and unpacking books (see smitten_pack.h). Both directions run the same
 * model: a letter is coded as "as predicted" or not, and then bit by bit (smitten_coder.h).
 */
#include "solve/smitten_pack.h"

#include <stdlib.h>

#include "solve/smitten_coder.h"

enum {
    TREE = 64,    /* sets of weights: for the guess by 6 bits, for the tree of letters, */
    OTHERS = 128, /* for other guesses, and for units */
    UNITS = OTHERS + 16,
    UNIT = 45, /* every section of a book has a multiple of this many letters */
    LETTER_BITS = 6,
    IMPOSSIBLE = 63, /* the code of a dot */
};

struct model {
    struct coder *coder;
    /* Of the current mode: */
    uint8_t *missed;  /* by place: which of the last modes were not as predicted */
    uint32_t history; /* the same of the last letters */
};

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

/* The guess: a letter that one card changes is not changed by the other. */
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
                          uint32_t hash[CODER_CONTEXTS])
{
    uint32_t k = (uint32_t)node << 24, guess = (uint32_t)p->guess, agree = (uint32_t)p->agree;
    uint32_t missed = m->missed[at];
    hash[0] =
        node == 0 ? smitten_coder_hash(1, agree, m->history & 15) : smitten_coder_hash(1, k, guess);
    hash[1] =
        node == 0 ? smitten_coder_hash(2, agree | guess << 8, missed) : smitten_coder_hash(2, k, 0);
    hash[2] = smitten_coder_hash(3 | k, p->left | p->top << 8 | p->usual << 16, p->before);
    hash[3] = smitten_coder_hash(4 | k, p->last | guess << 8 | p->last_usual << 16, agree & 15);
    hash[4] = smitten_coder_hash(5 | k, p->up | guess << 8 | p->up_usual << 16, agree & 15);
    hash[5] = node == 0 ? smitten_coder_hash(6, m->history & 255, missed)
                        : smitten_coder_hash(6 | k, p->usual, p->left | p->top << 8);
    hash[6] = smitten_coder_hash(7 | k, (agree & 31) | p->before << 8 | p->above << 16, guess);
    hash[7] = smitten_coder_hash(8 | k, (uint32_t)(at / UNIT), 0);
}

/* The contexts of the question whether the letter is another guess; `tried` says how many of them
   it is not. */
static void fill_others(const struct model *m, const struct place *p, size_t at, int other,
                        int tried, uint32_t hash[CODER_CONTEXTS])
{
    uint32_t k = (uint32_t)(64 + tried) << 24, card = (uint32_t)other, agree = (uint32_t)p->agree;
    uint32_t guess = (uint32_t)p->guess;
    hash[0] = smitten_coder_hash(1 | k, agree, 0);
    hash[1] = smitten_coder_hash(2 | k, card, guess);
    hash[2] = smitten_coder_hash(3 | k, p->left | p->top << 8 | p->usual << 16,
                                 p->before | p->above << 8);
    hash[3] = smitten_coder_hash(4 | k, p->last | guess << 8 | p->last_usual << 16, card);
    hash[4] = smitten_coder_hash(5 | k, p->up | guess << 8 | p->up_usual << 16, card);
    hash[5] = smitten_coder_hash(6 | k, m->missed[at], 0);
    hash[6] = smitten_coder_hash(7 | k, agree, card);
    hash[7] = smitten_coder_hash(8 | k, (uint32_t)(at / UNIT), 0);
}

/* The letter of one of the other texts, or -1. */
static int code_others(struct model *m, const struct place *p, size_t at, int number)
{
    const uint32_t letter[] = {p->before, p->above, p->top, p->usual};
    uint64_t seen = UINT64_C(1) << p->guess;
    uint32_t hash[CODER_CONTEXTS];
    for (int i = 0, tried = 0; i < 4; i++) {
        int other = number_of((char)letter[i]);
        if (seen >> other & 1)
            continue;
        seen |= UINT64_C(1) << other;
        fill_others(m, p, at, other, tried * 4 + i, hash);
        if (smitten_coder_bit(m->coder, number == other, hash, OTHERS + i * 4 + tried))
            return other;
        tried++;
    }
    return -1;
}

static int code_number(struct model *m, const struct place *p, size_t at, int number)
{
    uint32_t hash[CODER_CONTEXTS];
    int node = 1, other = code_others(m, p, at, number);
    for (int i = LETTER_BITS - 1; i >= 0 && other < 0; i--) {
        fill_contexts(m, p, at, node, hash);
        node = node * 2 + smitten_coder_bit(m->coder, number >> i & 1, hash, TREE + node);
    }
    return other < 0 ? node & IMPOSSIBLE : other;
}

static char code_letter(struct model *m, const struct alike *a, const char *text, size_t at)
{
    struct place p = look_at(a, text, at);
    uint32_t hash[CODER_CONTEXTS];
    int number = m->coder->writes ? number_of(text[at]) : 0;
    fill_contexts(m, &p, at, 0, hash);
    bool right = smitten_coder_bit(m->coder, number == p.guess, hash, p.agree);
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
        uint32_t hash[CODER_CONTEXTS];
        for (int i = 0; i < CODER_CONTEXTS; i++)
            hash[i] = smitten_coder_hash(100 + (uint32_t)i, was & ((1u << 2 * i) - 1), 0);
        bool news =
            smitten_coder_bit(m->coder, m->coder->writes && has_news(a, text, from), hash, UNITS);
        was = was << 1 | news;
        for (size_t at = from; at < from + UNIT; at++)
            text[at] = guess_at(a, at) == '.' && !news ? '.' : code_letter(m, a, text, at);
    }
}

/* ---- Parts ---- */

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
    return (size_t)(end_of(part) - first_of(part)) * CODER_SUM_BYTES;
}
static uint8_t *sum_at(const struct pack_part *part, int number, int mode)
{
    return part->bytes + (size_t)(mode - first_of(number)) * CODER_SUM_BYTES;
}

static void free_model(struct model *m)
{
    free(m->coder);
    free(m->missed);
}

/* False: out of memory, or such a text cannot be packed. */
static bool start_model(struct model *m, bool writes, size_t size)
{
    *m = (struct model){smitten_coder_new(writes), calloc(1, size), 0};
    if (m->coder != NULL && m->missed != NULL && size % UNIT == 0)
        return true;
    free_model(m);
    return false;
}

bool smitten_pack_read(char *const text[PACK_SIDE * PACK_SIDE], size_t size,
                       const struct pack_part part[PACK_PARTS], int wanted,
                       solve_progress *progress, void *context)
{
    struct model m;
    int of = pack_part_of(wanted / PACK_SIDE), done = 0;
    int all = (of == 0 ? 0 : end_of(0) - first_of(0)) + wanted - first_of(of) + 1;
    if (wanted <= 0 || !start_model(&m, false, size))
        return false;
    bool good = true;
    for (int number = 0; good && number <= of; number += of > 0 ? of : 1) {
        good = part[number].size >= head_of(number);
        if (good)
            smitten_coder_start(m.coder, part[number].bytes, part[number].size, head_of(number));
        for (int mode = first_of(number); good && mode < end_of(number) && mode <= wanted; mode++) {
            code_mode(&m, text, size, mode);
            if (progress != NULL)
                progress(context, ++done, all);
        }
    }
    good = good && smitten_coder_has_sum(text[wanted], size, sum_at(&part[of], of, wanted));
    free_model(&m);
    return good;
}

static bool write_part(struct model *m, char *const *text, size_t size, int number,
                       struct pack_part *part)
{
    smitten_coder_start(m->coder, part->bytes, part->size, head_of(number));
    for (int mode = first_of(number); mode < end_of(number); mode++) {
        smitten_coder_write_sum(text[mode], size, sum_at(part, number, mode));
        code_mode(m, text, size, mode);
    }
    smitten_coder_end(m->coder);
    part->size = m->coder->at;
    return m->coder->at <= m->coder->size;
}

bool smitten_pack_write(char *const text[PACK_SIDE * PACK_SIDE], size_t size,
                        struct pack_part part[PACK_PARTS])
{
    bool good = true;
    for (int number = 0; good && number < PACK_PARTS; number++) {
        /* The model learns from the first part before each further one. */
        struct model m;
        if (!start_model(&m, true, size))
            return false;
        good = (number == 0 || write_part(&m, text, size, 0, &part[0])) &&
               write_part(&m, text, size, number, &part[number]);
        free_model(&m);
    }
    return good;
}
