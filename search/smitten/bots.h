/* Smitten bots, private: what the parts share. */
#ifndef PARLOR_SEARCH_SMITTEN_BOTS_H
#define PARLOR_SEARCH_SMITTEN_BOTS_H

#include "search/smitten/evaluate.h"

/* What the levels differ in. */
struct bots_tuning {
    struct evaluate_tuning evaluate;
};

/* One question to a bot. */
struct bots_ask {
    const struct bots_tuning *tuning;
    const struct bot_limits *limits;
    const struct view *view;
    int seat;
    uint64_t iterations, seed;
    int legal; /* moves that the seat may make */
};

/* The values as seen, best first, and the best as the choice; MOVE_NONE without moves. */
void bots_fill(struct bot_choice *out, const move *moves, const double *value, int n);

/* pair.c: two players by the convention. */
size_t pair_scratch(void);
/* The memory held something else. */
void pair_forget(void *scratch);
void pair_choose(const struct bots_ask *a, void *scratch, struct bot_choice *out);

/* literal.c: two players, where signals mean what they say. */
size_t literal_scratch(void);
void literal_choose(const struct bots_ask *a, void *scratch, struct bot_choice *out);
/* Told to stop: a glance instead of thought. */
void literal_glance(const struct bots_ask *a, void *room, struct bot_choice *out);
/* How much a signal asks for the turn. */
int literal_eagerness(int said);

/* partner.c: the same with beliefs from the whole game. */
size_t partner_scratch(void);
void partner_choose(const struct bots_ask *a, void *scratch, struct bot_choice *out);

/* solo.c: by playing possible games to their end; and by the exact solver in `bytes` of memory,
   where a budget of 0 has no limit. Exact thought that is cut short by budget, clock or `stop` is
   replaced by a few games. */
void solo_sample(const struct bots_ask *a, struct bot_choice *out);
void solo_solve(const struct bots_ask *a, void *memory, size_t bytes, struct bot_choice *out);

#endif
