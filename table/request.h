/*
 * Decodes the JSON requests of docs/protocol.md, for the server and for the page's own tables. The
 * rows of the schema name every verb with its members and their types; all else is refused. A
 * request to a table becomes a `struct table_request`.
 *
 * Texts read from a request live as long as its JSON.
 */
#ifndef PARLOR_TABLE_REQUEST_H
#define PARLOR_TABLE_REQUEST_H

#include <jansson.h>

#include "table/table.h"

struct request_verb {
    const char *name;
    /* `name:type`; s text, i integer, b true or false, o object, a list of texts, l text or null, n
       integer or null; a question mark marks an optional member. */
    const char *members;
    int ask;     /* enum table_ask_kind; -1: no request to a table, or one that needs more */
    bool device; /* only for the page's own tables */
};

struct request {
    const struct request_verb *verb;
    long long id; /* 0 until it has been read */
    const json_t *o;
};

/* The first people and bots of a new table: bots take the last chairs. */
struct request_seats {
    const char *level[GAME_SEATS_MAX];
    int bots;
    bool sits;                 /* the person who asks sits down */
    struct fair_number number; /* of that person */
};

/* The person who asks. */
struct request_person {
    uint64_t player;
    const char *name;
};

/* Reads the id and the verb; false: `p` (started) says why not. */
bool request_read(struct request *r, const json_t *o, struct problem *p);
/* Whether the members fit the verb's row. */
bool request_check(const struct request *r, struct problem *p);
const char *request_text(const struct request *r, const char *name); /* or NULL */

/* Reads a request to a table, whose verb has an `ask`; false: a member is wrong. */
bool request_read_ask(const struct request *r, struct table_request *out, struct problem *p);
/* Reads the table of a `create`. */
bool request_read_create(const struct request *r, struct table_plan *plan,
                         struct request_seats *seats, struct problem *p);
/* Plans a rematch; false: the game is not over, or this person did not play. */
bool request_read_rematch(const struct table *t, uint64_t player, struct table_plan *plan,
                          struct request_seats *seats, struct problem *p);
/* Makes a table from a plan that has its secret; NULL: refused, and nothing has happened. */
struct table *request_make_table(const char *id, const struct table_plan *plan,
                                 const struct request_seats *seats,
                                 const struct request_person *who, int64_t now,
                                 struct table_effects *fx, struct problem *p);

/* Whether a name is allowed: 1 to 24 characters, no control characters, no space at either end. */
bool request_is_name(const char *text);

#endif
