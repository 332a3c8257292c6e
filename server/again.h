/* Requests that are decided again: their table has changed at another node, or nobody knows whether
   they were stored. */
#ifndef PARLOR_SERVER_AGAIN_H
#define PARLOR_SERVER_AGAIN_H

#include "server/server.h"

/* Take back what requests have put into the outbox: another node was faster; the turn was not
   stored. */
void again_find_lost(struct server *s);
void again_find_failed(struct server *s);
void again_settle(struct server *s); /* after the commit */
void again_turn(struct server *s);   /* handles them again */
int again_wait_ms(const struct server *s, int wait);
void again_stop(struct server *s);

#endif
