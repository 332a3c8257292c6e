/* The scale of performance ratings: the ratings of our own bots, measured by bench/rating.py. */
#ifndef PARLOR_SEARCH_SCALE_H
#define PARLOR_SEARCH_SCALE_H

#include "core/game.h"

struct scale_step {
    const char *level; /* of a bot; NULL closes a list */
    double rating;
};

/* The levels of a game, weakest first; NULL: not measured. */
const struct scale_step *scale_find(const struct game *g, int seats);
/* The level that plays most like this rating, by ratios; NULL: not measured. */
const char *scale_near(const struct game *g, int seats, double rating);

#endif
