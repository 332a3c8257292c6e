/* Smitten bots, private: declarations shared by the bots. */
#ifndef PARLOR_SEARCH_SMITTEN_BOTS_H
#define PARLOR_SEARCH_SMITTEN_BOTS_H

#include "search/smitten/evaluate.h"

/* One question to a bot. */
struct bots_ask {
    const struct evaluate_tuning *tuning;
    const struct bot_limits *limits;
    const struct view *view;
    int seat;
    uint64_t iterations, seed;
    int legal; /* the number of legal moves */
};

/* The values as seen, best first, and the best as the choice; MOVE_NONE without moves. */
void bots_fill(struct bot_choice *out, const move *moves, const double *value, int n);

/* Notes the value of waiting. */
void bots_fill_wait(struct bot_choice *out, double value);

/* pair.c: two players by the convention. */
size_t pair_scratch(void);
/* Clears the cache: the memory was used for something else. */
void pair_forget(void *scratch);
void pair_choose(const struct bots_ask *a, void *scratch, struct bot_choice *out);

/* literal.c: two players, with signals in their plain meaning. */
size_t literal_scratch(void);
void literal_choose(const struct bots_ask *a, void *scratch, struct bot_choice *out);
/* A quick answer when told to stop. */
void literal_glance(const struct bots_ask *a, void *room, struct bot_choice *out);
/* How strongly a signal claims the turn. */
int literal_eagerness(int said);

/* partner.c: the same with beliefs from the whole game. */
size_t partner_scratch(void);
void partner_choose(const struct bots_ask *a, void *scratch, struct bot_choice *out);

/* solo.c: by playouts of sampled games; and by the exact solver in `bytes` of memory, where a
   budget of 0 means no limit. If budget, clock or `stop` cuts the solver short, a few playouts
   answer instead. */
void solo_sample(const struct bots_ask *a, struct bot_choice *out);
void solo_solve(const struct bots_ask *a, void *memory, size_t bytes, struct bot_choice *out);

#endif
