/*
 * Private to reviews: with every card open, deck included, can a game that is played together
 * still be won? Nothing is left to chance then, so the answer is yes or no.
 */
#ifndef PARLOR_TABLE_REVIEW_OPEN_H
#define PARLOR_TABLE_REVIEW_OPEN_H

#include "core/game.h"

enum review_open { REVIEW_OPEN_LOST, REVIEW_OPEN_WON, REVIEW_OPEN_UNKNOWN };

/* Looks at no more than `nodes` positions; what it cannot settle with them is unknown. */
enum review_open review_open_search(const struct game *g, const struct state *s, long nodes);

#endif
