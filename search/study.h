/*
 * The forecast behind a bid, for reviews and calibration: the tricks that the seat makes if it aims
 * at each bid. One row per game that has bids.
 */
#ifndef PARLOR_SEARCH_STUDY_H
#define PARLOR_SEARCH_STUDY_H

#include "search/bot.h"

enum { STUDY_BIDS = 22, STUDY_TRICKS = 11 };

struct study {
    uint64_t playouts; /* of each bid */
    /* By bid, 2 * beads + safety: */
    double points[STUDY_BIDS];               /* expected points of this deal */
    double met[STUDY_BIDS];                  /* chance to meet it */
    double chance[STUDY_BIDS][STUDY_TRICKS]; /* of 0 to 10 tricks when aiming at it */
};

struct study_kind {
    const struct game *game;
    size_t scratch; /* bytes of working memory, aligned to 64, zeros before the first use */
    /* The number of a bid: 2 * beads + safety; -1: the move is none. */
    int (*number)(move m);
    /* The seat is to bid in this view. `limits->iterations` (0: 22000) counts playouts of all bids
       together. */
    void (*look)(const struct view *v, int seat, const struct bot_limits *limits, uint64_t seed,
                 void *scratch, struct study *out);
};

/* The row of a game, or NULL (search/list.c). */
const struct study_kind *study_find(const struct game *g);

#endif
