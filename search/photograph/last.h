/* Photograph: the last field, solved for two seats (last.c). */
#ifndef PARLOR_SEARCH_PHOTOGRAPH_LAST_H
#define PARLOR_SEARCH_PHOTOGRAPH_LAST_H

#include "search/photograph/photobot.h"
#include "search/photograph/tunables.h"

struct photobot_last_worlds {
    int n;
    struct state world[TUNE_LAST_WORLDS];
};

/* Of one value: win (0, 0.5, 1) plus `lead` for each point ahead, for `seat`. */
struct photobot_last_solver {
    int seat;
    double lead;
    uint64_t nodes, limit;           /* turns tried, over all calls; at the limit it gives up */
    const struct bot_limits *limits; /* may be NULL; also gives up when told to stop */
    uint64_t started;
    bool gave_up;
};

/* Whether the solver knows such a position: two seats, the last field, a turn. */
bool photobot_last_fits(const struct photograph_open *o);
/* All worlds that give this view, equally likely, but for the order of the deck, which no longer
   matters; false if there are too many. */
bool photobot_last_list_worlds(const struct view *v, struct photobot_last_worlds *out);
/* The value of a legal move in this world with best play of both; false: gave up. */
bool photobot_last_solve(struct photobot_last_solver *l, const struct state *s, move m,
                         double *value);

#endif
