/* Private to matches: a game that was played, and counting the games of a deal. */
#ifndef PARLOR_TABLE_MATCH_COUNT_H
#define PARLOR_TABLE_MATCH_COUNT_H

#include "table/match.h"

enum { MATCH_BIDS_MAX = 24 }; /* of one game of Luz: 4 deals, 5 seats */

/* A bid: the bot's prediction, and the points that it brought. */
struct match_bid {
    int seat;
    bool settled;
    double chance;    /* to meet it */
    double predicted; /* points */
    int points;
};

struct match_game {
    bool done; /* guarded by the match */
    const struct match_plan *plan;
    int deals; /* deal events */
    struct result result;
    struct driver_cost cost[GAME_SEATS_MAX]; /* by seat */
    struct strbuf record;
    struct result before; /* before the current deal */
    void *study;          /* working memory for predictions; belongs to the worker */
    int bids;
    struct match_bid bid[MATCH_BIDS_MAX];
};

/* The entry that sits at `seat` in this rotation. */
int match_entry_at(const struct match_plan *plan, int rotation, int seat);

/* Begins a game and reuses its record's memory. `study` may be NULL without calibration. */
void match_game_start(struct match_game *game, const struct match_plan *plan, void *study);
/* Notes an event (PLAY_DEAL or a seat) that led to this state. */
void match_note_event(struct match_game *game, const struct state *s, int seat);
/* Notes in a game, the `context`, the prediction of a choice, if it is a bid. */
void match_note_bid(void *context, const struct state *s, int seat, const struct bot_choice *c);

/* Counts the games of one deal, one per rotation, and tests whether the match is decided. */
void match_count_deal(const struct match_plan *plan, const struct match_game *const *game,
                      struct match_score *out);

#endif
