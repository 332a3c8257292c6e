/*
 * Smitten solver: the memory of the table when the whole game is swept, and the place of each
 * value in it.
 *
 * Invariants: offsets are published after what they point to is filled, and are never changed
 * while threads run, so readers need no lock; whoever takes memory holds the lock.
 */
#include <assert.h>
#include <string.h>

#include "solve/smitten_table.h"

static uint32_t take_chunk(struct solver *s, int layer)
{
    uint32_t chunk = s->free;
    if (chunk != 0) {
        s->free = (uint32_t)*solver_at(s, chunk);
    } else if (s->total - s->used >= CHUNK) {
        chunk = s->used;
        s->used += CHUNK;
    } else {
        return 0;
    }
    *solver_at(s, chunk) = s->list[layer];
    s->list[layer] = chunk;
    s->next[layer] = chunk + 1;
    s->end[layer] = chunk + CHUNK;
    return chunk;
}

/* Room for `words` that belong to a layer, or 0. Needs the lock. */
static uint32_t take_words(struct solver *s, int layer, uint32_t words)
{
    assert(words < CHUNK);
    if (s->end[layer] - s->next[layer] < words && take_chunk(s, layer) == 0)
        return 0;
    uint32_t at = s->next[layer];
    s->next[layer] += words;
    return at;
}

void smitten_store_reset(struct solver *s)
{
    memset(s->rank, 0, sizeof s->rank);
    memset(s->sheet, 0, (size_t)(s->swap ? 10 : 1) * sizeof s->sheet[0]);
    memset(s->next, 0, sizeof s->next);
    memset(s->end, 0, sizeof s->end);
    memset(s->list, 0, sizeof s->list);
    s->free = 0;
    s->used = s->fixed;
}

void smitten_store_drop(struct solver *s, int layer)
{
    assert(layer != FACTS);
    uint32_t chunk = s->list[layer];
    while (chunk != 0) {
        uint32_t next = (uint32_t)*solver_at(s, chunk);
        *solver_at(s, chunk) = s->free;
        s->free = chunk;
        chunk = next;
    }
    s->list[layer] = s->next[layer] = s->end[layer] = 0;
    for (int x = 0; x < (s->swap ? 10 : 1); x++)
        for (int l = 0; l < SHAPES; l++)
            for (int r = 0; r < SHAPES; r++)
                if (s->shape[l].count + s->shape[r].count == layer)
                    atomic_store_explicit(&s->sheet[x][l][r], 0, memory_order_relaxed);
}

/* The row of ranks of a pattern, or NULL without room. Needs the lock unless it is there. */
static const uint16_t *make_row(struct solver *s, unsigned pattern)
{
    uint32_t at = atomic_load_explicit(&s->rank[pattern], memory_order_relaxed);
    if (at == 0) {
        uint32_t words = (uint32_t)(2 * s->bag_first[s->full + 1] + 3) / 4;
        at = take_words(s, FACTS, words);
        if (at == 0)
            return NULL;
        void *row = solver_at(s, at);
        smitten_facts_rank(s, pattern, row);
        atomic_store_explicit(&s->rank[pattern], at, memory_order_release);
    }
    const void *row = solver_at(s, at);
    return row;
}

static struct sheet *make_sheet(struct solver *s, struct grid g)
{
    unsigned l = g.shape[0], r = g.shape[1];
    uint32_t at = atomic_load_explicit(&s->sheet[g.aside][l][r], memory_order_relaxed);
    if (at == 0) {
        at = take_words(s, g.count, (sizeof(struct sheet) + 7) / 8);
        if (at == 0)
            return NULL;
        void *room = solver_at(s, at);
        struct sheet *sheet = room;
        memset(sheet, 0, sizeof *sheet);
        unsigned power = 1;
        for (int n = 1; n < g.aside; n++)
            power *= 3;
        sheet->pattern = (uint16_t)(PATTERNS - 1u - s->shape[l].pattern - s->shape[r].pattern -
                                    (g.aside != 0 ? power : 0));
        sheet->layer = g.count;
        atomic_store_explicit(&s->sheet[g.aside][l][r], at, memory_order_release);
        if (is_mirrored(s, l, r))
            atomic_store_explicit(&s->sheet[g.aside][r][l], at, memory_order_release);
    }
    void *room = solver_at(s, at);
    return room;
}

/* The size of a block. */
static uint32_t count_words(const struct solver *s, unsigned pattern, const uint16_t *rank,
                            int first, int second)
{
    unsigned rows = s->bags_in[s->twos[pattern]][s->ones[pattern]][first];
    uint32_t words = (rows + 1) / 2;
    for (int i = s->bag_first[first]; i < s->bag_first[first + 1]; i++)
        if (rank[i] != NONE) {
            unsigned rest = pattern - s->bag[i].pattern;
            words += s->bags_in[s->twos[rest]][s->ones[rest]][second];
        }
    return words;
}

