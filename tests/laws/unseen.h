/*
 * The cards that a seat has not seen, derived from the events and the rules without the engine. The
 * test of leaks (redeal.c) exchanges such cards in the deal and looks for a difference.
 */
#ifndef PARLOR_TESTS_LAWS_UNSEEN_H
#define PARLOR_TESTS_LAWS_UNSEEN_H

#include "tests/laws/play.h"

/* The place of a card in a deal event. */
struct spot {
    int event, index;
    int kind;  /* spots of one deal and kind look alike and may be exchanged */
    int stack; /* so may those of one deal and stack, of any kind; 0: in none */
};

enum { SPOTS_MAX = 4 * GAME_CARDS_MAX };

/* Lists the cards that the seat (or GAME_SPECTATOR) has not seen after the first `events` events
   of the play; returns how many. */
int unseen_null(const struct play *p, int events, int seat, struct spot *out);
int unseen_photograph(const struct play *p, int events, int seat, struct spot *out);
int unseen_luz(const struct play *p, int events, int seat, struct spot *out);
int unseen_smitten(const struct play *p, int events, int seat, struct spot *out);

/* How many of the last events are choices that are still sealed. */
int unseen_photograph_sealed(const struct play *p, int events);

/* Luz: sorts the packets of a deal into the order of a hand. */
void unseen_luz_sort(const struct play *p, struct deal *d);
/* Luz: whether the changed deals leave every card that was played in its slot. */
bool unseen_luz_keeps(const struct play *p, const struct play *changed, int events);

/* Smitten: whether the exchange respects rule S5.1: a number shown again proves that no other copy
   was hidden in that hand. */
bool unseen_smitten_keeps(const struct play *p, const struct play *changed, int events);
/* Smitten: like unseen_smitten; with two players it adds the cards that were seen when they left a
   hand, because nobody else knows which of its cards they were. */
int unseen_smitten_unsure(const struct play *p, int events, int seat, struct spot *out);
/* Smitten: how many cards of the deal, from the front, matter to the first `events` events. */
int unseen_smitten_drawn(const struct play *p, int events);
/* Smitten: in how many ways hidden cards of a hand can be those that were played, placed and
   revealed, if equal cards are told apart. */
long unseen_smitten_chance(const struct play *p, int events);
/* Smitten: whether another hand holds a hidden card that cannot be of some number, because that was
   revealed again (S5.1), and the seat does not know where the other copy is. */
bool unseen_smitten_again(const struct play *p, int events, int seat);

/* The text of a card or move; valid until the next call. */
const char *unseen_card(const struct play *p, int card);
const char *unseen_move(const struct play *p, int event);

#endif
