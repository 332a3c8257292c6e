/* Messages and replies, held until the commit. */
#ifndef PARLOR_SERVER_OUTBOX_H
#define PARLOR_SERVER_OUTBOX_H

#include "server/server.h"

struct held {
    struct conn *conn;
    long long re; /* the id of the request that it answers; -1: none */
    size_t start, len;
    const struct live_table *about; /* what it tells of; NULL: no table, or a reply */
    bool always;                    /* true even if the turn is not stored */
    bool lost;                      /* not sent: see again.c */
};

void outbox_hold(struct server *s, struct conn *c, long long re, const char *text, size_t len);
/* The same for text that is already in server.text. */
void outbox_hold_range(struct server *s, struct conn *c, long long re, size_t start, size_t len);
/* The same for what it tells of a table. */
void outbox_tell(struct server *s, struct conn *c, const struct live_table *about, size_t start,
                 size_t len);
void outbox_ok(struct server *s, struct conn *c, long long re, const char *members);
void outbox_problem(struct server *s, struct conn *c, long long re, const struct problem *p);
void outbox_error(struct server *s, struct conn *c, long long re, const char *id, const char *arg);
/* The last reply tells nothing that the turn would have to store. */
void outbox_keep_last(struct server *s);
/* Commits, then sends the outbox. */
void outbox_commit(struct server *s);

#endif
