/*
 * Private to reviews: valuing choices. A solo game is valued by its exact solver within a limit of
 * positions, any other game by its strongest bot with a fixed budget (see review_find_bot). Equal
 * records give equal reviews.
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
    double
        start; /* the chance to win before the first deal; BOT_UNKNOWN: that of the first choice */
    void *scratch;
    struct bot_choice choice;
    const struct solver_kind *solves; /* the game's solver; NULL: none */
    struct solver *solver;            /* in `memory`; NULL: none */
    uint64_t positions;               /* that may still be solved in this game */
    uint64_t at_once;                 /* limit for one choice */
    void *memory;
    const struct study_kind *studies;  /* of the game's bids; NULL: none */
    void *study;                       /* working memory for it */
    const struct reason_kind *reasons; /* of the game; NULL: none */
    void *reason;                      /* working memory for them */
};

/* The bot that values the choices of this record, which has been replayed: the strongest one. But
   if the players' signals break its convention, the bot that takes signals literally. */
const struct bot *review_find_bot(const struct record *record);

/* A budget of 0 becomes a part of the bot's own, so that all `choices` together take at most half a
   minute if the bot thinks for about a second in play. A smaller budget shortens all of it. */
void review_thinker_init(struct review_thinker *t, const struct setup *setup, const struct bot *bot,
                         uint64_t budget, int choices);
void review_thinker_clear(struct review_thinker *t);

/* Whether the seats that may move now could have let another one move first. */
bool review_could_wait(const struct review_thinker *t, const struct state *s);

/* Values the choice of `d` in this state fairly, from the view of its seat alone; for a seat under
   review with a forecast if it is a bid, and with the reason if it costs something. */
void review_think_fair(struct review_thinker *t, const struct state *s, struct review_decision *d);
/* The same in hindsight. */
void review_think_hindsight(struct review_thinker *t, const struct state *s,
                            struct review_decision *d);

#endif
