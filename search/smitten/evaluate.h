/*
 * Smitten bots, private: hands as masks, and the values of turns and grids.
 *
 * An evaluator knows the mode and keeps caches. Numbers of cards run from 1 to 9 as in the game; a
 * set of them is a mask as in games/smitten/smitten.h. A position may be in the middle of a turn;
 * both its hands are known or supposed.
 */
#ifndef PARLOR_SEARCH_SMITTEN_EVALUATE_H
#define PARLOR_SEARCH_SMITTEN_EVALUATE_H

#include "games/smitten/smitten.h"
#include "search/bot.h"
#include "search/smitten/tunables.h"

enum {
    EVALUATE_ENDGAME_BITS = 17,
    EVALUATE_GRIDS = 512 * 512,
    EVALUATE_ACTS = 10, /* most plays of a hand: 4 numbers, 2 squares, a 5 with 2 calls in each */
};

/* The differences between levels. */
struct evaluate_tuning {
    int samples;      /* deals to value a grid; 0: by its free cells only */
    int samples_hard; /* the same at the level `hard`, where grids differ more */
    int deals;        /* instead of samples: deals of leaf_fast.c */
    int guesses;      /* hands that a player of these deals cannot tell apart */
};

struct hand {
    uint16_t one, two; /* numbers held at least once, and twice */
};

struct position {
    uint16_t square[2];
    struct hand hand[2]; /* by seat */
    uint8_t placed;
    uint8_t active; /* the seat that began the turn */
};

struct evaluator {
    uint8_t mode[SMITTEN_OPTIONS];
    uint8_t seats, hard, size;
    int samples;
    uint8_t ready; /* the mode above is set */
    uint8_t task[SMITTEN_NUMBERS + 1];
    struct evaluate_tuning tuning;
    const struct bot_limits *limits;
    uint64_t started, count;
    bool stopped; /* told to stop: values from now on are invalid */
    bool judging; /* a grid is being valued */
    float grid[EVALUATE_GRIDS];
    uint64_t endgame[1 << EVALUATE_ENDGAME_BITS]; /* positions with an empty deck, won or lost */
};

/* Prepares the evaluator for a table's mode. True: the mode has changed. */
bool evaluate_start(struct evaluator *m, const struct smitten_table *t,
                    const struct evaluate_tuning *tuning, const struct bot_limits *limits);
/* Whether to stop now. */
bool evaluate_should_stop(struct evaluator *m);

/* smitten_fit for whole words: with 16 bits, as in states, the bots are 6 % slower. */
static inline void evaluate_fit(const struct evaluator *m, const uint16_t square[2],
                                unsigned may[2])
{
    may[0] = smitten_fit_square(square[0]);
    may[1] = smitten_fit_square(square[1]);
    int shut =
        m->hard ? smitten_shut_square(smitten_count(square[0]) - smitten_count(square[1])) : -1;
    if (shut >= 0)
        may[shut] = 0;
}

/* Rule S2: the numbers that the instruction of the card just played allows in each square. */
void evaluate_may(const struct evaluator *m, const uint16_t square[2], int card, int at, int call,
                  unsigned may[2]);

static inline int hand_count(struct hand h)
{
    return smitten_count(h.one) + smitten_count(h.two);
}
static inline struct hand hand_take(struct hand h, int number)
{
    unsigned bit = smitten_bit(number), second = h.two & bit;
    h.two ^= (uint16_t)second;
    h.one ^= (uint16_t)(bit ^ second);
    return h;
}
static inline struct hand hand_add(struct hand h, int number)
{
    unsigned bit = smitten_bit(number);
    h.two |= (uint16_t)(h.one & bit);
    h.one |= (uint16_t)bit;
    return h;
}

/* The plays of a hand at the start of a turn, or in a chain; returns how many. */
int evaluate_list_plays(const struct evaluator *m, const uint16_t square[2], struct hand h,
                        move *out);

/* The position after the seat has put a card of its hand down. */
struct position evaluate_put(const struct position *s, int seat, move play);
/* The chance to win after the seat's play, if both hands are open within this turn. */
double evaluate_play(struct evaluator *m, const struct position *s, int seat, move play);
/* The same after the seat has placed a card of its hand, or one from the deck. */
double evaluate_place(struct evaluator *m, const struct position *s, int seat, move place);
double evaluate_top(struct evaluator *m, const struct position *s, move place);
/* The best place for a card of the hand, of the numbers allowed. */
double evaluate_best_place(struct evaluator *m, const struct position *s, int seat,
                           const unsigned may[2]);

/* leaf_fast.c: the chance to win from these squares for a pair that gets new hands every turn. */
double evaluate_leaf_fast(struct evaluator *m, const uint16_t square[2], int placed);

/* leaf.c: the chance to win at the end of a turn, before the draws. */
double evaluate_leaf(struct evaluator *m, const struct position *s);
/* The chance to win from these squares, over all hands. */
double evaluate_grid(struct evaluator *m, const uint16_t square[2], int placed);

/* endgame.c: the same, where the draws empty the deck. Exact for open hands. */
double evaluate_endgame(struct evaluator *m, const struct position *s);
/* Whether the deck is empty once all hands are drawn up. */
static inline bool evaluate_is_endgame(const struct evaluator *m, int placed)
{
    return placed >= SMITTEN_GOAL - 2 * m->size;
}

#endif
