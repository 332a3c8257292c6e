/* The operator's requests, by the socket of admin.c. */
#ifndef PARLOR_SERVER_ADMIN_H
#define PARLOR_SERVER_ADMIN_H

#include <jansson.h>

#include "server/server.h"

/* The socket's name in the data folder. */
#define ADMIN_SOCKET "admin.sock"

/* One request and its answer, both a JSON object on one line. */
struct act {
    struct server *s;
    const json_t *o;
    struct strbuf *out;
};

/* admin.c: the operator's socket in the data folder, served at the end of a turn. */
bool admin_start(struct server *s, char *why, size_t cap);
void admin_stop(struct server *s);
bool admin_takes(struct server *s, const void *what); /* an event of ours: admin_turn serves it */
void admin_turn(struct server *s);
void admin_settle(struct server *s, bool stored);

/* admin_acts.c: carries a request out. */
void admin_answer(struct server *s, const json_t *o, struct strbuf *out);
const char *act_text(const struct act *a, const char *name); /* or NULL */
void act_fail(const struct act *a, const char *id, const char *arg);
/* The person by login name or id; false: the error is written. */
bool act_find_person(const struct act *a, const char *word, uint64_t *player);

/* admin_lists.c */
void act_list(const struct act *a);

#endif
