/*
 * A request while it is carried out. A function of this type has its members checked already
 * (session.c); it answers exactly once, or gives the work to a thread that will.
 */
#ifndef PARLOR_SERVER_ASK_H
#define PARLOR_SERVER_ASK_H

#include <jansson.h>

#include "server/server.h"
#include "table/request.h"

struct ask {
    struct server *s;
    struct conn *c;
    long long re;
    json_t *o;
    struct request request;
};

typedef void ask_handler(struct ask *a);

/* ask.c */
void ask_fail(struct ask *a, const char *id);
void ask_fail_with(struct ask *a, const char *id, const char *arg);
void ask_done(struct ask *a);
const char *ask_text(const struct ask *a, const char *name);
/* The table of the request, or NULL after saying that there is none. */
struct live_table *ask_find_table(struct ask *a);
/* Whether one more table (or this one, again) may be open on the connection. */
bool ask_may_open(struct ask *a, const struct live_table *live);
void ask_start_effects(struct server *s);

/* ask_who.c */
ask_handler ask_hello, ask_set_name, ask_keep, ask_login, ask_transfer;
/* Ends a request whose passphrase a thread has worked on. */
void ask_finish(struct server *s, struct work *w);

/* ask_make.c */
ask_handler ask_create, ask_rematch;

/* ask_table.c */
ask_handler ask_open_table, ask_close_table, ask_sit, ask_why, ask_preview, ask_talk, ask_mute;
ask_handler ask_of_table; /* carries out what the verb asks of its table */

/* ask_list.c */
ask_handler ask_record, ask_share, ask_lobby, ask_mine;

#endif
