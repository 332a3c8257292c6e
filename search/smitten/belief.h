/*
 * Smitten bots, private: the public belief about both hands.
 *
 * Each seat has a list of the hands that it may hold, each with the likelihood of the seat's
 * signals and moves. Each player acts by their own hand and public facts, so the chance of a pair
 * of hands is the product of both likelihoods and of the number of ways to deal the pair.
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
    uint16_t once, gone; /* numbers with one copy, or none, in hands, deck or aside */
    uint8_t placed, decked;
    uint8_t active; /* the seat that began this turn */
    struct belief_hands of[2];
};

/* The start of a game: both hands are dealt. */
void belief_start(const struct evaluator *m, struct belief *f);
/* All hands of so many unseen cards, with equal weights. */
void belief_list_all(const struct belief *f, int held, struct belief_hands *out);
/* The number of ways to deal these two hands from the unseen cards; 0: impossible. */
double belief_ways(const struct belief *f, struct hand a, struct hand b);
/* A card of a hand or the deck becomes public. */
void belief_see(struct belief *f, int number);
/* A card is put into a square. */
void belief_put(struct belief *f, int square, int number);
/* A card leaves a hand: hands without it are removed. */
void belief_leave(struct belief *f, int who, int number);
/* A seat draws cards. */
void belief_draw_cards(struct belief *f, int who, int n);
/* Keeps the marked hands; if there are none, keeps all and returns false. */
bool belief_keep(struct belief_hands *l, const bool *keep);

#endif
