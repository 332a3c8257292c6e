/* Smitten solver, private: values of positions, and the steps within a turn. */
#ifndef PARLOR_SOLVE_SMITTEN_VALUE_H
#define PARLOR_SOLVE_SMITTEN_VALUE_H

#include "solve/smitten_table.h"

/* One question, by one thread. */
struct run {
    struct solver *s;
    const atomic_bool *stop,
        *done; /* set by the caller; set by the other thread when the result is no longer needed */
    bool (*tired)(void *);
    void *tired_of;
    uint64_t limit; /* of `spent`; UINT64_MAX: none */
    uint64_t spent; /* positions evaluated */
    bool stopped;   /* values returned from now on are invalid: */
    bool limited;   /* a limit was reached; else out of memory */
    double *temp;   /* working memory for blocks, as a stack */
    size_t temp_left;
    bool backwards;      /* unseen cards are taken in descending order */
    bool blocks;         /* the table is kept in blocks; else it is a hash */
    int blocks_from;     /* with this many cards or more, whole blocks are filled */
    bool patient, busy;  /* smitten_block.c: wait for other threads; another thread was met */
    struct run *swapped; /* the table of positions after a swap, or NULL */
};

/* A position that the table keeps. */
struct position {
    struct grid grid;
    unsigned hand[2];
    int draws; /* the hand that draws an open card next, or -1: a turn starts */
};

enum { FIVE = 4 };                         /* number 5, from 0 */
#define BELOW_CERTAIN 0x1.fffffffffffffp-1 /* the highest value that is no certain win */

/* A played card whose instruction the partner has to carry out. */
struct played {
    uint8_t card; /* from 0 */
    uint8_t square;
    uint8_t call;
};

/*
 * Two hands within a turn: hand[0] began the turn and draws first; hand `mover` moves next.
 */
struct hands {
    uint16_t hand[2];
    uint8_t mover;
};

/*
 * Results above `floor` (an alpha bound) are exact; others are upper bounds. -1: always exact.
 */

/* At the end of a turn, or the start of one: draws that are due are still to be made. */
double smitten_value_after(struct run *run, struct grid g, unsigned first, unsigned second,
                           double floor);
/* After a card was played: `mover` is the partner, whose closed card is turned up first. */
double smitten_value_played(struct run *run, struct grid g, struct hands h, struct played p,
                            double floor);
/* The same with the closed card turned up. */
double smitten_value_task(struct run *run, struct grid g, struct hands h, struct played p,
                          double floor);
/* The mover places one of its cards: the best of the numbers in `may`. */
double smitten_value_place(struct run *run, struct grid g, struct hands h, const unsigned may[2],
                           double floor);
/* The mover plays one of the cards in `mask`, of its own. */
double smitten_value_play(struct run *run, struct grid g, struct hands h, unsigned mask,
                          double floor);
/* The mover turns its closed card up and plays it. */
double smitten_value_flip(struct run *run, struct grid g, struct hands h, double floor);
/* The mover's open card (from 0) is exchanged for the unknown card set aside (rule S4.6). */
double smitten_value_swap(struct run *run, struct grid g, struct hands h, int card, double floor);
/* A card that is in no hand is placed: the best square. */
double smitten_value_top(struct run *run, struct grid g, struct hands h, int card, double floor);

/* smitten_hash.c: the marks for hands of these forms; made if missing, for which the table may be
   emptied. */
uint8_t *smitten_hash_marks(struct run *run, struct grid g, unsigned first, unsigned second);

/* Asks `run->swapped`; false: it does not keep such positions, or is out of memory. */
bool smitten_value_swapped(struct run *run, const struct position *position, double *out);

/* Counts positions; false: a limit is reached. `pause`: whether to call `tired`. */
static inline bool smitten_value_count(struct run *run, uint64_t n, bool pause)
{
    if (run->spent >= run->limit ||
        (run->stop != NULL && atomic_load_explicit(run->stop, memory_order_relaxed)) ||
        (run->done != NULL && atomic_load_explicit(run->done, memory_order_relaxed)) ||
        (run->tired != NULL && pause && run->tired(run->tired_of)))
        run->stopped = run->limited = true;
    run->spent += run->stopped ? 0 : n;
    return !run->stopped;
}
static inline bool smitten_value_spend(struct run *run)
{
    return smitten_value_count(run, 1, run->spent % 1024 == 0);
}

