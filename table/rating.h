/*
 * Performance ratings over games: 1000 times the mean chance of winning that a real decision lost.
 *
 * Pure sums over reviews, no input or output. A real decision is one in which something could be
 * lost: forced choices and those of a decided game are left out. The games are the independent
 * units of the intervals, since the choices of one game hang together.
 */
#ifndef PARLOR_TABLE_RATING_H
#define PARLOR_TABLE_RATING_H

#include "table/match.h"
#include "table/review.h"

enum { RATING_CHOICES = 100 }; /* fewer real decisions tell too little to be shown */

/* Sums over games; zeros at the start. */
struct rating {
    uint64_t games, choices;
    double lost;                            /* chances of winning, over all real decisions */
    double lost_2, lost_choices, choices_2; /* sums of squares and products by game */
    /* Of the games whose start is known: a seat's part of the win, the rest of its road (see
       table/review.h), and the result without it. */
    struct match_mean result, rest, adjusted;
    bool estimated; /* some values were not exact: the rest is not luck alone */
};

struct rating_figures {
    double rating, margin;     /* the margin is half the width of the 95 % interval; */
    bool has_margin, is_shown; /* known from two games on; enough decisions */
};

/* Whether something could be lost by this choice. */
bool rating_is_real(const struct review_decision *d);
/* The real decisions of the seats of this mask, and the chances of winning that they lost. */
void rating_sum(const struct review *review, uint32_t seats, int *choices, double *lost);
/* Adds a game by such sums, and the result of one with the rest of its road. */
void rating_add_sums(struct rating *r, double choices, double lost);
void rating_add_result(struct rating *r, double result, double rest);
/* Adds a game as the seats of this mask played it; one player may have several seats. */
void rating_add(struct rating *r, const struct review *review, uint32_t seats);
void rating_find(const struct rating *r, struct rating_figures *out);
/* Whether the game of a record counts: it is over, no practice, and no fork of another game. */
bool rating_counts(const struct record *record);

#endif
