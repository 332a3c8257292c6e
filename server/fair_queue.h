/*
 * A fair queue of work: by turns among networks, then among the addresses of a network, then among
 * the persons at an address, and in order for one person (whose tables have only a few works each
 * at a time, so that order serves them by turns as well). It knows no thread and no clock.
 *
 * Whoever has used least time comes next. Time is charged to a person, the address and the network:
 * a guess when the work is taken, so that others come next while it runs, and the true time once it
 * is done. Who comes anew, or after a pause, starts level with the least of those who wait: nobody
 * saves time up. What each has used is remembered in a table of fixed size; being forgotten only
 * means to start level again.
 *
 * People who were known before share their own part of the time and of the room, the larger one
 * (FAIR_KNOWN_WEIGHT to 1), so that a crowd of strangers costs them little.
 *
 * A full queue takes new work all the same if somebody greedier waits: the last work of whoever has
 * most waiting, or has used more with as much, gives way. So no crowd can fill the queue for good.
 */
#ifndef PARLOR_SERVER_FAIR_QUEUE_H
#define PARLOR_SERVER_FAIR_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

enum { FAIR_KEPT = 4096, FAIR_GUESS_NS = 20000000, FAIR_PARTS = 16, FAIR_KNOWN_WEIGHT = 3 };

/* All works, those of known or of unknown people, of a network, of an address, or of a person. */
struct fair_share {
    struct fair_share *next;   /* beside it, in order of arrival */
    struct fair_share *parent; /* NULL: this is the queue */
    struct fair_share *first;  /* its parts */
    struct fair_item *head, *tail;
    uint64_t key;  /* among its siblings */
    uint64_t name; /* among all, for `kept` */
    int64_t used, level;
    int waiting;
    int addresses; /* in it */
};

/* The head of a work. The caller sets `known`, `network`, `address` and `person`. */
struct fair_item {
    struct fair_item *next, *previous;
    struct fair_share *share; /* of the person; NULL: not in the queue */
    uint64_t network, address, person;
    bool known;
    int beside; /* when it was taken, so many of its address still waited, */
    int turns;  /* and so many addresses had a turn, on average, until its own came again */
};

/* What a share has used. */
struct fair_kept {
    uint64_t key;
    int64_t used, level;
};

struct fair_queue {
    struct fair_share all;
    int most;
    struct fair_kept kept[FAIR_KEPT];
};

/* For at most `most` works, and a part of them (FAIR_PARTS) for one address. */
void fair_init_queue(struct fair_queue *q, int most);
/* False: there is no room, and nobody is greedier. True: `out` is the item that gave way; NULL:
   none had to. Take all items before the queue is forgotten: only then it holds no memory. */
bool fair_put(struct fair_queue *q, struct fair_item *item, struct fair_item **out);
struct fair_item *fair_take(struct fair_queue *q); /* the next; NULL: none */
/* Takes this item out, unserved. */
void fair_remove(struct fair_queue *q, struct fair_item *item);
/* A taken item is done and took so long. */
void fair_charge(struct fair_queue *q, const struct fair_item *item, int64_t ns);

#endif
