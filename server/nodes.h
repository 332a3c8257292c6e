/* Other servers on the same store. */
#ifndef PARLOR_SERVER_NODES_H
#define PARLOR_SERVER_NODES_H

#include <stdbool.h>
#include <stdint.h>

#include "store/store.h"
#include "table/strbuf.h"

struct conn;
struct game;
struct live_table;
struct server;

struct nodes {
    bool on;
    bool behind;              /* some tables may be behind the store */
    bool order;               /* another node has changed bans, rules or the notice */
    bool people;              /* who is connected may have signed out, or be forgotten */
    int fd;                   /* for news; -1: none */
    int64_t next, lobby_next; /* by steady_pace */
    struct strbuf words;      /* what all others are told once this turn is stored, in lines */
    struct store_nodes seen;
    char knows[256]; /* what others are told of this version */
};

bool nodes_start(struct server *s);
void nodes_begin_turn(struct server *s); /* before anything is decided */
void nodes_turn(struct server *s);
int nodes_wait_ms(const struct server *s, int wait);
/* Whether this node wakes a table that no node has in memory, and whether it does what one is
   enough for. */
bool nodes_is_mine(const struct server *s, const char *table);
bool nodes_is_first(const struct server *s);
/* Whether some nodes run another version: they may know what this one does not. */
bool nodes_are_mixed(const struct server *s);
/* The latest rules that all nodes know: new tables have them. */
int nodes_find_rules(const struct server *s, const struct game *g);
/* The table cannot be read here: the client comes back, and the balancer finds another node for it
   (http.c). */
void nodes_send_away(struct server *s, struct conn *c);
/* A table comes into memory (before it is read), or leaves it. */
void nodes_watch(struct server *s, const char *table);
void nodes_unwatch(struct server *s, const char *table);
/* Tells the other nodes which players are at the table here, and learns who is there. */
void nodes_tell_here(struct server *s, const struct live_table *live);
void nodes_find_here(struct server *s, struct live_table *live);
/* The date until which other nodes have served the table; INT64_MAX: none of them has it in memory.
 */
int64_t nodes_find_served(struct server *s, const struct live_table *live);
/* Reads the table again if the store has other events. */
void nodes_compare(struct server *s, struct live_table *live);
/* Tells all others, once the turn is stored: the person has another `name`, or `signout`. */
void nodes_tell_player(struct server *s, const char *what, uint64_t player);
/* The same: the table is `gone` from the lobby. */
void nodes_tell_gone(struct server *s, const char *table);
/* nodes_people.c: ends the connections of people who have signed out or are forgotten, and takes
   new names. False: the store cannot be read. */
bool nodes_compare_people(struct server *s);
void nodes_settle(struct server *s, bool stored);

#endif
