/* The steady time, and the time of this turn. */
#ifndef PARLOR_SERVER_STEADY_H
#define PARLOR_SERVER_STEADY_H

#include <stdbool.h>
#include <stdint.h>

#include "table/moment.h"

struct live_table;
struct server;

/* The steady time. */
struct steady {
    int64_t offset; /* of the database's date from the system's */
    int64_t read;   /* the system's monotonic clock at the last reading */
    int64_t stored; /* the count in the store */
    int64_t ahead;  /* of the date */
    int64_t away;   /* so long the store was away: that time does not count */
    int64_t tried;  /* when the store was tried while it was away, by steady_pace */
    bool dated;     /* the date went on meanwhile */
};

/* Goes on from the count in the store; false: it cannot be read. */
bool steady_start(struct server *s);
/* Other nodes have counted so far. */
void steady_reach(struct server *s, int64_t count);
/* The time at a table. */
struct moment steady_at(const struct server *s, const struct live_table *live);
/* Sets the time at a table that was read from the store; another node may have stored its last
   event. Between that and the date `served` it was served at most. */
void steady_place(struct server *s, struct live_table *live, int64_t served);
void steady_meet(struct server *s, int64_t date);
/* Sets server.now. The loop wanted to wait for `wait_ms`. */
void steady_read(struct server *s, int64_t wait_ms);
/* The steady time, and the time while the store was away: for rests and limits, which go on. */
int64_t steady_pace(const struct server *s);
/* Adds the count to the turn's changes from time to time, or at once. That also finds out whether
   the store is there. */
void steady_keep(struct server *s, bool at_once);

#endif
