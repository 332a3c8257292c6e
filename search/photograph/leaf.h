/*
 * Photograph: the weight of a position at the end of a playout (leaf.c).
 *
 * A small net, learnt from played games (train_leaf.c): each colour of each seat has TERMS
 * features, each with a row of numbers; the rows are added, cut at 0 (ReLU) and weighted. It knows
 * more than the tables of think.h (the field, the order of turns, every rival in a race for a Good
 * Shot), but is too slow to compare winds.
 */
#ifndef PARLOR_SEARCH_PHOTOGRAPH_LEAF_H
#define PARLOR_SEARCH_PHOTOGRAPH_LEAF_H

#include "search/photograph/think.h"

enum {
    PHOTOBOT_LEAF_TERMS = 15,
    PHOTOBOT_LEAF_ROWS = 610,
    PHOTOBOT_LEAF_WIDTH = 16,
    PHOTOBOT_LEAF_ONE = 64, /* the unit of `row` */
};

struct photobot_leaf {
    int8_t row[PHOTOBOT_LEAF_ROWS][PHOTOBOT_LEAF_WIDTH];
    int32_t out[PHOTOBOT_LEAF_WIDTH]; /* cents per unit, times 256 */
};

extern const struct photobot_leaf photobot_leaf; /* leaf_net.c */

/* The input of one seat: certain points, and the features of each colour in play. */
struct photobot_leaf_seat {
    int base; /* cents */
    int colours;
    uint16_t term[PHOTOGRAPH_COLOURS][PHOTOBOT_LEAF_TERMS];
};

/* Reads all seats, where the next move is a take. It reads the whole world, hidden cards too: it is
   one of many samples. */
void photobot_leaf_read(const struct photobot_world *w,
                        struct photobot_leaf_seat out[PHOTOGRAPH_SEATS_MAX]);
/* The points in cents that each seat may expect. */
void photobot_leaf_weigh(const struct photobot_world *w, int cents[PHOTOGRAPH_SEATS_MAX]);

#endif
