/*
 * Smitten solver: the memory of the table when the whole game is swept, and the place of each
 * value in it.
 *
 * Invariants:
 * 1. An offset is published only after its target is filled, and never changes while threads run:
 *    readers need no lock.
 * 2. Memory is taken only under the lock.
 */
#include <assert.h>
#include <string.h>

#include "solve/smitten_table.h"

static uint32_t take_chunk(struct solver *s, int list)
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
    *solver_at(s, chunk) = s->list[list];
    s->list[list] = chunk;
    s->next[list] = chunk + 1;
    s->end[list] = chunk + CHUNK;
    return chunk;
}

/* Room for `words` of a list, or 0. Needs the lock. */
static uint32_t take_words(struct solver *s, int list, uint32_t words)
{
    assert(words < CHUNK);
    if (s->end[list] - s->next[list] < words && take_chunk(s, list) == 0)
        return 0;
    uint32_t at = s->next[list];
    s->next[list] += words;
    return at;
}

void smitten_store_reset(struct solver *s)
{
    memset(s->rank, 0, sizeof s->rank);
    memset(s->block, 0, (size_t)(s->swap ? 10 : 1) * sizeof s->block[0]);
    memset(s->next, 0, sizeof s->next);
    memset(s->end, 0, sizeof s->end);
    memset(s->list, 0, sizeof s->list);
    s->gathered = false;
    s->free = 0;
    s->peak = s->used > s->peak ? s->used : s->peak;
    s->used = s->fixed;
    s->blocks = true;
}

static int list_of(int layer, bool swapped)
{
    return !swapped ? layer : LAYERS + (layer <= KEPT ? 0 : layer);
}

