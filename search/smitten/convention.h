/*
 * Smitten bots, private: follows a game through its public events by the convention.
 */
#ifndef PARLOR_SEARCH_SMITTEN_CONVENTION_H
#define PARLOR_SEARCH_SMITTEN_CONVENTION_H

#include "search/smitten/checkpoint.h"
#include "search/smitten/duty.h"
#include "search/smitten/talk.h"

/* The state at a checkpoint, kept between calls as a cache. */
struct convention_saved {
    struct checkpoint checkpoint;
    struct belief belief;
    struct talk talk;
};

struct convention {
    struct evaluator evaluator;
    struct convention_saved saved[2]; /* the first turn, and the latest */
    struct belief belief;             /* now */
    struct talk talk;                 /* of this turn */
    struct duty duty;
    struct chain chain[2];
    struct talk_room room;
};

/* Follows the game up to now: sets `belief`, `talk` and `duty` as of the view, including the
   signals of this turn. False: stopped. */
bool convention_view(struct convention *w, const struct view *v);

/* At the start of a turn: which seat plays, once both have spoken; -1: not settled. */
int convention_player(const struct convention *w, const struct view *v);

#endif
