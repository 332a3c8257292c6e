/*
 * Smitten solver: single positions in a hash table that grows page by page.
 *
 * The first bits of a key's hash select a page by a directory; within the page an entry stands at
 * the index of its last bits, or after it. A full page is split in two by one bit more, so growing
 * costs little at a time, and memory is touched only as it is needed. An entry is a key (never 0)
 * and the 8 bytes of its value.
 */
#include <string.h>

#include "solve/smitten_value.h"

/* The entry with the key, or the free one where it would stand. */
static struct hash_entry *probe(struct hash_entry *page, uint64_t key, uint64_t hash)
{
    unsigned i = hash & (PAGE - 1);
    while (page[i].key != key && page[i].key != 0)
        i = (i + 1) & (PAGE - 1);
    return &page[i];
}

void smitten_hash_reset(struct solver *s)
{
    enum { FIRST_BITS = 2 };
    s->pages = 1 << FIRST_BITS;
    s->low = s->total;
    s->blocks = false;
    memset(s->block, 0, (size_t)(s->swap ? 10 : 1) * sizeof s->block[0]);
    memset(page_at(s, 0), 0, s->pages * PAGE * sizeof(struct hash_entry));
    for (uint32_t i = 0; i < 1 << PAGE_BITS; i++)
        s->page_of[i] = i >> (PAGE_BITS - FIRST_BITS);
    for (uint32_t i = 0; i < s->pages; i++) {
        s->page_used[i] = 0;
        s->page_bits[i] = FIRST_BITS;
    }
}

static uint64_t hash_again(const struct solver *s, uint64_t key)
{
    struct grid g = {.shape = {(uint8_t)(key >> 34), (uint8_t)(key >> 26)},
                     .aside = (uint8_t)(key >> 22 & 15)};
    return smitten_hash_key(s, g, key >> 11 & 2047, key & 2047).hash;
}

/* The first word after so many pages. */
static uint32_t pages_end(const struct solver *s, uint32_t pages)
{
    return s->fixed + pages * (uint32_t)(PAGE * sizeof(struct hash_entry) / 8);
}

static uint32_t used_now(const struct solver *s)
{
    return pages_end(s, s->pages) + s->total - s->low;
}

static void note_used(struct solver *s)
{
    uint32_t used = used_now(s);
    s->used = used > s->used ? used : s->used;
}

bool smitten_hash_is_crowded(const struct solver *s)
{
    return used_now(s) - s->fixed > (s->total - s->fixed) / 2;
}

/* Entries whose next bit is set move to a new page. False: there is no more room. */
static bool split(struct solver *s, uint32_t old, uint64_t hash)
{
    unsigned bits = s->page_bits[old];
    if (pages_end(s, s->pages + 1) > s->low || bits == PAGE_BITS)
        return false;
    uint32_t new = s->pages++, half = 1u << (PAGE_BITS - bits - 1);
    uint32_t first = (uint32_t)(hash >> (64 - PAGE_BITS)) & ~(2 * half - 1);
    struct hash_entry copy[PAGE], *from = page_at(s, old), *to = page_at(s, new);
    memcpy(copy, from, sizeof copy);
    memset(from, 0, sizeof copy);
    memset(to, 0, sizeof copy);
    s->page_bits[old] = s->page_bits[new] = (uint8_t)(bits + 1);
    s->page_used[old] = s->page_used[new] = 0;
    for (uint32_t i = first + half; i < first + 2 * half; i++)
        s->page_of[i] = new;
    for (int i = 0; i < PAGE; i++) {
        if (copy[i].key == 0)
            continue;
        uint64_t h = hash_again(s, copy[i].key);
        uint32_t page = s->page_of[h >> (64 - PAGE_BITS)];
        *probe(page == new ? to : from, copy[i].key, h) = copy[i];
        s->page_used[page]++;
    }
    note_used(s);
    return true;
}

/* A shared table is only accessed under the lock, except for existing marks. */
static void lock(struct solver *s)
{
    if (s->shared)
        solver_lock(s);
}

static void unlock(struct solver *s)
{
    if (s->shared)
        solver_unlock(s);
}

