/*
 * Photograph: all tunables of the bots, each with the measurement that chose it.
 *
 * README.md of this folder has the figures in full ("Experiments"); a duel of two values is `parlor
 * match photograph --seats S --bots A,B --deals N`. "Not measured" means that the number was set by
 * hand and no other value was compared. Learnt weights are in weights_N.c (made by train.c) and
 * leaf_net.c (train_leaf.c).
 */
#ifndef PARLOR_SEARCH_PHOTOGRAPH_TUNABLES_H
#define PARLOR_SEARCH_PHOTOGRAPH_TUNABLES_H

/* ---- Levels ---- */
enum {
    /* Playouts per choice. `parlor match photograph --seats 3 --bots hard:I,hard:60 --deals 150
       --seed 77`: 16, 30, 240 are -1.6 +- 0.8, -1.3 +- 0.7, +1.0 +- 0.8. With 60 `expert:1000` was
       not clear of hard with 3 seats; with 30 it is (docs/strength.md). */
    TUNE_HARD_ITERATIONS = 30,
    /* With 2 seats +6.51 +- 2.57 over hard (40 deals, seed 401), 170 ms per choice. */
    TUNE_EXPERT_ITERATIONS = 20000,
    /* Turns of a playout before the net values it. 8 turns (1000 playouts) against 1
       (240), 4 seats: -0.6 +- 0.8 (40 deals). */
    TUNE_PLAYOUT_TURNS = 1,
    /* Own winds of expert that the net values in a playout: +0.7 +- 0.5 over none (300:1, 60
       deals). Other numbers than 4 were not measured. */
    TUNE_KEEN_WINDS = 4,
};
/* Value of a point ahead of the others' mean, in won games. 0.02 - 0.06: -0.3 +- 2.2 (2 seats): no
   difference shown; by a judge of playouts 0.06 makes more points and as many wins. */
#define TUNE_LEAD 0.05

/* Standard deviation of final points around the expected ones, by stage of the game. Not measured.
 */
#define TUNE_SCATTER                                                                               \
    {                                                                                              \
        9, 8.5, 8, 6.5, 5, 3                                                                       \
    }

/* ---- The endgame, solved for two seats ---- */
enum {
    /* Turns tried per iteration of the budget. Solved - not solved: +1.2 +- 1.8 (1000:4, 40 deals);
       the number itself was not measured. */
    TUNE_ENDGAME_NODES = 80,
    TUNE_ENDGAME_WORLDS = 96, /* most worlds of a view. Not measured. */
    TUNE_ENDGAME_FIELD = 10,  /* most cards in a field that is solved. Not measured. */
};
/* Turns that one move costs in one world, by cards in the field, as measured. */
#define TUNE_ENDGAME_COST                                                                          \
    {                                                                                              \
        [5] = 100, 500, 2600, 13000, 62000, 250000                                                 \
    }

/* ---- Reasons of reviews ---- */
enum { TUNE_REASON_WORLDS = 32 }; /* where hidden cards count. Not measured. */

/* ---- easy ---- */
enum { TUNE_EASY_HOPE = 40 }; /* cents of a hand card that would fit now. Not measured. */

#endif
