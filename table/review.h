/*
 * Reviews of finished or unfinished games: what each choice was worth.
 *
 * Every choice is valued twice. Fair: over the worlds that the player could not tell apart at that
 * moment, by a bot that is given the player's view and nothing else. Hindsight: with the true cards
 * open. Blame comes from the fair values alone.
 *
 * The road of a seat adds up exactly: start + luck + others + skill = outcome, in chances to win.
 * Skill is what the own choices lost against the best fair ones. Others is what the choices of the
 * other seats lost, by the same fair values of their own: those who play together lose it all
 * together, else it falls to the rest in proportion to their chances. Everything else is luck:
 * deals and reveals. So where one wins, the luck of all seats adds up to nothing.
 * In solo Smitten all values are exact, so luck and skill are.
 */
#ifndef PARLOR_TABLE_REVIEW_H
#define PARLOR_TABLE_REVIEW_H

#include "search/study.h"
#include "table/record.h"

enum { REVIEW_TRICKS = STUDY_TRICKS, REVIEW_BIDS = STUDY_BIDS };

/* How bad a choice was, by its fair loss. */
enum review_grade { REVIEW_BEST, REVIEW_GOOD, REVIEW_SLIP, REVIEW_MISTAKE, REVIEW_BLUNDER };

/* The move played and the best one, as one side (fair or hindsight) values them. */
struct review_side {
    bool known;
    struct bot_value played, best;
};

/* Luz: what lies behind a bid. Bids are numbered 2 * beads + safety. */
struct review_bid {
    bool known;
    int best;                     /* the best one that could be found fairly */
    double tricks[REVIEW_TRICKS]; /* chance to win exactly so many when aiming at it */
    double points[REVIEW_BIDS];   /* expected points of each */
    double met[REVIEW_BIDS];      /* chance to meet each */
};

struct review_decision {
    int event, seat;
    move played;
    bool asked;    /* its seat is reviewed; otherwise only its fair values are known */
    bool forced;   /* there was no choice; nothing below means anything */
    bool valued;   /* there are fair values; without them only the best move is known, by a book */
    bool exact;    /* the fair values are */
    double luck;   /* since the seat's last choice (or the start), in chances to win */
    double others; /* what others' choices brought since then */
    double skill;  /* what the choice lost, 0 or less */
    enum review_grade grade;
    struct review_side fair, hindsight;
    int n;
    struct bot_value seen[GAME_MOVES_MAX]; /* fair values of all moves, best first */
    struct review_bid bid;
};

/* One seat's road. */
struct review_seat {
    double start, luck, others, skill, outcome;
    double last_luck, last_others; /* the part of them that follows the last choice */
    double points; /* lost by choices on balance; BOT_UNKNOWN where the game has none */
    bool over;     /* the outcome is the game's end; otherwise the last fair value */
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
    int n;
    struct review_decision *decision; /* `n` of them */
    struct review_seat seat[GAME_SEATS_MAX];
};

struct review_plan {
    int seat;        /* -1: all; one alone has the same values as among all */
    uint64_t budget; /* iterations of a choice; 0: the usual */
    /* Where it is exact: positions solved for a choice at most; 0: the usual. */
    uint64_t positions;
    /* Called before each choice is thought about; returns false to stop. May be NULL. */
    bool (*progress)(void *context, int done, int all);
    void *context;
};

/* Reviews a record. False: `p` says at which event and why it is wrong, or it was stopped (then
   `p` has no parts). True: call review_clear later. */
bool review_make(struct review *r, const struct record *record, const struct review_plan *plan,
                 struct problem *p);
void review_clear(struct review *r);

/* The same in steps, for those who have other things to do in between (`plan->progress` is not
   called). The review and the record must stay until the end. NULL: `p` says why. */
struct review_work *review_begin(struct review *r, const struct record *record,
                                 const struct review_plan *plan, struct problem *p);
/* Thinks about the next choice; false: there is none left. */
bool review_step(struct review_work *w);
/* How many choices there are in all; `r->n` were thought about. */
int review_count(const struct review_work *w);
/* Closes the roads and forgets the work. */
void review_end(struct review_work *w);

/* review_write.c: the review as one JSON object. */
void review_write(const struct review *r, struct strbuf *out);

#endif
