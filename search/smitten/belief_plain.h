/*
 * Smitten bots, private: what can be believed of both hands if everybody speaks plainly.
 *
 * As with the convention each seat has a public list of hands (belief.h). But nothing is struck off
 * for what was said or done, only weighed less: a partner may be a person, and the true hand never
 * leaves its list.
 */
#ifndef PARLOR_SEARCH_SMITTEN_BELIEF_PLAIN_H
#define PARLOR_SEARCH_SMITTEN_BELIEF_PLAIN_H

#include "search/smitten/checkpoint.h"
#include "search/smitten/duty.h"
#include "search/smitten/play_values.h"

/* What each hand of a list would play at the start of a turn, and how gladly. */
struct hand_plans {
    move play[BELIEF_HANDS];   /* MOVE_NONE: nothing fits */
    double mass[BELIEF_HANDS]; /* chance of the hand, up to a factor */
    double urge[BELIEF_HANDS]; /* what playing is worth beyond leaving it to the partner */
    double rank[BELIEF_HANDS]; /* share of the hands that can play and have a lesser urge */
};

/* The start of a turn, kept from one call to the next to save time. */
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
    const float *row[BELIEF_HANDS];     /* of what the partner would play, by hand */
    struct belief_plain_saved saved[2]; /* the first turn, and the latest */
};

/* Begins to look at plays: needed before belief_plain_values in the middle of a turn. */
void belief_plain_start(struct belief_plain *p);
/* Follows the game up to now, but what was said in a turn that only begins is not heard yet.
   False: stopped. */
bool belief_plain_follow(struct belief_plain *p, const struct view *v);
/* Believes what both seats said before a move: at the start of a turn what their hands would say,
   within it only that who can play holds a card that fits now, and who cannot holds none. */
void belief_plain_hear(struct belief_plain *p, int said);
/* At the start of a turn: judges what each hand would do. */
void belief_plain_judge(struct belief_plain *p);
/* What a hand of this view says, in plain words. */
int belief_plain_signal(const struct hand_plans *v, int hand);
/* The chance to win by each of these moves of the mover, with this hand of its list. */
void belief_plain_values(struct belief_plain *p, int hand, const move *moves, int n, double *out);

#endif
