/*
 * Private to reviews: whether a cooperative game can still be won with every card open, the deck
 * included. No chance remains, so the answer is yes or no.
 */
#ifndef PARLOR_TABLE_REVIEW_OPEN_H
#define PARLOR_TABLE_REVIEW_OPEN_H

#include "core/game.h"

enum review_open { REVIEW_OPEN_LOST, REVIEW_OPEN_WON, REVIEW_OPEN_UNKNOWN };

/* Searches at most `nodes` positions; the answer is unknown if they do not suffice. */
enum review_open review_open_search(const struct game *g, const struct state *s, long nodes);

#endif
