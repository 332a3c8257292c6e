/*
 * Luz: the value of the end of a deal to a seat.
 *
 * Points count, and so does the match: an equity table gives the chance that a seat ends ahead of
 * another, by the difference of their scores and the deals left; after deal 4 the winner is known
 * (rule L6.1). The value, in points, combines the lead over the others' mean in this deal and the
 * chance to win.
 */
#ifndef PARLOR_SEARCH_LUZ_WORTH_H
#define PARLOR_SEARCH_LUZ_WORTH_H

#include "search/luz/sim.h"

enum { WORTH_SPAN = 64 }; /* score differences of at most this many fives */

struct worth {
    int seats, seat, deal;
    int total[LUZ_SEATS_MAX];         /* before this deal */
    int first;                        /* rule L6.1 */
    double ahead[2 * WORTH_SPAN + 1]; /* chance to end ahead, by difference in fives */
};

struct outcome {
    double value, points, win;
};

void worth_init(struct worth *w, const struct luz_open *o, int seat);
/* The deal of `s` is over. */
void worth_of(const struct worth *w, const struct sim *s, struct outcome *out);

#endif
