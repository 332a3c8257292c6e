/*
 * Smitten bots, private: a mark at the start of a turn, by all that was said and done before. What
 * was believed at a mark holds again for every view of the same game that lies behind it.
 */
#ifndef PARLOR_SEARCH_SMITTEN_WAY_H
#define PARLOR_SEARCH_SMITTEN_WAY_H

#include <string.h>

#include "games/smitten/smitten.h"

struct way {
    uint8_t turn; /* 0: none */
    uint8_t logged;
    uint8_t moved; /* moves before it */
    uint16_t log[SMITTEN_LOG_MAX];
    uint8_t said[SMITTEN_MOVES];
};

/* Whether the game on this table has passed the mark. */
static inline bool way_leads_to(const struct way *w, const struct smitten_table *t)
{
    return w->turn > 0 && w->turn <= t->turn && w->logged <= t->logged &&
           memcmp(w->log, t->log, w->logged * sizeof w->log[0]) == 0 &&
           memcmp(w->said, t->said, w->moved) == 0;
}

/* Sets the mark at the start of a turn, with so much of the log behind it. */
static inline void way_mark(struct way *w, const struct smitten_table *t, int turn, int logged)
{
    w->turn = (uint8_t)turn;
    w->logged = (uint8_t)logged;
    w->moved = (uint8_t)smitten_moves_before(t, turn);
    memcpy(w->log, t->log, sizeof w->log);
    memcpy(w->said, t->said, sizeof w->said);
}

#endif
