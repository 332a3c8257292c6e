/* The end of a turn for tables, and the mending of stale ones. */
#ifndef PARLOR_SERVER_SETTLE_H
#define PARLOR_SERVER_SETTLE_H

#include "server/server.h"

struct loaded;

/* All tables in memory may be wrong: they are stale from now on. */
void tables_doubt(struct server *s);
/* Loads stale tables again, and shows them to their people: once a turn, before all else. */
void tables_mend(struct server *s);
/* A stale table was read again. */
void tables_renew(struct server *s, struct live_table *live, const struct loaded *loaded);
/* Ends the turn: loads touched tables again if nothing was stored, and forgets idle ones. Messages
   that it adds to the outbox are in the store. */
void tables_settle(struct server *s, bool stored);
/* Finds the tables at which another node was faster. */
void tables_find_lost(struct server *s);
/* The table is gone from the store with this turn's commit: whoever has it open is told then. */
void tables_delete(struct server *s, struct live_table *live);

#endif
