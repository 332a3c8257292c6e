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

/* Luz: whether the changed deals leave every card that was played in its slot. */
bool unseen_luz_keeps(const struct play *p, const struct play *changed, int events);

/* The text of a card or move; it stands until the next call. */
const char *unseen_card(const struct play *p, int card);
const char *unseen_move(const struct play *p, int event);

#endif
