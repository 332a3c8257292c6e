/*
 * Smitten solver, private: the parts of its table.
 *
 * Compact names. A square that can occur is one of 219 connected sets of cells ("shape"). The
 * open cards of a hand are one of 625 multisets ("bag": up to 4 cards, no number three times). A
 * hand is a bag with a bit for its closed card. The cards that are not in the squares (nor known
 * to be set aside) are a "pattern": a number in base 3 whose digits count 0, 1 or 2 copies, so
 * the pattern without a bag is a subtraction.
 *
 * When the whole game is swept, and for early questions, values live in blocks: one per pair of
 * shapes and known set-aside. A block has a part per pair of the hands' forms. In a part one hand
 * selects a row and the other the place in it, both by their rank among the bags of that size that
 * the remaining cards allow. Otherwise values live in a hash, and marks beside it hold the
 * positions known to be won for certain.
 *
 * Invariants:
 * 1. A stored value is exact, and a stored bound (negative) is an upper bound; no valuation that
 *    was stopped is stored.
 * 2. Offsets count words of 8 bytes from the start of the memory, and 0 means none: the table may
 *    lie anywhere.
 * 3. The memory holds either blocks or the hash with marks, never both (`blocks`).
 * 4. A position has one place: mirrored squares (`is_mirrored`) share theirs, and `settle` fixes
 * the order of the hands.
 */
#ifndef PARLOR_SOLVE_SMITTEN_TABLE_H
#define PARLOR_SOLVE_SMITTEN_TABLE_H

#include <stdatomic.h>

#include "games/smitten/smitten.h"
#include "solve/smitten.h"

enum {
    SHAPES = 219,
    BAGS = 625,      /* of up to 4 cards */
    BAGS_SOLO = 211, /* of up to 3 cards */
    BAG_CARDS = 4,
    PATTERNS = 19683, /* 3 to the 9th */
    FORMS = 8,        /* solo: open cards * 2 + closed; open hands: cards */
    FORM_ONE = 3,     /* solo, as in most positions: a card or two beside a closed one, */
    FORM_PAIR = 5,    /* or three open ones */
    FORM_THREE = 6,
    CLOSED = 1024,      /* bit of a hand beside its bag */
    LAYERS = 18,        /* by cards in the squares */
    LISTS = 2 * LAYERS, /* of memory: layers, then those with a known card set aside */
    KEPT = 2,           /* with so many cards or fewer, blocks after a swap are never dropped */
    TURN_PUTS = 4,      /* most cards placed in one turn: 2, 2, any, any */
    NONE = 0xffff,      /* no such bag */
    CHUNK = 1 << 17,    /* words of a chunk of memory; the largest part has fewer */
    TEMP = 1 << 17,     /* words of working memory of one thread */
    PAGE_BITS = 18,     /* hash: at most so many pages, by powers of 2 */
    SQUARE_BITS = 8,    /* so many bits of a hash are of the squares alone */
    PAGE = 256,         /* entries of a page */
    PAGE_FULL = 208,    /* a page with so many is split */
    MARKS_MAX = 165 * 165 / 4 + 1, /* bytes of the marks of two forms */
    FACTS = 17,                    /* no value lives in this layer: rank rows do */
};

struct shape {
    uint16_t mask;
    uint16_t fit;    /* rule S1.2: the cells that may be added */
    uint32_t packed; /* two bits per number */
    uint16_t pattern;
    uint8_t count;
    uint8_t add[SMITTEN_NUMBERS];
};

struct bag {
    uint32_t packed; /* two bits per number */
    uint16_t pattern;
    uint16_t mask; /* numbers in it */
    uint8_t count;
    uint16_t add[SMITTEN_NUMBERS];
    uint16_t take[SMITTEN_NUMBERS];
};

/* The draws after a turn, which depend only on the numbers of cards. */
struct settle {
    int16_t draws;      /* the hand that draws an open card next, or -1: a turn starts */
    uint16_t closed[2]; /* CLOSED where a closed card is drawn */
    uint16_t order;     /* which hand is kept first: 0 or 1, or 2 the higher one */
};

/*
 * Solo: parts of a block. A row per 2 or 3 open cards of one hand; a column per rest of the other:
 * 2 cards, then one beside a closed one. In the third part the columns are single cards.
 */
enum part { PART_PAIRS, PART_THREE, PART_ONES };

/* The parts of a pair of shapes. Offsets count 8 bytes from the start of the memory; 0: none. */
struct block {
    uint16_t pattern;
    uint8_t list;             /* of memory, see smitten_store.c */
    atomic_uchar filled;      /* bits of the filled parts, and of those being filled */
    _Atomic uint64_t endgame; /* see smitten_endgame.c */
    _Atomic uint32_t swaps;   /* the best swaps, see smitten_block_gather */
    _Atomic uint32_t part[FORMS][FORMS];
};

