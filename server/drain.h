/* A restart that is announced, and a server that takes no new tables. */
#ifndef PARLOR_SERVER_DRAIN_H
#define PARLOR_SERVER_DRAIN_H

#include <stdbool.h>
#include <stdint.h>

struct buf;
struct server;

enum { NOTICE_TEXT_MAX = 201 };

/* A restart that is announced. */
struct notice {
    int64_t at;                     /* a date; 0: none is */
    char text[4 * NOTICE_TEXT_MAX]; /* the operator's own words; empty: none */
};

struct drain {
    bool on;
    bool stop;       /* the server stops when nobody plays */
    int64_t leave;   /* it stops then, by the steady clock (ns): others take its people; 0: no */
    int left;        /* games in play that somebody looks at */
    int64_t counted; /* when, in steady time */
};

void drain_write_notice(const struct server *s, struct buf *b); /* the member `notice` */
void drain_tell(struct server *s);                              /* everybody */
/* Nodes have the notice in their store: keeps it there with this turn, and takes another node's.
   False: the store cannot be read. */
void drain_keep(struct server *s);
bool drain_renew(struct server *s);
/* NULL, or the message id: no new tables. */
const char *drain_refuse(const struct server *s);
void drain_turn(struct server *s);  /* counts the games; stops when none is left */
void drain_leave(struct server *s); /* to be stopped: soon if others are there, else at once */
int drain_wait_ms(const struct server *s, int wait);
int drain_count(const struct server *s); /* games in play that somebody looks at */

#endif
