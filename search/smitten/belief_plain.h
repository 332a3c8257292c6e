/*
 * Smitten bots, private: the public belief if signals have their plain meaning.
 *
 * As with the convention each seat has a public list of hands (belief.h). But signals and moves
 * only lower weights and remove no hand: a partner may be a person, and the true hand never leaves
 * its list.
 */
#ifndef PARLOR_SEARCH_SMITTEN_BELIEF_PLAIN_H
#define PARLOR_SEARCH_SMITTEN_BELIEF_PLAIN_H

#include "search/smitten/checkpoint.h"
#include "search/smitten/duty.h"
#include "search/smitten/play_values.h"

/* The best play of each hand of a list at the start of a turn, and its urge to play. */
struct hand_plans {
    move play[BELIEF_HANDS];   /* MOVE_NONE: nothing fits */
    double mass[BELIEF_HANDS]; /* chance of the hand, up to a factor */
    double urge[BELIEF_HANDS]; /* the value of playing minus that of the partner's play */
    double rank[BELIEF_HANDS]; /* share of the hands that can play and have a lesser urge */
};

/* The state at a checkpoint, kept between calls as a cache. */
struct belief_plain_saved {
    struct checkpoint checkpoint;
    struct belief belief;
    struct hand_plans seen[2];
};

struct belief_plain {
    struct evaluator evaluator;
    struct belief belief; /* now */
    struct duty duty;
    struct hand_plans seen[2];      /* by seat */
    struct play_values values[2];   /* by the seat that plays */
    struct play_values chain[2][2]; /* after a 2, by the seat that played it and its square */
    move reply[2][2][BELIEF_HANDS]; /* to that 2, by hand of the partner */
    bool replied[2][2];
    const float *row[BELIEF_HANDS];     /* of the partner's play, by hand */
    struct belief_plain_saved saved[2]; /* the first turn, and the latest */
};

/* Resets the values of plays: call it before belief_plain_values in the middle of a turn. */
void belief_plain_start(struct belief_plain *p);
/* Follows the game up to now, except for signals at the start of the current turn. False: stopped.
 */
bool belief_plain_follow(struct belief_plain *p, const struct view *v);
/* Weighs hands by both seats' signals before a move: at the start of a turn by the signal that each
   hand would give; within it, "can" means that a card fits now, "cannot" that none does. */
void belief_plain_hear(struct belief_plain *p, int said);
/* At the start of a turn: finds the best play and urge of each hand. */
void belief_plain_judge(struct belief_plain *p);
/* The signal of a hand, in its plain meaning. */
int belief_plain_signal(const struct hand_plans *v, int hand);
/* After belief_plain_judge: the chance to win if the partner plays, with this hand of the seat's
   list. A partner without a play leaves the turn to the seat's best one. */
double belief_plain_wait(struct belief_plain *p, int seat, int hand);
/* The chance to win by each of these moves of the mover, with this hand of its list. */
void belief_plain_values(struct belief_plain *p, int hand, const move *moves, int n, double *out);

#endif
