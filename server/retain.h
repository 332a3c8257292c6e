/* Removes or compresses old data. */
#ifndef PARLOR_SERVER_RETAIN_H
#define PARLOR_SERVER_RETAIN_H

#include <stdbool.h>
#include <stdint.h>

struct live_table;
struct server;
struct store_player;

/* The work done: tables removed, made compact records; records and guests removed. */
struct retained {
    uint64_t expired, packed, records, guests;
};

struct retention {
    int64_t next, logged; /* the next step, and the last line of the log, in steady time */
    int shelf;            /* of the next step; the last one stands for guests */
    bool busy;            /* the last step had something to do */
    struct retained turn, unlogged, all;
};

/* Somebody asks something of the table. */
void retain_see_table(struct server *s, struct live_table *live);
/* A person with a row in the store says hello. */
void retain_see_player(struct server *s, const struct store_player *p);
void retain_step(struct server *s);                /* a few tables or guests: once a turn */
void retain_settle(struct server *s, bool stored); /* after the commit */
void retain_log(struct server *s);                 /* what has not been logged yet */
/* The milliseconds until the next step, at most `most`. */
int retain_wait_ms(const struct server *s, int most);

#endif
