/* Bans and rules from the store, and the audit log. */
#ifndef PARLOR_SERVER_ORDER_H
#define PARLOR_SERVER_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "server/address.h"

struct conn;
struct server;

enum { BANS_MAX = 4096 };

/* Of a person, or of an address (`player` 0). */
struct ban {
    uint64_t player;
    struct address_prefix prefix;
    int64_t until; /* a date; INT64_MAX: for ever */
};

struct bans {
    struct ban *ban;
    int n, cap;
    bool changed;   /* in this turn */
    bool unwelcome; /* a connection is */
    bool wrong;     /* they were not stored, and could not be read again */
    int64_t again;  /* they are not read before, by steady_pace */
};

/* The people who may list tables in the lobby. */
enum lobby_rule { LOBBY_EVERYBODY, LOBBY_KEPT, LOBBY_NOBODY };

bool order_start(struct server *s); /* false: the store cannot be read */
bool order_renew(struct server *s); /* the same, when another node has changed it */
/* NULL, or the message id; `until` is the date of the ban's end in words, for its argument. */
const char *order_refuse(const struct server *s, const struct conn *c, char until[24]);
/* Closes the connections of those who are banned now. */
void order_close_banned(struct server *s);
/* Writes a line of the audit log; `actor` 0: the operator. */
void order_note(struct server *s, uint64_t actor, const char *act, const char *table,
                uint64_t player, const char *detail);
/* After the commit: if it failed, bans and rules are what they were. */
void order_settle(struct server *s, bool stored);
/* A date in UTC, to the minute. */
void order_write_date(int64_t date, char out[24]);

#endif
