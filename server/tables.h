/* Live tables, that is, tables in memory. */
#ifndef PARLOR_SERVER_TABLES_H
#define PARLOR_SERVER_TABLES_H

#include "server/server.h"

struct loaded;
struct work;

/* Loads the table if need be; NULL: `result` gets the one of load_table. */
struct live_table *tables_find(struct server *s, const char *id, int *result);
struct live_table *tables_adopt(struct server *s, const struct loaded *loaded);
struct live_table *tables_find_loaded(struct server *s, const char *id);
struct live_table *tables_add(struct server *s, struct table *t);
void tables_forget(struct server *s, struct live_table *live); /* no connection has it open */
void tables_open(struct server *s, struct live_table *live, struct conn *c);
void tables_close(struct server *s, struct live_table *live, struct conn *c);
/* False for talk of players that the connection has muted. */
bool tables_is_told(const struct conn *c, const struct table_event *e);
/* Stores the effects of one request or tick (server.fx), and tells them to all who watch. */
void tables_publish(struct server *s, struct live_table *live);
void tables_take_answer(struct server *s, struct work *w); /* a bot's move */
void tables_tick(struct server *s);
void tables_scan(struct server *s);              /* loads tables that are due soon */
bool tables_are_scanned(const struct server *s); /* the next turn loads some of them */
bool tables_are_due(const struct server *s);
/* The milliseconds until something is due, at most `most`. */
int tables_wait_ms(const struct server *s, int most);
/* The date was set: finds all due times anew. */
void tables_find_dues(struct server *s);
void tables_touch(struct server *s, struct live_table *live);
void tables_write_whole(struct server *s, struct live_table *live, struct conn *c);
void tables_tell_people(struct server *s, struct live_table *live);
/* Whether the player has the table open, at any node. */
bool tables_is_here(const struct live_table *live, uint64_t player);
/* Finds out which players are here, and tells everybody if that has changed. */
void tables_update_people(struct server *s, struct live_table *live);
/* Tells those who watch the lobby a row of another node. */
void tables_tell_row(struct server *s, const char *row);
void tables_tell_gone(struct server *s, const char *id); /* the same: there is no such table now */
/* Tells these events, or none, to all who have the table open. */
void tables_tell(struct server *s, struct live_table *live, const struct table_event *events, int n,
                 unsigned changed);
void tables_set_due(struct server *s, struct live_table *live);
void tables_plan_bots(struct server *s, struct live_table *live);
void tables_part(struct live_table *live, struct conn *c); /* and tells nobody */

#endif
