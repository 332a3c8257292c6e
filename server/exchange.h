/*
 * One request and its reply. When a handler runs, session.c has checked the members of the
 * request. A handler replies exactly once, or gives the work to a thread that will. If its table is
 * not loaded yet, it does nothing, and runs again later.
 */
#ifndef PARLOR_SERVER_EXCHANGE_H
#define PARLOR_SERVER_EXCHANGE_H

#include <jansson.h>

#include "server/server.h"
#include "server/workers.h"
#include "table/request.h"

struct exchange {
    struct server *s;
    struct conn *c;
    long long re;
    json_t *o;
    int tries;     /* it was handled so often, and its table had changed at another node */
    int64_t since; /* when it was handled first (ns); 0: now */
    char made[TABLE_ID_MAX]; /* the table that it has made; empty: none */
    struct request request;
};

typedef void request_handler(struct exchange *x);

/* exchange.c */
void exchange_fail(struct exchange *x, const char *id);
void exchange_fail_with(struct exchange *x, const char *id, const char *arg);
void exchange_done(struct exchange *x);
const char *exchange_text(const struct exchange *x, const char *name);
/* The table of the request; NULL: the request waits for it, or the error is sent. */
struct live_table *exchange_find_table(struct exchange *x);
/* The same for a request that changes the table: a damaged one is refused. */
struct live_table *exchange_find_sound_table(struct exchange *x);
/* Whether the connection may open the table: it is open already, or there is room
   for one more (NULL: a new table). */
bool exchange_may_open(struct exchange *x, const struct live_table *live);
/* Whether the person's request of this key was carried out before: it is answered again. */
bool exchange_is_repeated(const struct exchange *x, const struct live_table *live);
void exchange_start_effects(struct server *s);

/* again.c: runs the handler; keeps a request about a table until the turn's commit. */
void again_run(struct exchange *x, request_handler *run);

/* load.c: keeps the request until its table is loaded, or refuses it. */
void load_wait(struct exchange *x);

/* The person's row, or a new one that is not stored yet; false: the error is sent. A row that could
   not be read is not a new one: it may hold a passphrase. */
bool exchange_find_player(struct exchange *x, struct store_player *p);
/* The same for a request that stores the row: an address adds so many people in a day. */
bool exchange_find_to_store(struct exchange *x, struct store_player *p);
/* Replies with a code to become that player; false: refused. */
bool exchange_answer_code(struct exchange *x, uint64_t player);

/* request_account.c */
request_handler handle_hello, handle_name, handle_transfer, handle_signout;

/* request_passphrase.c */
request_handler handle_keep, handle_login;
/* The player was here from the connection's address. */
void passphrase_know_place(struct server *s, const struct conn *c, uint64_t player);
/* Replies to `keep` or `login` once a worker has hashed the passphrase. */
void finish_passphrase(struct server *s, struct work *w);

/* request_create.c */
request_handler handle_create, handle_rematch;

/* request_table.c */
request_handler handle_open, handle_close, handle_sit, handle_why, handle_preview, handle_undoes,
    handle_past, handle_aids, handle_talk, handle_mute;
request_handler handle_table; /* for every verb that is just a table_request */
/* Carries the request out at its table; false: refused, and the error is sent. */
bool request_carry_out(struct exchange *x, struct live_table *live);

/* request_order.c */
request_handler handle_remove, handle_report;

/* request_daily.c */
request_handler handle_handin, handle_day;
/* Replies to `handin` once a worker has verified the game. */
void finish_daily(struct server *s, struct work *w);

/* request_list.c */
request_handler handle_record, handle_share, handle_lobby, handle_mine, handle_games, handle_forget;

#endif
