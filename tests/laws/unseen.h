/*
 * What a seat has not seen, worked out from the events and the rules alone, without the engine:
 * the test of leaks (redeal.c) exchanges such cards in the deal and looks for a difference.
 */
#ifndef PARLOR_TESTS_LAWS_UNSEEN_H
#define PARLOR_TESTS_LAWS_UNSEEN_H

#include "tests/laws/play.h"

/* The place of a card in a deal event. */
struct spot {
    int event, index;
    int kind;  /* spots of one deal and kind may be exchanged: what shows of both is the same */
    int stack; /* so may those of one deal and stack, of whatever kind; 0: in none */
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

/* Luz: sorts the packets of a deal as they are held. */
void unseen_luz_sort(const struct play *p, struct deal *d);
/* Luz: whether the changed deals leave every card that was played in its slot. */
bool unseen_luz_keeps(const struct play *p, const struct play *changed, int events);

/* Smitten: whether the exchange keeps what rule S5.1 tells: a number shown again proves that no
   other copy was hidden in that hand. */
bool unseen_smitten_keeps(const struct play *p, const struct play *changed, int events);
/* Smitten: like unseen_smitten, and with two players also the cards that were seen when they left
   a hand, because nobody else knows as which of its cards they came. */
int unseen_smitten_unsure(const struct play *p, int events, int seat, struct spot *out);
/* Smitten: how many cards of the deal, from the front, matter to the first `events` events. */
int unseen_smitten_drawn(const struct play *p, int events);
/* Smitten: in how many ways hidden cards of a hand can have been those that were played, placed
   and revealed, if any of equal cards may have been it. */
long unseen_smitten_chance(const struct play *p, int events);
/* Smitten: whether another hand holds a hidden card that is not of some number, because that was
   revealed a second time (S5.1), and the seat does not know where else its other copy is. */
bool unseen_smitten_again(const struct play *p, int events, int seat);

/* The text of a card or move; it stands until the next call. */
const char *unseen_card(const struct play *p, int card);
const char *unseen_move(const struct play *p, int event);

#endif