struct solver {
    /* The mode. */
    uint8_t seats, full, swap, hard1, hard2;
    uint8_t task[SMITTEN_NUMBERS + 1];
    uint8_t mode[16]; /* the key of the mode */
    uint32_t after;   /* where another table begins, see smitten.c; 0: there is none */
    bool blocks;      /* the memory holds blocks; else the hash and marks */
    bool gathered;    /* a sweep has gathered all swaps */
    /* Fixed facts. */
    struct shape shape[SHAPES];
    uint8_t shape_of[512];
    struct bag bag[BAGS];
    uint16_t bag_first[BAG_CARDS + 2]; /* bags of one size are consecutive */
    uint8_t twos[PATTERNS], ones[PATTERNS];
    uint16_t bags_in[SMITTEN_NUMBERS + 1][SMITTEN_NUMBERS + 1][BAG_CARDS + 1]; /* twos, ones */
    struct settle settle[LAYERS][FORMS][FORMS]; /* by cards in the squares and both hands' forms */
    uint8_t killer[SMITTEN_NUMBERS]
                  [2]; /* the card that last refuted a play, see smitten_certain.c */
    /* Memory. */
    atomic_flag lock;
    bool shared;                      /* two threads use the hash and the marks */
    uint8_t no_marks[MARKS_MAX];      /* dummy marks when memory runs out; never trusted */
    uint32_t total;                   /* all of it, in 8 bytes */
    uint32_t fixed;                   /* the part that is never freed */
    uint32_t used, peak;              /* words in use, all chunks included; and the earlier peak */
    uint32_t free;                    /* list of chunks of dropped layers */
    uint32_t next[LISTS], end[LISTS]; /* the free rest of each list's newest chunk */
    uint32_t list[LISTS];             /* chunks of each list; a chunk's first word links */
    uint64_t flushed;                 /* times the table was full */
    uint32_t pages;
    uint32_t low; /* parts of marks stand from here to the end, pages of the hash before */
    uint32_t page_of[1 << PAGE_BITS]; /* by the first bits of a key's hash */
    uint16_t page_used[1 << PAGE_BITS];
    uint8_t page_bits[1 << PAGE_BITS]; /* how many bits select this page */
    double temp[TEMP];
    _Atomic uint32_t
        rank[PATTERNS]; /* rows of uint16_t: the rank of each bag, then the bags by size and rank */
    _Atomic uint32_t block[10][SHAPES][SHAPES];
};

/* The squares of a position. */
struct grid {
    uint8_t shape[2];
    uint8_t aside; /* known card, 0 unknown */
    uint8_t count; /* cards in both squares */
};

/* smitten_facts.c: fills shapes, bags and patterns. */
void smitten_facts_fill(struct solver *s);
/* The rank of every bag that fits in the pattern, among those of its size; then these bags. */
void smitten_facts_rank(const struct solver *s, unsigned pattern, uint16_t *row);

/* smitten_store.c: all positions of a layer, for several threads. */
/* The block of a pair of shapes, or NULL: out of memory. */
struct block *smitten_store_block(struct solver *s, struct grid g);
/* Solo: one of a block's parts, see smitten_block.c; NULL: out of memory. */
uint64_t *smitten_store_part(struct solver *s, struct grid g, enum part part);
/* The bags of that size within a pattern, by rank; and the rank of each bag. NULL: out of memory.
 */
const uint16_t *smitten_store_list(struct solver *s, unsigned pattern, int size);
const uint16_t *smitten_store_ranks(struct solver *s, unsigned pattern);
/* The place of a value; NULL: out of memory. */
uint64_t *smitten_store_find(struct solver *s, struct grid g, unsigned a, unsigned b);
/* Empties the table and starts to keep memory by layers. */
void smitten_store_reset(struct solver *s);
/* Frees the memory of a layer: of the blocks before a swap, or of those after one, except early
   ones. */
void smitten_store_drop(struct solver *s, int layer, bool swapped);
/* Solo: room for the best swaps in a block, zeros at first; NULL: out of memory. */
double *smitten_store_swaps(struct solver *s, struct grid g);

/*
 * smitten_hash.c: single positions. A full table is emptied, unless it is shared: then it takes no
 * more entries.
 */
