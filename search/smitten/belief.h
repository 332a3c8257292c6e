/*
 * Smitten bots, private: what everybody can believe about both hands, from public events alone.
 *
 * Each seat has a list of the hands that it may hold, each with the likelihood of all that the
 * seat has said and done. Everybody acts by the own hand and by what is public, so the chance of
 * a pair of hands is the product of both likelihoods and of the number of ways to deal the pair.
 */
#ifndef PARLOR_SEARCH_SMITTEN_BELIEF_H
#define PARLOR_SEARCH_SMITTEN_BELIEF_H

#include "search/smitten/evaluate.h"

enum { BELIEF_HANDS = 414 }; /* hands of 4 cards from a whole pack */

struct belief_hands {
    int n, held;
    struct hand hand[BELIEF_HANDS];
    double weight[BELIEF_HANDS];
};

struct belief {
    uint16_t square[2];
    uint16_t once, gone; /* numbers of which one copy, or none, is in hands, deck or aside */
    uint8_t placed, decked;
    uint8_t active; /* who began this turn */
    struct belief_hands of[2];
};

/* The start of a game: both hands are dealt. */
void belief_start(const struct evaluator *m, struct belief *f);
/* All hands of so many unseen cards, with equal weights. */
void belief_list_all(const struct belief *f, int held, struct belief_hands *out);
/* The ways to deal these two hands from what nobody has seen; 0: it cannot be. */
double belief_ways(const struct belief *f, struct hand a, struct hand b);
/* A card comes to light, from a hand or the deck. */
void belief_see(struct belief *f, int number);
/* A card is put into a square. */
void belief_put(struct belief *f, int square, int number);
/* A card leaves a hand: who does not hold it is struck off. */
void belief_leave(struct belief *f, int who, int number);
/* A seat draws cards. */
void belief_draw_cards(struct belief *f, int who, int n);
/* Keeps the hands that are marked; if there are none, all stay and it returns false. */
bool belief_keep(struct belief_hands *l, const bool *keep);

#endif
