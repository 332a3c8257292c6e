/* Views and legal moves for protocol 2. For a connection of version 1 nothing changes. */
#ifndef PARLOR_SERVER_SIGHTS_H
#define PARLOR_SERVER_SIGHTS_H

#include <stdbool.h>
#include <stdint.h>

#include "table/table.h"

struct conn;
struct live_table;
struct server;

/* The view of the people of a chair, as they were told last: see sights.c. */
struct sight {
    char *text; /* NULL: only its hash is known */
    uint32_t len, cap;
    uint64_t hash;
    bool known;
};

struct sights {
    struct live_table *before, *after; /* in the list of server.sights_first, if `warm` */
    int64_t warmed;                    /* in steady time */
    bool warm;
    struct sight of[]; /* spectators, then the chairs */
};

/* The sights of one telling, folded. */
struct sight_news {
    int of;    /* the event that people know; -1: none */
    int steps; /* of the game, told now */
    bool keep; /* texts are kept */
    struct folded_sight {
        size_t start, len; /* in server.folded */
        int of;            /* -1: whole */
        bool done, good;
    } of_chair[GAME_SEATS_MAX + 1]; /* spectators, then the chairs */
};

/* A telling of events begins, and ends: what a chair's people were not told, they do not know. */
void sights_start(struct server *s, const struct table_event *events, int n, unsigned changed);
void sights_end(struct server *s, struct live_table *live, unsigned changed);
/* Folds the members `view` and `legal` of an update of this telling. */
void sights_put_news(struct server *s, struct live_table *live, const struct conn *c,
                     const struct table_span *at, struct strbuf *out);
/* The same for a table, or an update, that only this connection gets: they are sent whole. */
void sights_put_whole(struct server *s, struct live_table *live, const struct conn *c,
                      const struct table_span *at, struct strbuf *out);
void sights_cool(struct server *s); /* drops texts that were not needed for a while: once a turn */
void sights_forget(struct server *s, struct live_table *live);

#endif
