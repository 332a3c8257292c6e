/*
 * Smitten bots, private: what everybody can believe about both hands, from public events alone.
 *
 * Each seat has a list of the hands that it may hold, each with the likelihood of all that the
 * seat has said and done. Everybody acts by the own hand and by what is public, so the chance of
 * a pair of hands is the product of both likelihoods and of the number of ways to deal the pair.
 */
#ifndef PARLOR_SEARCH_SMITTEN_FAITH_H
#define PARLOR_SEARCH_SMITTEN_FAITH_H

#include "search/smitten/mind.h"

enum { FAITH_HANDS = 414 }; /* hands of 4 cards from a whole pack */

struct faith_list {
    int n, held;
    struct mind_hand hand[FAITH_HANDS];
    double weight[FAITH_HANDS];
};

struct faith {
    uint16_t square[2];
    uint16_t once, gone; /* numbers of which one copy, or none, is in hands, deck or aside */
    uint8_t placed, decked;
    uint8_t active; /* who began this turn */
    struct faith_list of[2];
};

/* The start of a game: both hands are dealt. */
void faith_start(const struct mind *m, struct faith *f);
/* All hands of so many unseen cards, with equal weights. */
void faith_list_all(const struct faith *f, int held, struct faith_list *out);
/* The ways to deal these two hands from what nobody has seen; 0: it cannot be. */
double faith_ways(const struct faith *f, struct mind_hand a, struct mind_hand b);
/* A card comes to light, from a hand or the deck. */
void faith_see(struct faith *f, int number);
/* A card is put into a square. */
void faith_put(struct faith *f, int square, int number);
/* A card leaves a hand: who does not hold it is struck off. */
void faith_leave(struct faith *f, int who, int number);
/* A seat draws cards. */
void faith_draw(struct faith *f, int who, int n);
/* Keeps the hands that are marked; if there are none, all stay and it returns false. */
bool faith_keep(struct faith_list *l, const bool *keep);

#endif
