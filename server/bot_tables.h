/* Whose time bots use, and what is too much of it. */
#ifndef PARLOR_SERVER_BOT_TABLES_H
#define PARLOR_SERVER_BOT_TABLES_H

#include "server/server.h"

/* Chooses live_table.payer: after people came, went or sat down. */
void bot_tables_choose_payer(struct live_table *live);
/* Whether bots play this game with fewer than two people, so that a limit holds. */
bool bot_tables_counts(const struct table *t);
/* Whether nobody looks at the table and nobody is waited for: its bots pause. */
bool bot_tables_sleeps(const struct live_table *live);
/* NULL, or the message id: this person or address has as many games with bots as it may have. */
const char *bot_tables_refuse(const struct server *s, const struct conn *c);
/* The same if the request would start such a game. */
const char *bot_tables_refuse_request(const struct server *s, const struct conn *c,
                                      const struct table *t, const struct table_request *r);
/* Asks the bot of a seat; the answer comes by tables_take_answer. */
void bot_tables_ask(struct server *s, struct live_table *live, int seat, bool must);
/* Puts off the moves that the table would play for bots whose thoughts still wait for others. */
void bot_tables_keep(struct server *s, struct live_table *live);
/* Drops the thoughts about positions that are gone; or all. */
void bot_tables_drop_stale(struct server *s, struct live_table *live);
void bot_tables_drop_all(struct server *s, struct live_table *live);

#endif
