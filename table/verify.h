/*
 * Was the deal of a server's record fair? Repeats it from the secret and the numbers, and compares
 * it with what a client saw before the game. See docs/fair-deals.md.
 */
#ifndef PARLOR_TABLE_VERIFY_H
#define PARLOR_TABLE_VERIFY_H

#include "table/fair.h"
#include "table/problem.h"

/* The facts that a client saw and drew before the game; missing members are not compared. */
struct verify_seen {
    const char *table;                       /* its id; or NULL */
    struct fair_number commit;               /* the first that it saw */
    struct fair_number number;               /* its own */
    int seals;                               /* chairs; 0: it saw none */
    struct fair_number seal[GAME_SEATS_MAX]; /* when it revealed its number */
};

enum { VERIFY_NOTES_MAX = 4 };

/* Facts that could not be checked, or are weaker than they could be. */
struct verify_notes {
    int n;
    struct problem note[VERIFY_NOTES_MAX];
};

/* Checks a record, one line without its end. False: it is not fair, or no such record, and `p`
   (started) says why. */
bool verify_record(const char *line, size_t len, const struct verify_seen *seen,
                   struct verify_notes *notes, struct problem *p);

#endif