void smitten_store_drop(struct solver *s, int layer, bool swapped)
{
    assert(layer != FACTS && !(swapped && layer <= KEPT));
    int list = list_of(layer, swapped);
    uint32_t chunk = s->list[list];
    while (chunk != 0) {
        uint32_t next = (uint32_t)*solver_at(s, chunk);
        *solver_at(s, chunk) = s->free;
        s->free = chunk;
        chunk = next;
    }
    s->list[list] = s->next[list] = s->end[list] = 0;
    for (int x = swapped; x < (swapped ? 10 : 1); x++)
        for (int l = 0; l < SHAPES; l++)
            for (int r = 0; r < SHAPES; r++)
                if (s->shape[l].count + s->shape[r].count == layer)
                    atomic_store_explicit(&s->block[x][l][r], 0, memory_order_relaxed);
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

static struct block *make_block(struct solver *s, struct grid g)
{
    unsigned l = g.shape[0], r = g.shape[1];
    uint32_t at = atomic_load_explicit(&s->block[g.aside][l][r], memory_order_relaxed);
    if (at == 0) {
        int list = list_of(g.count, g.aside != 0);
        at = take_words(s, list, (sizeof(struct block) + 7) / 8);
        if (at == 0)
            return NULL;
        void *room = solver_at(s, at);
        struct block *block = room;
        memset(block, 0, sizeof *block);
        unsigned power = 1;
        for (int n = 1; n < g.aside; n++)
            power *= 3;
        block->pattern = (uint16_t)(PATTERNS - 1u - s->shape[l].pattern - s->shape[r].pattern -
                                    (g.aside != 0 ? power : 0));
        block->list = (uint8_t)list;
        block->endgame = VALUE_OPEN;
        atomic_store_explicit(&s->block[g.aside][l][r], at, memory_order_release);
        if (is_mirrored(s, l, r))
            atomic_store_explicit(&s->block[g.aside][r][l], at, memory_order_release);
    }
    void *room = solver_at(s, at);
    return room;
}

static unsigned bags_in(const struct solver *s, unsigned pattern, int size)
{
    return s->bags_in[s->twos[pattern]][s->ones[pattern]][size];
}

/* A place among the parts of a block. */
struct slot {
    unsigned first, second; /* the forms that name the part */
    uint32_t words;         /* of the part */
    uint32_t at;
};

/* Solo: rows and columns by rank in the pattern. In the usual forms a row has a column for each two
   cards that the other hand may have, and then one for each single card. */
static struct slot slot_of(const struct solver *s, unsigned pattern, const uint16_t *rank,
                           unsigned a, unsigned b)
{
    unsigned first = form_of(s, a), second = form_of(s, b);
    unsigned i = rank[a & (CLOSED - 1)], j = rank[b & (CLOSED - 1)];
    unsigned pairs = bags_in(s, pattern, 2), rests = pairs + bags_in(s, pattern, 1);
    if (first == FORM_ONE && (second == FORM_PAIR || second == FORM_THREE))
        return (struct slot){second, FORM_PAIR, bags_in(s, pattern, (int)second / 2) * rests,
                             j * rests + pairs + i};
    if (second == FORM_PAIR && (first == FORM_PAIR || first == FORM_THREE))
        return (struct slot){first, FORM_PAIR, bags_in(s, pattern, (int)first / 2) * rests,
                             i * rests + j};
    unsigned width = bags_in(s, pattern, bag_of(s, b)->count);
    return (struct slot){first, second, bags_in(s, pattern, bag_of(s, a)->count) * width,
                         i * width + j};
}

static uint32_t take_part(struct solver *s, const struct block *block, uint32_t words)
{
    uint32_t at = take_words(s, block->list, words);
    if (at != 0)
        memset(solver_at(s, at), 0xff, (size_t)words * 8);
    return at;
}

static uint32_t make_part(struct solver *s, struct block *block, const struct slot *slot)
{
    _Atomic uint32_t *part = &block->part[slot->first][slot->second];
    uint32_t at = atomic_load_explicit(part, memory_order_relaxed);
    if (at == 0) {
        at = take_part(s, block, slot->words);
        atomic_store_explicit(part, at, memory_order_release);
    }
    return at;
}

/* Open hands: there are many bags, so rows hold only the bags that the first hand leaves. A part
   begins with the offsets of its rows. */
static uint32_t make_open_part(struct solver *s, struct block *block, unsigned a, unsigned b)
{
    _Atomic uint32_t *part = &block->part[form_of(s, a)][form_of(s, b)];
    uint32_t at = atomic_load_explicit(part, memory_order_relaxed);
    const uint16_t *rank = make_row(s, block->pattern);
    if (at != 0 || rank == NULL)
        return at;
    int first = bag_of(s, a)->count, second = bag_of(s, b)->count;
    uint32_t head[BAGS], rows = 0, words = (bags_in(s, block->pattern, first) + 1) / 2;
    for (int i = s->bag_first[first]; i < s->bag_first[first + 1]; i++)
        if (rank[i] != NONE) {
            head[rows++] = words;
            words += bags_in(s, block->pattern - s->bag[i].pattern, second);
        }
    at = take_part(s, block, words);
    if (at != 0)
        memcpy(solver_at(s, at), head, rows * sizeof head[0]);
    atomic_store_explicit(part, at, memory_order_release);
    return at;
}

/* Finds an existing block without the lock. */
static struct block *look_block(struct solver *s, struct grid g)
{
    uint32_t at =
        atomic_load_explicit(&s->block[g.aside][g.shape[0]][g.shape[1]], memory_order_acquire);
    void *block = at != 0 ? solver_at(s, at) : NULL;
    return block;
}

static uint64_t *look_part(struct solver *s, const struct block *block, unsigned first,
                           unsigned second)
{
    uint32_t at = atomic_load_explicit(&block->part[first][second], memory_order_acquire);
    return at != 0 ? solver_at(s, at) : NULL;
}

struct block *smitten_store_block(struct solver *s, struct grid g)
{
    struct block *block = look_block(s, g);
    if (block != NULL)
        return block;
    solver_lock(s);
    block = make_block(s, g);
    solver_unlock(s);
    return block;
}

uint64_t *smitten_store_part(struct solver *s, struct grid g, enum part part)
{
    /* No hand has the last form, since a hand holds 3 cards. */
    static const uint8_t form[] = {FORM_PAIR, FORM_THREE, FORMS - 1};
    struct block *block = smitten_store_block(s, g);
    if (block == NULL)
        return NULL;
    uint32_t at = atomic_load_explicit(&block->part[form[part]][FORM_PAIR], memory_order_acquire);
    if (at == 0) {
        unsigned ones = bags_in(s, block->pattern, 1), pairs = bags_in(s, block->pattern, 2);
        struct slot slot = {.first = form[part], .second = FORM_PAIR};
        slot.words = (part == PART_THREE ? bags_in(s, block->pattern, 3) : pairs) *
                     (part == PART_ONES ? ones : pairs + ones);
        solver_lock(s);
        at = make_part(s, block, &slot);
        solver_unlock(s);
    }
    return at != 0 ? solver_at(s, at) : NULL;
}

double *smitten_store_swaps(struct solver *s, struct grid g)
{
    struct block *block = smitten_store_block(s, g);
    if (block == NULL)
        return NULL;
    uint32_t at = atomic_load_explicit(&block->swaps, memory_order_acquire);
    unsigned pairs = bags_in(s, block->pattern, 2);
    uint32_t words = pairs * (pairs + bags_in(s, block->pattern, 3));
    if (at == 0) {
        solver_lock(s);
        at = take_words(s, block->list, words);
        solver_unlock(s);
        if (at == 0)
            return NULL;
        memset(solver_at(s, at), 0, (size_t)words * 8);
        atomic_store_explicit(&block->swaps, at, memory_order_release);
    }
    void *swaps = solver_at(s, at);
    return swaps;
}

const uint16_t *smitten_store_ranks(struct solver *s, unsigned pattern)
{
    uint32_t at = atomic_load_explicit(&s->rank[pattern], memory_order_acquire);
    if (at != 0) {
        const void *row = solver_at(s, at);
        return row;
    }
    solver_lock(s);
    const uint16_t *row = make_row(s, pattern);
    solver_unlock(s);
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

/* Makes the block and part of a position; false: out of memory. */
static bool make_place(struct solver *s, struct grid g, unsigned a, unsigned b)
{
    solver_lock(s);
    struct block *block = make_block(s, g);
    const uint16_t *rank = block != NULL ? make_row(s, block->pattern) : NULL;
    bool made = rank != NULL;
    if (made && s->seats == 1) {
        struct slot slot = slot_of(s, block->pattern, rank, a, b);
        made = make_part(s, block, &slot) != 0;
    } else if (made) {
        made = make_row(s, block->pattern - bag_of(s, a)->pattern) != NULL &&
               make_open_part(s, block, a, b) != 0;
    }
    solver_unlock(s);
    return made;
}

static const uint16_t *look_row(struct solver *s, unsigned pattern)
{
    uint32_t at = atomic_load_explicit(&s->rank[pattern], memory_order_acquire);
    const void *row = at != 0 ? solver_at(s, at) : NULL;
    return row;
}

/* The place if block and part exist, or NULL. */
static uint64_t *look(struct solver *s, struct grid g, unsigned a, unsigned b)
{
    struct block *block = look_block(s, g);
    const uint16_t *rank = block != NULL ? look_row(s, block->pattern) : NULL;
    if (rank == NULL)
        return NULL;
    if (s->seats == 1) {
        struct slot slot = slot_of(s, block->pattern, rank, a, b);
        uint64_t *part = look_part(s, block, slot.first, slot.second);
        return part != NULL ? part + slot.at : NULL;
    }
    const uint16_t *second = look_row(s, block->pattern - bag_of(s, a)->pattern);
    uint64_t *part = look_part(s, block, form_of(s, a), form_of(s, b));
    const void *head = part;
    return part != NULL && second != NULL ? part + ((const uint32_t *)head)[rank[a]] + second[b]
                                          : NULL;
}

uint64_t *smitten_store_find(struct solver *s, struct grid g, unsigned a, unsigned b)
{
    uint64_t *place = look(s, g, a, b);
    if (place != NULL)
        return place;
    return make_place(s, g, a, b) ? look(s, g, a, b) : NULL;
}