/* Whether a swap that leaves this hand equals playing the card and drawing one: both give the hand
   an unknown open card. Blocks hold the positions that follow. */
static inline bool smitten_value_draws(const struct run *run, unsigned rest)
{
    return bag_of(run->s, rest)->count < 2 && (run->blocks || run->swapped != NULL);
}

/* Whether the instruction is to place a card of the own hand. */
static inline bool smitten_is_placing(int task)
{
    return task != SMITTEN_ASK_NONE && task != SMITTEN_ASK_PLAY && task != SMITTEN_ASK_TOP;
}

/* The position after cards were played and the draws that are due. */
static inline void smitten_value_position(const struct run *run, struct grid g, unsigned first,
                                          unsigned second, struct position *out)
{
    struct solver *s = run->s;
    const struct settle *settle = &s->settle[g.count][form_of(s, first)][form_of(s, second)];
    unsigned a = first | settle->closed[0], b = second | settle->closed[1];
    bool turned = settle->order == 2 ? a < b : settle->order;
    out->grid = g;
    out->hand[0] = turned ? b : a;
    out->hand[1] = turned ? a : b;
    out->draws = settle->draws;
}
/* Fills `settle`. */
void smitten_value_settle(struct solver *s);

/* smitten_certain.c: whether the position is won for certain; solo, with the hash. */
bool smitten_certain_after(struct run *run, struct grid g, unsigned first, unsigned second);
bool smitten_certain_position(struct run *run, const struct position *position);

/* A card of one hand is to be placed: the facts common to every card and every such hand. */
struct placing {
    struct grid grid;
    int mover;
    unsigned may[2];
    unsigned other; /* the hand that does not move */
    const struct settle *settle;
    unsigned form[2];                   /* of the hands as they are kept */
    unsigned from, size, other_size;    /* of the bags that may be left */
    uint8_t *marks[2][SMITTEN_NUMBERS]; /* by square and card, filled on first use */
    uint64_t flushed;                   /* marks are valid until the table is emptied */
};
/* Sets all but `may`; the mover has `open` cards, all of them open. */
void smitten_certain_start(struct run *run, struct placing *p, struct grid g, struct hands h,
                           int open);
/* Whether one of the cards can be placed so that the game is won for certain. */
bool smitten_certain_place(struct run *run, struct placing *p, unsigned bag);

/*
 * smitten_endgame.c: solo, with ENDGAME_FROM cards or more and the card set aside known: a bit per
 * set of cards in the first hand, whether the game is won when that hand plays next, and at the
 * start of a turn.
 */
enum { ENDGAME_FROM = 12, ENDGAME_CARDS = SMITTEN_GOAL - ENDGAME_FROM + 1 };
struct endgame {
    uint32_t played, won;
};
struct endgame smitten_endgame(struct run *run, struct grid g);
/* The bits of such a set among the cards left; copies in `before` belong to the other hand. */
unsigned smitten_endgame_set(uint32_t left, uint32_t hand, uint32_t before);
/* The start of a turn: one hand has these cards, and the other all that are left. */
bool smitten_endgame_wins(struct run *run, struct grid g, unsigned hand);
/*
 * With one card less in the squares six are left, and both hands have a closed one. By these two (x
 * < y), and by the set of the first hand's open cards and x: whether its best play wins with both
 * of them, or with one of them. `won` is the start of a turn when only one is closed.
 */
struct endgame_halves {
    uint64_t won, both[ENDGAME_CARDS][ENDGAME_CARDS], one[ENDGAME_CARDS][ENDGAME_CARDS];
};
void smitten_endgame_halves(struct run *run, struct grid g, struct endgame_halves *out);
/* Whether the position is such an endgame, because one hand has or will have all unseen cards; and
   its value. */
bool smitten_endgame_knows(const struct run *run, const struct position *position);
double smitten_endgame_value(struct run *run, const struct position *position);

/*
 * smitten_block.c: fills the block of the squares and those that it needs. False: out of memory. Up
 * to BLOCK_LAST cards it holds the start of a turn too, up to BLOCK_READ the positions after one.
 */
