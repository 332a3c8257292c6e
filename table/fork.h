/*
 * Playing on from a moment of a recorded game: a person takes one seat, bots take the others.
 *
 * A fork begins with the record's first `step` events. With the same cards, its later deals are the
 * record's as far as that goes. Dealt anew, all that the seat could not know at that moment is
 * drawn again from what it could know: hidden cards, the order of the deck, the secret choices of
 * others that were not yet settled, later deals. Then the last deal is another one, but the same
 * moves are legal, and the seat has seen the same at each step: both are checked by replaying it.
 * Nothing of a fork dealt anew depends on what the seat did not know, except for choices of others
 * that stay secret after they were settled: these are moves, and stay as they were.
 *
 * A fork is practice: it counts in no statistics.
 */
#ifndef PARLOR_TABLE_FORK_H
#define PARLOR_TABLE_FORK_H

#include "table/record.h"
#include "table/table.h"

/* The moment that somebody wants to play on from. */
struct fork_wish {
    int step; /* after so many events of the record */
    int seat;
    bool anew;
    struct table_person person;
    const char *level[GAME_SEATS_MAX]; /* of the bots; that of the own seat may be NULL */
};

struct fork_step {
    int seat; /* RECORD_DEAL: the next deal */
    move m;
    bool sealed;
};

/* The beginning of a fork. */
struct fork {
    struct fork_wish wish; /* its texts are borrowed */
    struct table_plan plan;
    struct table_fork mark;
    struct fork_step *step;
    struct deal *deal; /* all that are known */
    int steps, deals;
};

/* Plans a fork; chance comes from `secret`, which is the secret of its table too. The record has
   been checked. False: `p` (started) says why not. */
bool fork_make(struct fork *f, const struct record *r, const struct fork_wish *wish,
               const uint8_t secret[FAIR_BYTES], struct problem *p);
void fork_clear(struct fork *f);

/* The seat whose turn it is after so many events, or the first of several; 0: nobody's. */
int fork_find_seat(const struct record *r, int step);

/* The events of its table so far: make a table with `plan`, and let them happen in this order. The
   table waits for a move then. */
int fork_count_events(const struct fork *f);
void fork_read_event(const struct fork *f, int i, struct table_event *e);

/* Names a record by what was played: the same for all files with this game. */
void fork_name(const struct record *r, char of[TABLE_FORK_OF]);

#endif