/* A block begins with where each row of the first hand starts, then holds the rows. */
static uint32_t make_block(struct solver *s, struct sheet *sheet, unsigned a, unsigned b)
{
    _Atomic uint32_t *slot = &sheet->block[form_of(s, a)][form_of(s, b)];
    uint32_t at = atomic_load_explicit(slot, memory_order_relaxed);
    const uint16_t *rank = make_row(s, sheet->pattern);
    if (at != 0 || rank == NULL)
        return at;
    int first = bag_of(s, a)->count, second = bag_of(s, b)->count;
    unsigned rows = s->bags_in[s->twos[sheet->pattern]][s->ones[sheet->pattern]][first];
    uint32_t words = count_words(s, sheet->pattern, rank, first, second), place = (rows + 1) / 2;
    at = take_words(s, sheet->layer, words);
    if (at == 0)
        return 0;
    void *block = solver_at(s, at);
    uint32_t *head = block;
    memset(block, 0xff, (size_t)words * 8);
    for (int i = s->bag_first[first]; i < s->bag_first[first + 1]; i++)
        if (rank[i] != NONE) {
            unsigned rest = sheet->pattern - s->bag[i].pattern;
            *head++ = place;
            place += s->bags_in[s->twos[rest]][s->ones[rest]][second];
        }
    atomic_store_explicit(slot, at, memory_order_release);
    return at;
}

static void lock(struct solver *s)
{
    while (atomic_flag_test_and_set_explicit(&s->lock, memory_order_acquire))
        continue;
}

static void unlock(struct solver *s)
{
    atomic_flag_clear_explicit(&s->lock, memory_order_release);
}

struct sheet *smitten_store_sheet(struct solver *s, struct grid g)
{
    lock(s);
    struct sheet *sheet = make_sheet(s, g);
    unlock(s);
    return sheet;
}

uint64_t *smitten_store_block(struct solver *s, struct grid g, unsigned a, unsigned b)
{
    lock(s);
    struct sheet *sheet = make_sheet(s, g);
    uint32_t at = sheet != NULL ? make_block(s, sheet, a, b) : 0;
    unlock(s);
    return at != 0 ? solver_at(s, at) : NULL;
}

const uint16_t *smitten_store_ranks(struct solver *s, unsigned pattern)
{
    uint32_t at = atomic_load_explicit(&s->rank[pattern], memory_order_acquire);
    if (at != 0) {
        const void *row = solver_at(s, at);
        return row;
    }
    lock(s);
    const uint16_t *row = make_row(s, pattern);
    unlock(s);
    return row;
}

const uint16_t *smitten_store_list(struct solver *s, unsigned pattern, int size)
{
    const uint16_t *row = smitten_store_ranks(s, pattern);
    if (row == NULL)
        return NULL;
    row += s->bag_first[s->full + 1];
    const uint16_t *sizes = s->bags_in[s->twos[pattern]][s->ones[pattern]];
    for (int i = 0; i < size; i++)
        row += sizes[i];
    return row;
}

uint32_t smitten_store_words(struct solver *s, unsigned pattern, int first, int second)
{
    const uint16_t *rank = smitten_store_ranks(s, pattern);
    return rank != NULL ? count_words(s, pattern, rank, first, second) : 0;
}

/* Makes all that the position needs; false without room. */
static bool make_place(struct solver *s, struct grid g, unsigned a, unsigned b)
{
    lock(s);
    struct sheet *sheet = make_sheet(s, g);
    bool made = sheet != NULL && make_row(s, sheet->pattern) != NULL &&
                make_row(s, sheet->pattern - bag_of(s, a)->pattern) != NULL &&
                make_block(s, sheet, a, b) != 0;
    unlock(s);
    return made;
}

/* The place if everything is there, or NULL. */
static uint64_t *look(struct solver *s, struct grid g, unsigned a, unsigned b)
{
    uint32_t at =
        atomic_load_explicit(&s->sheet[g.aside][g.shape[0]][g.shape[1]], memory_order_acquire);
    if (at == 0)
        return NULL;
    void *room = solver_at(s, at);
    struct sheet *sheet = room;
    const struct bag *first = bag_of(s, a);
    uint32_t block =
        atomic_load_explicit(&sheet->block[form_of(s, a)][form_of(s, b)], memory_order_acquire);
    uint32_t row =
        atomic_load_explicit(&s->rank[sheet->pattern - first->pattern], memory_order_acquire);
    if (block == 0 || row == 0)
        return NULL;
    uint32_t ranks = atomic_load_explicit(&s->rank[sheet->pattern], memory_order_relaxed);
    const void *first_ranks = solver_at(s, ranks), *second_ranks = solver_at(s, row);
    const void *head = solver_at(s, block);
    unsigned i = ((const uint16_t *)first_ranks)[a & (CLOSED - 1)];
    unsigned j = ((const uint16_t *)second_ranks)[b & (CLOSED - 1)];
    return solver_at(s, block) + ((const uint32_t *)head)[i] + j;
}

uint64_t *smitten_store_find(struct solver *s, struct grid g, unsigned a, unsigned b)
{
    uint64_t *place = look(s, g, a, b);
    if (place != NULL)
        return place;
    return make_place(s, g, a, b) ? look(s, g, a, b) : NULL;
}
