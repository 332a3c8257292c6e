/*
 * What is kept for good: journals of tables, players, settings. The only place that knows SQL.
 *
 * The truth of a table is its events, appended by table and number; a number that is there
 * already is refused (STORE_CONFLICT), so two nodes cannot both continue a table: the loser reads
 * the new events and decides again. Everything else about a table (struct store_table) can be
 * worked out from its events and is kept for lists and for finding what is due. A store for
 * several nodes tells the others the id of each table that a commit has appended to, after the
 * commit; they read the events after the last number they have (store_read_events with `from`).
 *
 * Changes gather in one transaction until store_commit, which returns only when all of them are
 * safe on disk, or none: then store_rollback has been done and the caller forgets what it did.
 */
#ifndef PARLOR_STORE_STORE_H
#define PARLOR_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store;

enum {
    STORE_OK = 0,
    STORE_NONE = -1,     /* there is no such row */
    STORE_CONFLICT = -2, /* it is there already */
    STORE_FAILED = -3,   /* the world's failure: store_why tells */
};

struct store_table {
    const char *id;
    int phase;       /* enum table_phase */
    bool listed;     /* in the lobby */
    int64_t due;     /* nothing happens by itself before; INT64_MAX: never */
    int64_t changed; /* when it last changed */
    const char *row; /* members of its row in lists, JSON without braces */
};

struct store_player {
    uint64_t id;
    char name[97];  /* shown to others; empty: not chosen yet */
    int generation; /* cookies of an earlier generation no longer count */
    char login[97]; /* empty: none */
    char hash[129]; /* of the passphrase; empty: none */
};

enum store_mode { STORE_WRITE, STORE_READ };

/* Opens (and for STORE_WRITE creates or migrates) the store in a folder; NULL: `why` tells. */
struct store *store_open(const char *folder, enum store_mode mode, char *why, size_t cap);
void store_close(struct store *s);
const char *store_why(const struct store *s);

int store_commit(struct store *s);
void store_rollback(struct store *s);
/* Whether anything waits for store_commit. */
bool store_is_dirty(const struct store *s);

/* Tables. store_put_table makes or replaces the row. */
int store_append_event(struct store *s, const char *table, int n, int64_t at, const char *text,
                       size_t len);
int store_put_table(struct store *s, const struct store_table *t);
int store_put_seat(struct store *s, const char *table, uint64_t player);
int store_drop_seat(struct store *s, const char *table, uint64_t player);

/* Called with borrowed texts; false stops the reading. */
typedef bool store_event_visit(void *context, int n, int64_t at, const char *text, size_t len);
typedef bool store_table_visit(void *context, const struct store_table *t);

/* The events of a table from a number on, in order. STORE_NONE: there are none. */
int store_read_events(struct store *s, const char *table, int from, store_event_visit *visit,
                      void *context);
/* All tables in the order of their ids. */
int store_list_tables(struct store *s, store_table_visit *visit, void *context);
/* Listed tables that are not over and changed after `since`, newest first, at most `most`. */
int store_list_lobby(struct store *s, int64_t since, int most, store_table_visit *visit,
                     void *context);
/* Tables where a player sits, newest first, at most `most`. */
int store_list_seats(struct store *s, uint64_t player, int most, store_table_visit *visit,
                     void *context);
/* Tables that something is due at before `until`, most urgent first. */
int store_list_due(struct store *s, int64_t until, store_table_visit *visit, void *context);

/* Players. */
int store_find_player(struct store *s, uint64_t id, struct store_player *out);
int store_find_login(struct store *s, const char *login, struct store_player *out);
/* STORE_CONFLICT: another player has that login. */
int store_put_player(struct store *s, const struct store_player *p);
int store_drop_player(struct store *s, uint64_t id);
/* Events of any table whose text holds `part`. */
int store_find_events(struct store *s, const char *part,
                      bool (*visit)(void *context, const char *table, int n, int64_t at,
                                    const char *text, size_t len),
                      void *context);
int store_replace_event(struct store *s, const char *table, int n, const char *text, size_t len);

/* Links to finished records. */
int store_put_share(struct store *s, const char *key, const char *table);
int store_find_share(struct store *s, const char *key, char *table, size_t cap);
int store_find_share_of(struct store *s, const char *table, char *key, size_t cap);

/* A secret of this store, drawn once by the caller: reads it, or keeps what `bytes` holds. */
int store_keep_secret(struct store *s, const char *name, uint8_t *bytes, size_t n);

/* A consistent copy into a new file, while others write. */
int store_backup(struct store *s, const char *path);

/* How long the last commit took, in microseconds. */
int64_t store_commit_us(const struct store *s);

#endif
