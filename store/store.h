/*
 * Persistent storage: journals of tables, players, shared records, secrets. SQL stays in here.
 * Invariants:
 *
 *  1. A table is its journal: events numbered from 0 without gaps. `struct store_table` is
 *     derived from it, for lists and due times.
 *  2. A pair of table and number is stored once; a second event with it is refused
 *     (STORE_CONFLICT). So two nodes cannot both continue a table: the loser reads the new events
 *     (store_read_events with `from`) and decides again.
 *  3. A stored event never changes, but for store_replace_event, which blanks out the name and
 *     words of a person who asks to be forgotten.
 *  4. All changes since the last commit are one transaction. store_commit returns STORE_OK when
 *     all of them are on disk. If it fails, none is: it has rolled back, and the caller must drop
 *     its own copies.
 *
 * A store for several nodes would announce the changed tables to the others after each commit.
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
    STORE_CONFLICT = -2, /* such a row exists already */
    STORE_FAILED = -3,   /* disk or database failure: see store_why */
};

struct store_table {
    const char *id;
    int phase;       /* enum table_phase */
    bool listed;     /* in the lobby */
    int64_t due;     /* nothing is due before this time; INT64_MAX: never */
    int64_t changed; /* when it last changed */
    const char *row; /* members of its row in lists, JSON without braces */
};

struct store_player {
    uint64_t id;
    char name[97];  /* shown to others; empty: not chosen yet */
    int generation; /* cookies of earlier generations are revoked */
    char login[97]; /* empty: none */
    char hash[129]; /* of the passphrase; empty: none */
};

enum store_mode { STORE_WRITE, STORE_READ };

/* Opens (and for STORE_WRITE creates or migrates) the store in a folder; NULL: see `why`. */
struct store *store_open(const char *folder, enum store_mode mode, char *why, size_t cap);
void store_close(struct store *s);
const char *store_why(const struct store *s);

int store_commit(struct store *s);
void store_rollback(struct store *s);
/* Whether anything waits for store_commit. */
bool store_is_dirty(const struct store *s);

/* Tables. store_put_table inserts or replaces the row. */
int store_append_event(struct store *s, const char *table, int n, int64_t at, const char *text,
                       size_t len);
int store_put_table(struct store *s, const struct store_table *t);
int store_put_seat(struct store *s, const char *table, uint64_t player);
int store_drop_seat(struct store *s, const char *table, uint64_t player);

/* Texts are valid during the call; returning false stops the reading. */
typedef bool store_event_visit(void *context, int n, int64_t at, const char *text, size_t len);
typedef bool store_table_visit(void *context, const struct store_table *t);

/* The events of a table from number `from` on, in order. STORE_NONE: there are none. */
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
/* Games with something due by `until`, earliest first. */
int store_list_due(struct store *s, int64_t until, store_table_visit *visit, void *context);

/* Players. */
int store_find_player(struct store *s, uint64_t id, struct store_player *out);
int store_find_login(struct store *s, const char *login, struct store_player *out);
/* STORE_CONFLICT: another player has that login. */
int store_put_player(struct store *s, const struct store_player *p);
int store_drop_player(struct store *s, uint64_t id);
/* Events of all tables whose text contains `part`. */
int store_find_events(struct store *s, const char *part,
                      bool (*visit)(void *context, const char *table, int n, int64_t at,
                                    const char *text, size_t len),
                      void *context);
int store_replace_event(struct store *s, const char *table, int n, const char *text, size_t len);

/* Links to finished records. */
int store_put_share(struct store *s, const char *key, const char *table);
int store_find_share(struct store *s, const char *key, char *table, size_t cap);
int store_find_share_of(struct store *s, const char *table, char *key, size_t cap);

/* Reads a secret of this store into `bytes`; if there is none yet, stores `bytes` as it. */
int store_keep_secret(struct store *s, const char *name, uint8_t *bytes, size_t n);

/* Writes a consistent copy to a new file; others may write meanwhile. */
int store_backup(struct store *s, const char *path);

/* Duration of the last commit, in microseconds. */
int64_t store_commit_us(const struct store *s);

#endif
