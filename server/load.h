/* Tables from the store. */
#ifndef PARLOR_SERVER_LOAD_H
#define PARLOR_SERVER_LOAD_H

#include "server/server.h"

struct loaded {
    struct table *t;
    int snapped; /* events in its stored snapshot */
    int damaged; /* the first event that is not sound: the table has those before it; -1: all are */
};

enum {
    LOAD_DAMAGED = -10, /* not even its first event is sound */
    LOAD_WAITING = -11, /* its journal is long: it cannot be used yet */
    LOAD_UNKNOWN = -12, /* another version wrote it: server.unknown says what is not known here */
};

/* Reads a table; STORE_OK, or STORE_NONE, STORE_FAILED or one of these, and no table. */
int load_table(struct server *s, const char *id, struct loaded *out);
/* Answers a request about a table that gave such a result. */
void load_refuse(struct server *s, struct conn *c, long long re, int result);
/* The events from number `from` on, to be freed; how many, or 0: too many, or the read failed. */
int load_missed(struct server *s, const struct table *t, int from, struct table_event **out);
/* Whether its journal is being read. */
bool load_is_reading(const struct server *s, const char *id);
/* Whether only nodes of another version can read the table. */
bool load_is_elsewhere(struct server *s, const char *id);
/* Whether the table is known to be of another version. */
bool load_is_unknown(const struct server *s, const char *id);
/* Stores what a table that has been loaded lacks in the store. */
void load_settle(struct server *s, struct live_table *live);
/* Stores a snapshot if the last one is old. */
void load_keep_snapshot(struct server *s, struct live_table *live);
void load_step(struct server *s); /* reads on in long journals: once a turn */
/* The table is being deleted: requests that wait for it are refused. */
void load_drop(struct server *s, const char *id);
/* Gives up the tables that are being read: requests that wait for them are refused. */
void load_give_up(struct server *s);
void load_stop(struct server *s);

#endif
