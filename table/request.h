/*
 * The requests of docs/protocol.md: JSON in, decoded once for the server and for the page's own
 * tables. The rows of the schema name every verb with its members and their types; nothing else is
 * let in. A verb that asks something of a table becomes a `struct table_request`.
 *
 * Texts that are read from a request live as long as its JSON.
 */
#ifndef PARLOR_TABLE_REQUEST_H
#define PARLOR_TABLE_REQUEST_H

#include <jansson.h>

#include "table/table.h"

struct request_verb {
    const char *name;
    /* `name:type`; s text, i whole number, b true or false, o object, a list of texts, l text or
       null, n whole number or null; a question mark in front: may be left out. */
    const char *members;
    int ask;     /* enum table_ask_kind, or -1: not of a table, or not as it stands */
    bool device; /* only the page's own tables know it */
};

struct request {
    const struct request_verb *verb;
    long long id; /* 0 until it has been read */
    const json_t *o;
};

/* What a table is made from, besides its plan: the bots of the last chairs, and who sits down. */
struct request_seats {
    const char *level[GAME_SEATS_MAX];
    int bots;
    bool sits;
    struct fair_number number; /* of who sits down */
};

/* Who asks. */
struct request_person {
    uint64_t player;
    const char *name;
};

/* The id and the verb; false: `p` (started) says why not. */
bool request_read(struct request *r, const json_t *o, struct problem *p);
/* Whether the members are those of the verb. */
bool request_check(const struct request *r, struct problem *p);
const char *request_text(const struct request *r, const char *name); /* or NULL */

/* What the verb asks of a table; false: a member is wrong. The verb has an `ask`. */
bool request_read_ask(const struct request *r, struct table_request *out, struct problem *p);
/* The table of `create`. */
bool request_read_create(const struct request *r, struct table_plan *plan,
                         struct request_seats *seats, struct problem *p);
/* The table of a rematch; false: it is not over, or this person did not sit there. */
bool request_read_rematch(const struct table *t, uint64_t player, struct table_plan *plan,
                          struct request_seats *seats, struct problem *p);
/* Makes a table by a plan that has its secret; NULL: refused, and nothing has happened. */
struct table *request_make_table(const char *id, const struct table_plan *plan,
                                 const struct request_seats *seats,
                                 const struct request_person *who, int64_t now,
                                 struct table_effects *fx, struct problem *p);

/* Whether people may have this name: 1 to 24 characters, no control characters, no spaces at its
   ends. */
bool request_is_name(const char *text);

#endif
