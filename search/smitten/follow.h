/*
 * Smitten bots, private: follows a game through its public events, and says what a hand would do.
 */
#ifndef PARLOR_SEARCH_SMITTEN_FOLLOW_H
#define PARLOR_SEARCH_SMITTEN_FOLLOW_H

#include "search/smitten/checkpoint.h"
#include "search/smitten/talk.h"

/* What has to be done now, and by whom. */
struct duty {
    uint8_t phase; /* SMITTEN_TURN, CHAIN, PUT, SHOW or TOP */
    uint8_t mover;
    uint8_t card, at, call; /* the instruction */
    uint8_t kept, top;
};

/* The start of a turn, kept from one call to the next to save time. */
struct follow_point {
    struct checkpoint checkpoint;
    struct belief belief;
    struct talk talk;
};

struct follow {
    struct evaluator evaluator;
    struct follow_point point[2]; /* the first turn, and the latest */
    struct belief belief;         /* now */
    struct talk talk;             /* of this turn */
    struct duty duty;
    struct chain chain[2];
    struct talk_room room;
};

/* Follows the game up to now: `belief`, `talk` and `duty` stand as the view does. What was said in
   this turn is believed, once both lists say so. False: stopped. */
bool follow_view(struct follow *w, const struct view *v);

/* The moves of the mover with this hand; returns how many. */
int follow_moves(const struct evaluator *m, const struct belief *f, const struct duty *d,
                 struct hand h, move *out);
/* The chance to win by each of these moves, over the hands that the other may hold. */
void follow_values(struct evaluator *m, const struct belief *f, const struct duty *d,
                   const struct chain chain[2], struct hand h, const move *moves, int n,
                   double *out);
/* The chance to win by one move if the other holds hand `k`; `chain` is needed for a 2 only. */
double follow_value(struct evaluator *m, const struct chain *chain, const struct position *s,
                    const struct duty *d, move mv, int k);
/* What the partner has to do after this play of the log. */
struct duty follow_duty(const struct evaluator *m, int who, uint16_t entry);
/* What a 2 would be answered with, where one may be played. */
void follow_chains(struct evaluator *m, const struct belief *f, const struct duty *d,
                   struct chain chain[2]);
/* The first of the best. */
int follow_best(const double *value, int n);
/* At the start of a turn: which seat plays, once both have spoken; -1: not settled. */
int follow_player(const struct follow *w, const struct view *v);

#endif
