/*
 * Smitten bots, private: what each play is worth against each hand of the partner.
 *
 * While cards are left to draw, only the squares count at the end of a turn. A play is then worth
 * the same whatever else its player holds, and a row of values for a play serves all hands. Rows
 * are made when they are first asked for.
 */
#ifndef PARLOR_SEARCH_SMITTEN_SHEET_H
#define PARLOR_SEARCH_SMITTEN_SHEET_H

#include "search/smitten/belief.h"

enum { SHEET_PLAYS = 20 }; /* 9 numbers and the second call of a 5, in 2 squares */

struct sheet {
    const struct belief_hands *other; /* the hands that carry out */
    uint16_t square[2];
    uint8_t placed;
    uint8_t seat;   /* that plays */
    uint8_t active; /* that began the turn */
    uint8_t gone;   /* a number that has left the hands of `other` since; 0 none */
    bool exact;     /* hands count beyond this turn: there are no rows */
    bool known[SHEET_PLAYS];
    float row[SHEET_PLAYS][BELIEF_HANDS];
};

/* Begins a sheet for plays of a seat. */
void sheet_start(const struct evaluator *m, const struct belief *f, int seat, int active,
                 struct sheet *t);
/* Turns a sheet into one for what is played in answer to a 2 of the sheet's partner. */
void sheet_chain(const struct evaluator *m, struct sheet *t, move two);
/* The values of a play by hand of the partner; NULL: they depend on the player's hand. */
const float *sheet_row(struct evaluator *m, struct sheet *t, move play);
/* The chance to win by a play of this hand, if the partner holds hand `k`. */
double sheet_value(struct evaluator *m, struct sheet *t, struct hand own, move play, int k);

#endif
