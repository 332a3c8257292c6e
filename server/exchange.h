/*
 * One request and its reply. When a handler runs, session.c has checked the members of the
 * request. A handler replies exactly once, or gives the work to a thread that will.
 */
#ifndef PARLOR_SERVER_EXCHANGE_H
#define PARLOR_SERVER_EXCHANGE_H

#include <jansson.h>

#include "server/server.h"
#include "table/request.h"

struct exchange {
    struct server *s;
    struct conn *c;
    long long re;
    json_t *o;
    struct request request;
};

typedef void request_handler(struct exchange *x);

/* exchange.c */
void exchange_fail(struct exchange *x, const char *id);
void exchange_fail_with(struct exchange *x, const char *id, const char *arg);
void exchange_done(struct exchange *x);
const char *exchange_text(const struct exchange *x, const char *name);
/* The table of the request; NULL: there is none, and the error is sent. */
struct live_table *exchange_find_table(struct exchange *x);
/* Whether the connection may open the table: it is open already, or there is room
   for one more (NULL: a new table). */
bool exchange_may_open(struct exchange *x, const struct live_table *live);
void exchange_start_effects(struct server *s);

/* request_account.c */
request_handler handle_hello, handle_name, handle_keep, handle_login, handle_transfer;
/* Replies to `keep` or `login` once a worker has hashed the passphrase. */
void finish_passphrase(struct server *s, struct work *w);

/* request_create.c */
request_handler handle_create, handle_rematch;

/* request_table.c */
request_handler handle_open, handle_close, handle_sit, handle_why, handle_preview, handle_talk,
    handle_mute;
request_handler handle_table; /* for every verb that is just a table_request */

/* request_list.c */
request_handler handle_record, handle_share, handle_lobby, handle_mine;

#endif