struct hash_key {
    uint64_t key, hash;
};
struct hash_entry {
    uint64_t key, value;
};
/* The bits of a value, or (negative) of a bound; VALUE_OPEN if there is none. */
uint64_t smitten_hash_read(struct solver *s, struct hash_key k);
/* False: out of memory. */
bool smitten_hash_write(struct solver *s, struct hash_key k, uint64_t value);
void smitten_hash_reset(struct solver *s);
/* Whether half of the memory is in use. */
bool smitten_hash_is_crowded(const struct solver *s);

/*
 * Marks, two bits per position of a pair of squares: whether it is known to be won for certain.
 * They are small, and marks that are read together lie together.
 */
enum mark { MARK_NONE, MARK_CERTAIN, MARK_NOT };
struct marks {
    _Atomic uint32_t part[FORMS][FORMS]; /* by the forms of both hands; offsets as in a block */
};

#define VALUE_OPEN UINT64_MAX /* a value not yet computed */

static inline uint64_t *solver_at(struct solver *s, uint32_t offset)
{
    return (uint64_t *)(void *)s + offset;
}
static inline void solver_lock(struct solver *s)
{
    while (atomic_flag_test_and_set_explicit(&s->lock, memory_order_acquire))
        continue;
}
static inline void solver_unlock(struct solver *s)
{
    atomic_flag_clear_explicit(&s->lock, memory_order_release);
}
/* Whether left and right are interchangeable: always, unless 5s are still to be played in `hard1`.
 */
static inline bool is_mirrored(const struct solver *s, unsigned l, unsigned r)
{
    return !s->hard1 || (s->shape[l].mask & s->shape[r].mask & smitten_bit(5)) != 0;
}
static inline struct hash_entry *page_at(struct solver *s, uint32_t page)
{
    void *room = solver_at(s, s->fixed + page * (uint32_t)(PAGE * sizeof(struct hash_entry) / 8));
    return room;
}
static inline struct hash_key smitten_hash_key(const struct solver *s, struct grid g, unsigned a,
                                               unsigned b)
{
    unsigned l = g.shape[0], r = g.shape[1];
    if (l > r && is_mirrored(s, l, r)) {
        l = g.shape[1];
        r = g.shape[0];
    }
    uint64_t squares = (uint64_t)l << 12 | (uint64_t)r << 4 | g.aside,
             hands = (uint64_t)a << 11 | b;
    uint64_t x = squares * UINT64_C(0x9e3779b97f4a7c15);
    uint64_t y = (hands + squares) * UINT64_C(0xd6e8feb86659fd93);
    /* The first bits come from the squares alone, so that positions of one pair lie close together.
     */
    return (struct hash_key){
        .key = UINT64_C(1) << 42 | squares << 22 | hands,
        .hash = (x & ~(UINT64_MAX >> SQUARE_BITS)) | y >> SQUARE_BITS,
    };
}
static inline const struct bag *bag_of(const struct solver *s, unsigned hand)
{
    return &s->bag[hand & (CLOSED - 1)];
}
static inline unsigned form_of(const struct solver *s, unsigned hand)
{
    unsigned open = bag_of(s, hand)->count;
    return s->seats == 1 ? open * 2 + (hand >= CLOSED) : open;
}
/* The index of a position among the marks of its forms. */
static inline unsigned mark_at(const struct solver *s, unsigned a, unsigned b)
{
    const struct bag *first = bag_of(s, a), *second = bag_of(s, b);
    unsigned row = (a & (CLOSED - 1)) - s->bag_first[first->count];
    unsigned size = s->bag_first[second->count + 1] - (unsigned)s->bag_first[second->count];
    return row * size + (b & (CLOSED - 1)) - s->bag_first[second->count];
}
static inline enum mark mark_get(const uint8_t *marks, unsigned at)
{
    return __atomic_load_n(&marks[at / 4], __ATOMIC_RELAXED) >> at % 4 * 2 & 3;
}
static inline void mark_set(uint8_t *marks, unsigned at, enum mark mark)
{
    /* One thread may overwrite the other's new mark: then it is computed again. */
    unsigned old = __atomic_load_n(&marks[at / 4], __ATOMIC_RELAXED);
    __atomic_store_n(&marks[at / 4],
                     (uint8_t)((old & ~(3u << at % 4 * 2)) | (unsigned)mark << at % 4 * 2),
                     __ATOMIC_RELAXED);
}
/* Whether a bag can be taken from these cards, two bits per number. */
static inline bool bag_within(const struct bag *bag, uint32_t room)
{
    uint32_t twos = room & 0x2aaaa, any = twos >> 1 | (room & 0x15555);
    return (bag->packed & 0x2aaaa & ~twos) == 0 && (bag->packed & 0x15555 & ~any) == 0;
}
static inline int cards_of(const struct solver *s, unsigned hand)
{
    return bag_of(s, hand)->count + (hand >= CLOSED);
}

#endif
