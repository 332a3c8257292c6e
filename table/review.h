/*
 * Reviews of finished or unfinished games: the value of each choice.
 *
 * Every choice is valued twice. Fair: over the worlds that the player could not tell apart, by a
 * bot that sees only the player's view. Hindsight: with the true cards open. Grades come from the
 * fair values alone.
 *
 * The road of a seat is the sum start + rest + others + skill = outcome, in chances to win.
 *  - Skill: the loss of the seat's own choices against the best fair ones.
 *  - Others: the loss of the other seats' choices, by their own fair values. In a cooperative game
 *    all seats lose it; otherwise the other seats gain it in proportion to their chances.
 *  - Rest: what is left. Where all values are exact, as in solo Smitten, it is the luck of deals
 *    and reveals. Elsewhere it is that luck together with what the values err by: the values
 *    before and after a reveal are estimates from two views, and nothing tells the error from the
 *    luck. So it is called luck only where it is. In a competitive game the rests of all seats add
 *    up to 0.
 */
#ifndef PARLOR_TABLE_REVIEW_H
#define PARLOR_TABLE_REVIEW_H

#include "search/reason.h"
#include "search/study.h"
#include "table/record.h"

/* How bad a choice was, by its fair loss. */
enum review_grade { REVIEW_BEST, REVIEW_GOOD, REVIEW_SLIP, REVIEW_MISTAKE, REVIEW_BLUNDER };

/* The move played and the best one, in fair or in hindsight values. */
struct review_side {
    bool known;
    struct bot_value played, best;
};

/* Luz: the forecast for a bid. */
struct review_bid {
    bool known;
    int best; /* the number of the best one by fair values */
    struct study study;
};

struct review_decision {
    int event, seat;
    move played;
    bool asked;    /* its seat is under review; otherwise only fair values are known */
    bool forced;   /* there was only one legal choice; nothing below is set */
    bool valued;   /* fair values are known; otherwise only the best move, from a book */
    bool exact;    /* the fair values are exact */
    bool placed;   /* rest and others are known: all choices before it are valued */
    double rest;   /* since the seat's last choice (or the start), in chances to win */
    double others; /* gain or loss by others' choices since then */
    double skill;  /* minus the loss of the choice: 0 or less */
    enum review_grade grade;
    struct review_side fair, hindsight;
    int n;
    struct bot_value seen[GAME_MOVES_MAX]; /* fair values of all moves, best first */
    struct review_bid bid;
    struct reason reason; /* if the seat is under review and the choice costs something */
};

/* One seat's road. */
struct review_seat {
    double start, rest, others, skill, outcome;
    double last_rest, last_others; /* their part after the last choice */
    double points;                 /* net loss by choices; BOT_UNKNOWN: the game has no points */
    bool over; /* the outcome is the game's result; otherwise the last fair value */
    bool exact;
    int choices; /* not forced */
    int count[REVIEW_BLUNDER + 1];
};

struct review {
    const struct game *game;
    int seats;
    uint32_t seats_asked;
    const struct bot *bot;
    uint64_t budget;
    bool exact;                       /* all values are: the rest of a road is luck */
    int n;                            /* choices that are valued; at the end all */
    struct review_decision *decision; /* in the order of the game */
    struct review_seat seat[GAME_SEATS_MAX];
};

struct review_plan {
    int seat;        /* -1: all; a seat's values are the same alone or among all */
    uint32_t first;  /* the choices of these seats are valued before the others', as a mask */
    uint64_t budget; /* iterations per choice; 0: the usual number */
    /* In exact reviews: the most positions solved per choice; 0: the usual number. */
    uint64_t positions;
    /* Called before each choice; returns false to stop. May be NULL. */
    bool (*progress)(void *context, int done, int all);
    void *context;
};

/* Reviews a record. True: call review_clear later. False: the record is wrong, and `p` says at
   which event and why; or `progress` stopped the review, and `p` has no parts. */
bool review_make(struct review *r, const struct record *record, const struct review_plan *plan,
                 struct problem *p);
void review_clear(struct review *r);

/* The same in steps, without calls of `plan->progress`. The review and the record must live until
   review_end. NULL: `p` says why. */
struct review_work *review_begin(struct review *r, const struct record *record,
                                 const struct review_plan *plan, struct problem *p);
/* Values the next choice; false: none is left. */
bool review_step(struct review_work *w);
/* The number of all choices; `r->n` of them are done. */
int review_count(const struct review_work *w);
/* The index of the choice that was valued last. */
int review_newest(const struct review_work *w);
/* Completes the roads and frees the work. */
void review_end(struct review_work *w);

/* review_write.c: the review as one JSON object. */
void review_write(const struct review *r, struct strbuf *out);
/* One of its decisions, as it is written there; it may be called between the steps of a review. */
void review_write_decision(const struct review *r, int k, struct strbuf *out);

#endif
