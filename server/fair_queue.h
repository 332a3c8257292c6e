/*
 * A fair queue of work: by turns among addresses, then among the persons of an address, and in
 * order for one person (whose tables have only a few works each at a time, so that order serves
 * them by turns as well). It knows no thread and no clock.
 *
 * Whoever has used least time comes next. Time is charged to a person and to the address: a guess
 * when the work is taken, so that others come next while it runs, and the true time once it is
 * done. Who comes anew, or after a pause, starts level with the least of those who wait: nobody
 * saves time up. What each has used is remembered in a table of fixed size; being forgotten only
 * means to start level again.
 */
#ifndef PARLOR_SERVER_FAIR_QUEUE_H
#define PARLOR_SERVER_FAIR_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

enum { FAIR_KEPT = 4096, FAIR_GUESS_NS = 20000000, FAIR_PARTS = 16 };

struct fair_share;

/* The head of a work. The caller sets `address` and `person`. */
struct fair_item {
    struct fair_item *next, *previous;
    struct fair_share *share; /* of the person; NULL: not in the queue */
    uint64_t address, person;
    int beside; /* when it was taken, so many of its address still waited */
};

/* What an address, or a person at it, has used. */
struct fair_kept {
    uint64_t key;
    int64_t used, level;
};

struct fair_queue {
    struct fair_share *first; /* the addresses with waiting work */
    int64_t level;            /* what the address served last had used */
    int waiting, most;
    struct fair_kept kept[FAIR_KEPT];
};

/* For at most `most` works, and a part of them (FAIR_PARTS) for one address. */
void fair_init_queue(struct fair_queue *q, int most);
/* Take all items before the queue is forgotten: only then it holds no memory. */
bool fair_put(struct fair_queue *q, struct fair_item *item); /* false: there is no room */
struct fair_item *fair_take(struct fair_queue *q);           /* the next; NULL: none */
/* Takes this item out, unserved. */
void fair_remove(struct fair_queue *q, struct fair_item *item);
/* A taken item is done and took so long. */
void fair_charge(struct fair_queue *q, const struct fair_item *item, int64_t ns);

#endif
