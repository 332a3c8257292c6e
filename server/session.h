/* One request; the handlers of the verbs are in exchange.h. */
#ifndef PARLOR_SERVER_SESSION_H
#define PARLOR_SERVER_SESSION_H

#include <jansson.h>

#include "server/server.h"

struct work;

void session_handle(struct server *s, struct conn *c, const char *text, size_t len);
void session_close(struct server *s, struct conn *c);
/* Handles a request that waited for its table. */
void session_resume(struct server *s, struct conn *c, json_t *o);
/* Handles a request again that was handled first at this time (ns); its table has changed at
   another node so often. */
void session_repeat(struct server *s, struct conn *c, json_t *o, int tries, int64_t since);
/* Finishes a request with the result of a worker. */
void session_finish(struct server *s, struct work *w);

#endif
