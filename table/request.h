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
    bool sits;                       /* the person who asks sits down */
    struct fair_number number, seal; /* of that person */
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
bool request_is(const struct request *r, const char *name);          /* a member that is true */
/* An integer; `otherwise` if it is not there. */
json_int_t request_number(const struct request *r, const char *name, json_int_t otherwise);

/* Reads the member `player`; 0: there is none. Such requests are for servers alone, so
   request_read_ask leaves it to them. */
bool request_read_player(const struct request *r, uint64_t *out, struct problem *p);
/* Reads a request to a table, whose verb has an `ask`; false: a member is wrong. */
bool request_read_ask(const struct request *r, struct table_request *out, struct problem *p);
/* The moment from which a `past` is told: its member `from`, or 0. */
int request_read_from(const struct request *r);
/* Reads the table of a `create`. */
bool request_read_create(const struct request *r, struct table_plan *plan,
                         struct request_seats *seats, struct problem *p);
/* Plans a rematch; false: the game is not over, or this person did not play. The page's own tables
   need no request. */
bool request_read_rematch(const struct request *r, const struct table *t, uint64_t player,
                          struct table_plan *plan, struct request_seats *seats, struct problem *p);
/* Makes a table from a plan that has its secret; NULL: refused, and nothing has happened. */
struct table *request_make_table(const char *id, const struct table_plan *plan,
                                 const struct request_seats *seats,
                                 const struct request_person *who, const struct moment *now,
                                 struct table_effects *fx, struct problem *p);

/* Whether a name has 1 to 24 characters and no control character: enough on a device, where nobody
   else reads it. Names at a server have to pass name_read. */
/* A text without control characters, of 1 to `most` characters. */
bool request_fits_text(const char *text, int most);
bool request_fits_name(const char *text);

#endif
