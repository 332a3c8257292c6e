/* HTTP: the page, links, health and metrics, by libmicrohttpd. */
#ifndef PARLOR_SERVER_HTTP_H
#define PARLOR_SERVER_HTTP_H

#include "server/server.h"

struct MHD_Daemon *http_start(struct server *s, char *why, size_t cap);
void http_run(struct server *s); /* what needs no store */
/* Answers the requests that need the store, as far as they are there when it begins. */
void http_run_held(struct server *s);
void http_stop(struct server *s);

#endif
