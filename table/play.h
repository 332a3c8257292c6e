/*
 * Playing games by machine: one loop for simulation, tests and measurements, and the list of
 * bots by name.
 */
#ifndef PARLOR_TABLE_PLAY_H
#define PARLOR_TABLE_PLAY_H

#include "core/game.h"
#include "table/setup.h"

/* What a bot is asked: its seat's legal moves (at least one) and, if it looks, its view. */
struct play_turn {
    const struct game *game;
    int seat;
    const struct view *view; /* NULL unless the bot `looks` */
    const move *moves;
    int n;
};

/* A bot knows its turn, never the state. */
struct play_bot {
    const char *name;
    int looks; /* 1: wants the view, which costs time */
    move (*choose)(const struct play_turn *turn, struct rng *r);
};

/* All bots that are built in, closed by NULL; the first is the default. */
extern const struct play_bot *const play_bots[];
const struct play_bot *play_find_bot(const char *name); /* or NULL */

/* What happened: a deal (seat PLAY_DEAL) or a move. */
enum { PLAY_DEAL = -1 };
struct play_event {
    int seat;
    move move;
    struct deal deal;
};

/* Draws the next event: a fair deal, or the move of a seat that is chosen uniformly among the
   actors that have a legal move. `bot` has one bot a seat. Returns 0 when the game is over. */
int play_choose(const struct game *g, const struct state *s, const struct play_bot *const *bot,
                struct rng *r, struct play_event *out);

/* Makes that event. */
void play_apply(const struct game *g, struct state *s, const struct play_event *e);

/* Plays from this state to the end; returns the number of events. */
long play_out(const struct game *g, struct state *s, const struct play_bot *const *bot,
              struct rng *r);

#endif
