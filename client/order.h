/* Order at a server's table: mute, report, and what its host may do. Chairs count from 0. */
#ifndef PARLOR_CLIENT_ORDER_H
#define PARLOR_CLIENT_ORDER_H

#include <jansson.h>
#include <stdbool.h>

struct remote;

/* All of them are false if nobody sits there, or the connection is lost. */
/* The person's talk is not shown to us, also after a new connection. */
bool order_mute(struct remote *r, int chair, bool on);
/* `why`: talk, name, play or other; chair -1: the table. */
bool order_report(struct remote *r, int chair, const char *why);
/* The host's `remove` or `silence`. */
bool order_ask(struct remote *r, const char *verb, int chair, bool on);

/* After a hello: the server forgets with the connection whom we have muted. */
void order_mute_again(struct remote *r);
/* Keeps the announcement of a restart as a note. */
void order_take_notice(struct remote *r, const json_t *notice);

#endif