enum { BLOCK_LAST = 11, BLOCK_READ = 13 };
extern const bool smitten_has_blocks; /* false in the page */
bool smitten_block_fill(struct run *run, struct grid g);
/*
 * For sweeps: the block of `g`, which follows a swap, is filled. Raises the best swaps of the block
 * before it, so that the former can be dropped before the latter is filled. False: out of memory.
 */
bool smitten_block_gather(struct run *run, struct grid g);

/*
 * smitten_sweep.c: a second thread that fills blocks with `layer` cards after a position while the
 * first answers; no result depends on their order. NULL: no thread could be started, which only
 * costs time.
 */
struct helper;
struct helper *smitten_help_start(struct solver *s, struct grid g, int layer);
/* The same for any work that ends by itself. */
struct helper *smitten_help_with(void (*work)(void *), void *of);
void smitten_help_end(struct helper *h);

/*
 * smitten_book_make.c: fills a mode's text of a book with dots, closed by a NUL, and writes it: one
 * call per thread, all with the same `next`, initially 0. With `aside` only the answers after a
 * swap for that card as the first move.
 */
struct book_writer {
    struct run run;
    enum solve_book book;
    int aside;
    atomic_int *next; /* the next unclaimed unit of work */
    int unit, own;    /* the current unit of this thread, and the one it has claimed */
    char *out;
};
void smitten_book_start(const struct solver *s, enum solve_book book, char *out);
void smitten_book_write(struct book_writer *w);

/* Rules S1.2 and S3.7 (`hard2`): numbers that fit each square. */
void smitten_value_fit(const struct solver *s, struct grid g, unsigned may[2]);
/* The same within the instruction of the played card (rule S2); reads no hand. */
void smitten_value_may(const struct solver *s, struct grid g, struct played p, unsigned may[2]);

/* The ways to play a card: squares and announcements. */
enum { SMITTEN_PLAYS_MAX = 4 };
int smitten_value_plays(const struct solver *s, struct grid g, int card,
                        struct played out[SMITTEN_PLAYS_MAX]);

/* Whether a hand of 3 open cards can be met at the start of a turn: only a card 3, or one that asks
   nothing, leaves the partner the card that was turned up. */
static inline bool smitten_can_wait(const struct solver *s, struct grid g)
{
    unsigned lie = s->shape[g.shape[0]].mask | s->shape[g.shape[1]].mask;
    for (; lie != 0; lie &= lie - 1) {
        int task = s->task[__builtin_ctz(lie) + 1];
        if (task == SMITTEN_ASK_TOP || task == SMITTEN_ASK_NONE)
            return true;
    }
    return false;
}

/* The squares with one card more. */
static inline struct grid grid_put(const struct solver *s, struct grid g, int square, int card)
{
    g.shape[square] = s->shape[g.shape[square]].add[card];
    g.count++;
    return g;
}
/* Unseen cards, two bits per number. */
static inline uint32_t unseen_of(const struct solver *s, struct grid g, unsigned a, unsigned b)
{
    uint32_t all = 0x2aaaa - s->shape[g.shape[0]].packed - s->shape[g.shape[1]].packed;
    if (g.aside != 0)
        all -= 1u << 2 * (g.aside - 1);
    return all - bag_of(s, a)->packed - bag_of(s, b)->packed;
}
static inline int unseen_count(uint32_t packed)
{
    return __builtin_popcount(packed & 0x15555) + 2 * __builtin_popcount(packed & 0x2aaaa);
}
static inline unsigned bag_add(const struct solver *s, unsigned hand, int card)
{
    return s->bag[hand & (CLOSED - 1)].add[card] | (hand & CLOSED);
}
static inline unsigned bag_take(const struct solver *s, unsigned hand, int card)
{
    return s->bag[hand & (CLOSED - 1)].take[card] | (hand & CLOSED);
}
static inline int deck_of(const struct solver *s, struct grid g, unsigned a, unsigned b)
{
    return SMITTEN_GOAL - g.count - cards_of(s, a) - cards_of(s, b);
}
/* The lowest number of a mask, from 0. */
static inline int lowest(unsigned mask)
{
    return __builtin_ctz(mask);
}

#endif
