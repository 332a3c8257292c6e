/*
 * Smitten bots, private: a checkpoint at the start of a turn, identified by all signals and moves
 * before it. A belief saved there is valid for every later view of the same game.
 */
#ifndef PARLOR_SEARCH_SMITTEN_CHECKPOINT_H
#define PARLOR_SEARCH_SMITTEN_CHECKPOINT_H

#include <string.h>

#include "games/smitten/smitten.h"

struct checkpoint {
    uint8_t turn; /* 0: none */
    uint8_t logged;
    uint8_t moved; /* moves before it */
    uint16_t log[SMITTEN_LOG_MAX];
    uint8_t said[SMITTEN_MOVES];
};

/* Whether the game on this table has passed the checkpoint. */
static inline bool checkpoint_precedes(const struct checkpoint *c, const struct smitten_table *t)
{
    return c->turn > 0 && c->turn <= t->turn && c->logged <= t->logged &&
           memcmp(c->log, t->log, c->logged * sizeof c->log[0]) == 0 &&
           memcmp(c->said, t->said, c->moved) == 0;
}

/* Sets the checkpoint at the start of a turn, after so many entries of the log. */
static inline void checkpoint_set(struct checkpoint *c, const struct smitten_table *t, int turn,
                                  int logged)
{
    c->turn = (uint8_t)turn;
    c->logged = (uint8_t)logged;
    c->moved = (uint8_t)smitten_moves_before(t, turn);
    memcpy(c->log, t->log, sizeof c->log);
    memcpy(c->said, t->said, sizeof c->said);
}

#endif