/* A full table is emptied, unless others use it. */
static bool make_room(struct solver *s)
{
    if (s->shared)
        return false;
    smitten_hash_reset(s);
    s->flushed++;
    return true;
}

/* The place of a new key; NULL: out of memory. */
static struct hash_entry *find_free(struct solver *s, struct hash_key k)
{
    uint32_t page = s->page_of[k.hash >> (64 - PAGE_BITS)];
    while (s->page_used[page] >= PAGE_FULL) {
        if (!split(s, page, k.hash) && !make_room(s))
            return NULL;
        page = s->page_of[k.hash >> (64 - PAGE_BITS)];
    }
    s->page_used[page]++;
    return probe(page_at(s, page), k.key, k.hash);
}

static struct hash_entry *find_entry(struct solver *s, struct hash_key k)
{
    return probe(page_at(s, s->page_of[k.hash >> (64 - PAGE_BITS)]), k.key, k.hash);
}

uint64_t smitten_hash_read(struct solver *s, struct hash_key k)
{
    lock(s);
    const struct hash_entry *e = find_entry(s, k);
    uint64_t value = e->key == k.key ? e->value : VALUE_OPEN;
    unlock(s);
    return value;
}

bool smitten_hash_write(struct solver *s, struct hash_key k, uint64_t value)
{
    lock(s);
    struct hash_entry *e = find_entry(s, k);
    if (e->key != k.key && (e = find_free(s, k)) != NULL)
        *e = (struct hash_entry){k.key, VALUE_OPEN};
    /* Another thread may have stored a value meanwhile: keep it. Open entries and bounds have the
       sign bit. */
    if (e != NULL && e->value >> 63 != 0)
        e->value = value;
    unlock(s);
    return e != NULL;
}

/* Room for so many bytes of zeros, or 0. */
static uint32_t take_low(struct solver *s, size_t bytes)
{
    uint32_t words = (uint32_t)((bytes + 7) / 8);
    if (s->low - pages_end(s, s->pages) < words)
        return 0;
    s->low -= words;
    memset(solver_at(s, s->low), 0, (size_t)words * 8);
    note_used(s);
    return s->low;
}

static uint32_t make_marks(struct solver *s, struct grid g)
{
    unsigned l = g.shape[0], r = g.shape[1];
    uint32_t at = take_low(s, sizeof(struct marks));
    atomic_store_explicit(&s->block[g.aside][l][r], at, memory_order_release);
    if (is_mirrored(s, l, r))
        atomic_store_explicit(&s->block[g.aside][r][l], at, memory_order_release);
    return at;
}

static uint32_t make_block(struct solver *s, struct marks *marks, unsigned first, unsigned second)
{
    const uint16_t *x = &s->bag_first[first / 2], *y = &s->bag_first[second / 2];
    size_t n = (size_t)(x[1] - x[0]) * (size_t)(y[1] - y[0]);
    uint32_t at = take_low(s, (n + 3) / 4);
    atomic_store_explicit(&marks->part[first][second], at, memory_order_release);
    return at;
}

/* Solo only: a form tells how many cards are open. */
static uint8_t *find_marks(struct solver *s, struct grid g, unsigned first, unsigned second,
                           bool make)
{
    _Atomic uint32_t *block = &s->block[g.aside][g.shape[0]][g.shape[1]];
    uint32_t at = atomic_load_explicit(block, memory_order_acquire);
    if (at == 0 && (!make || (at = make_marks(s, g)) == 0))
        return NULL;
    void *room = solver_at(s, at);
    struct marks *marks = room;
    at = atomic_load_explicit(&marks->part[first][second], memory_order_acquire);
    if (at == 0 && (!make || (at = make_block(s, marks, first, second)) == 0))
        return NULL;
    room = solver_at(s, at);
    return room;
}

uint8_t *smitten_hash_marks(struct run *run, struct grid g, unsigned first, unsigned second)
{
    struct solver *s = run->s;
    uint8_t *marks = find_marks(s, g, first, second, false);
    if (marks != NULL)
        return marks;
    lock(s);
    marks = find_marks(s, g, first, second, true);
    if (marks == NULL && make_room(s))
        marks = find_marks(s, g, first, second, true);
    unlock(s);
    run->stopped |= marks == NULL;
    return marks != NULL ? marks : s->no_marks;
}
