/* Random play, and the events that all play by machine consists of. */
#ifndef PARLOR_TABLE_RANDOM_PLAY_H
#define PARLOR_TABLE_RANDOM_PLAY_H

#include "core/game.h"
#include "table/setup.h"

/* What happened: a deal (seat PLAY_DEAL) or a move. */
enum { PLAY_DEAL = -1 };
struct play_event {
    int seat;
    move move;
    struct deal deal;
};

/* Draws the next event: a fair deal, or a legal move, uniformly chosen, of a seat that is
   uniformly chosen among the actors that have a legal move. Returns 0 when the game is over. */
int random_play_choose(const struct game *g, const struct state *s, struct rng *r,
                       struct play_event *out);

/* Makes that event. */
void play_event_apply(const struct game *g, struct state *s, const struct play_event *e);

#endif
