/*
 * Private to reviews: who values the choices. A game of one is valued by its exact solver as long
 * as that takes seconds, all else by the strongest bot that there is, with a budget of its own (two
 * people at Smitten by the strongest one that believes what they say); a review repeats itself
 * exactly.
 */
#ifndef PARLOR_TABLE_REVIEW_THINK_H
#define PARLOR_TABLE_REVIEW_THINK_H

#include "solve/solver.h"
#include "table/review.h"

struct review_thinker {
    const struct game *game;
    int seats;
    const struct bot *bot;
    uint64_t budget;
    bool together; /* all win or lose together */
    bool exact;    /* by the solver */
    double start;  /* the chance to win before the first deal */
    void *scratch;
    struct bot_choice choice;
    const struct solver_kind *solves; /* the game; NULL: nothing does */
    struct solver *solver;            /* in `memory`; NULL: none */
    uint64_t positions;               /* that may still be solved, */
    uint64_t at_once;                 /* and for one choice */
    void *memory;
    const struct study_kind *studies; /* its bids; NULL: the game has none */
    void *study;                      /* working memory for it */
};

/* Who values the choices of this record, which was replayed before: the strongest bot, but a pair
   of Smitten that does not speak by that bot's convention is judged by what its signals say. */
const struct bot *review_find_bot(const struct record *record);

/* A budget of 0 becomes such a part of the bot's own that all `choices` together take half a
   minute at most, if the bot thinks about a second in play. */
void review_thinker_init(struct review_thinker *t, const struct setup *setup, const struct bot *bot,
                         uint64_t budget, int choices);
void review_thinker_clear(struct review_thinker *t);

/* A seat's chance to win before anything was dealt; BOT_UNKNOWN: ask after the first deal. */
double review_start_value(const struct review_thinker *t);

/* Whether the seats that may move now could have let another one move first. */
bool review_could_wait(const struct review_thinker *t, const struct state *s);

/* Values the choice that `d` names, in this state: fairly, from the view of its seat alone; with
   what lies behind it if it is a bid and its seat is asked about. */
void review_think_fair(struct review_thinker *t, const struct state *s, struct review_decision *d);
/* The same in hindsight. */
void review_think_hindsight(struct review_thinker *t, const struct state *s,
                            struct review_decision *d);

#endif
