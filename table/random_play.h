/* Random play, and the events of play without people. */
#ifndef PARLOR_TABLE_RANDOM_PLAY_H
#define PARLOR_TABLE_RANDOM_PLAY_H

#include "core/game.h"
#include "table/setup.h"

/* A deal (seat PLAY_DEAL) or a move. */
enum { PLAY_DEAL = -1 };
struct play_event {
    move move;
    int seat;
    struct deal deal;
};

/* Draws the next event: a fair deal, or a uniform legal move of a uniform seat among the actors
   that can move. Returns 0 when the game is over. */
int random_play_choose(const struct game *g, const struct state *s, struct rng *r,
                       struct play_event *out);

/* Applies the event to the state. */
void play_event_apply(const struct game *g, struct state *s, const struct play_event *e);

#endif
