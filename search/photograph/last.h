/* Photograph: the last field, solved for two seats (last.c). */
#ifndef PARLOR_SEARCH_PHOTOGRAPH_LAST_H
#define PARLOR_SEARCH_PHOTOGRAPH_LAST_H

#include "search/photograph/think.h"

enum { LAST_WORLDS_MAX = 96 };

struct last_worlds {
    int n;
    struct state world[LAST_WORLDS_MAX];
};

/* Of one value: win (0, 0.5, 1) plus `lead` for each point ahead, for `seat`. */
struct last_solver {
    int seat;
    double lead;
    uint64_t nodes, limit;           /* turns tried, over all calls; at the limit it gives up */
    const struct bot_limits *limits; /* may be NULL; also gives up when told to stop */
    uint64_t started;
    bool gave_up;
};

/* Whether the solver knows such a position: two seats, the last field, a turn. */
bool last_fits(const struct photograph_open *o);
/* All worlds that give this view, equally likely, but for the order of the deck, which no longer
   matters; false if there are too many. */
bool last_list_worlds(const struct view *v, struct last_worlds *out);
/* The value of a legal move in this world with best play of both; false: gave up. */
bool last_solve(struct last_solver *l, const struct state *s, move m, double *value);

#endif
