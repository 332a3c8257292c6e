/* The health of the store: what is missing, and the thread that checks the database. */
#ifndef PARLOR_SERVER_HEALTH_H
#define PARLOR_SERVER_HEALTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct server;

enum { HEALTH_TEXT_MAX = 256 };

struct health {
    struct checker *checker;       /* its thread; NULL: none */
    char damage[HEALTH_TEXT_MAX];  /* of the database: nothing is stored; empty: none */
    const char *remedy;            /* of the damage */
    char failure[HEALTH_TEXT_MAX]; /* why the last check could not be made; empty: it was */
    int gaps;                      /* journals with a gap */
    bool lost;                     /* the last commits were gone at the start */
    int64_t ask_at;                /* the next check for a suspicion is not before */
    uint64_t checks;
};

void health_start(struct server *s);
void health_stop(struct server *s);
void health_turn(struct server *s); /* takes what the thread has found */
/* The text of /healthz; whether moves can be stored. */
bool health_write(const struct server *s, char *out, size_t cap);
int health_count_tables(const struct server *s); /* that are known to be damaged */

#endif
