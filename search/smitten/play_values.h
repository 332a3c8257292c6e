/*
 * Smitten bots, private: the value of each play against each hand of the partner.
 *
 * While cards are left to draw, only the squares count at the end of a turn. The value of a play is
 * then independent of its player's other cards, and one row of values per play serves all hands.
 * Rows are filled on first use.
 */
#ifndef PARLOR_SEARCH_SMITTEN_PLAY_VALUES_H
#define PARLOR_SEARCH_SMITTEN_PLAY_VALUES_H

#include "search/smitten/belief.h"

enum { PLAY_VALUES_ROWS = 20 }; /* 9 numbers and the second call of a 5, in 2 squares */

struct play_values {
    const struct belief_hands *other; /* the hands that carry out */
    uint16_t square[2];
    uint8_t placed;
    uint8_t seat;   /* that plays */
    uint8_t active; /* that began the turn */
    uint8_t gone;   /* a number that has left the hands of `other` since; 0 none */
    bool exact;     /* hands matter beyond this turn: there are no rows */
    bool known[PLAY_VALUES_ROWS];
    float row[PLAY_VALUES_ROWS][BELIEF_HANDS];
};

/* Starts the values of a seat's plays. */
void play_values_start(const struct evaluator *m, const struct belief *f, int seat, int active,
                       struct play_values *t);
/* Turns them into the values of the answers to a 2 that the partner played. */
void play_values_chain(const struct evaluator *m, struct play_values *t, move two);
/* The values of a play by hand of the partner; NULL: they depend on the player's hand. */
const float *play_values_row(struct evaluator *m, struct play_values *t, move play);
/* The chance to win by a play of this hand, if the partner holds hand `k`. */
double play_values_of(struct evaluator *m, struct play_values *t, struct hand own, move play,
                      int k);

#endif
