/* Photograph: the endgame (the last field), solved for two seats (endgame.c). */
#ifndef PARLOR_SEARCH_PHOTOGRAPH_ENDGAME_H
#define PARLOR_SEARCH_PHOTOGRAPH_ENDGAME_H

#include "search/photograph/think.h"
#include "search/photograph/tunables.h"

struct photobot_endgame_worlds {
    int n;
    struct state world[TUNE_ENDGAME_WORLDS];
};

/* The value is the win (0, 0.5, 1) plus `lead` per point ahead, for `seat`. */
struct photobot_endgame_solver {
    int seat;
    double lead;
    uint64_t nodes, limit;           /* turns tried, over all calls; at the limit it gives up */
    const struct bot_limits *limits; /* may be NULL; also gives up when told to stop */
    uint64_t started;
    bool gave_up;
};

/* Whether the solver handles the position: two seats, the last field, a turn. */
bool photobot_endgame_fits(const struct photograph_open *o);
/* All worlds of this view, equally likely, ignoring the order of the deck, which no longer matters;
   false if there are too many. */
bool photobot_endgame_list_worlds(const struct view *v, struct photobot_endgame_worlds *out);
/* The value of a legal move in this world with best play of both; false: gave up. */
bool photobot_endgame_solve(struct photobot_endgame_solver *l, const struct state *s, move m,
                            double *value);

#endif
