/* Smitten bots, private: the value of a 2. */
#ifndef PARLOR_SEARCH_SMITTEN_CHAIN_H
#define PARLOR_SEARCH_SMITTEN_CHAIN_H

#include "search/smitten/belief.h"

/* The answer of each hand of the partner's list to a play that asks for another. */
struct chain {
    move play;
    move reply[BELIEF_HANDS];
};

void chain_plan(struct evaluator *m, const struct belief *f, int seat, int active, move play,
                struct chain *out);
/* The chance to win after the play, if the partner holds hand `k` of its list. */
double chain_value(struct evaluator *m, const struct chain *c, const struct position *s, int seat,
                   int k);

#endif
