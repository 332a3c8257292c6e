/*
 * The store in SQLite, one file `parlor.db` in the data folder: WAL, synchronous=FULL, one
 * transaction per turn of the caller's loop. See store.h.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/store.h"

enum { SCHEMA = 2, PATH_ROOM = 4096, BUSY_MS = 2000 };

enum statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    APPEND,
    PUT_TABLE,
    PUT_SEAT,
    DROP_SEAT,
    READ_EVENTS,
    LIST_TABLES,
    LIST_LOBBY,
    LIST_SEATS,
    LIST_DUE,
    FIND_PLAYER,
    FIND_LOGIN,
    PUT_PLAYER,
    DROP_PLAYER,
    FIND_EVENTS,
    REPLACE_EVENT,
    PUT_SHARE,
    FIND_SHARE,
    FIND_SHARE_OF,
    FIND_META,
    PUT_META,
    STATEMENTS
};

#define TABLE_COLUMNS "id, phase, listed, due, changed, row"
#define PLAYER_COLUMNS "id, name, generation, coalesce(login, ''), hash"

static const char *const sql[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [APPEND] = "INSERT INTO events(table_id, n, at, text) VALUES(?1, ?2, ?3, ?4)",
    [PUT_TABLE] = "INSERT INTO tables(" TABLE_COLUMNS ") VALUES(?1, ?2, ?3, ?4, ?5, ?6) "
                  "ON CONFLICT(id) DO UPDATE SET phase = ?2, listed = ?3, due = ?4, changed = ?5, "
                  "row = ?6",
    [PUT_SEAT] = "INSERT OR IGNORE INTO seats(player, table_id) VALUES(?1, ?2)",
    [DROP_SEAT] = "DELETE FROM seats WHERE player = ?1 AND table_id = ?2",
    [READ_EVENTS] = "SELECT n, at, text FROM events WHERE table_id = ?1 AND n >= ?2 ORDER BY n",
    [LIST_TABLES] = "SELECT " TABLE_COLUMNS " FROM tables ORDER BY id",
    [LIST_LOBBY] = "SELECT " TABLE_COLUMNS " FROM tables WHERE listed = 1 AND phase < 2 AND "
                   "changed > ?1 ORDER BY changed DESC LIMIT ?2",
    [LIST_SEATS] = "SELECT " TABLE_COLUMNS " FROM seats JOIN tables ON id = table_id "
                   "WHERE player = ?1 ORDER BY changed DESC LIMIT ?2",
    [LIST_DUE] = "SELECT " TABLE_COLUMNS " FROM tables WHERE phase = 1 AND due <= ?1 ORDER BY due",
    [FIND_PLAYER] = "SELECT " PLAYER_COLUMNS " FROM players WHERE id = ?1",
    [FIND_LOGIN] = "SELECT " PLAYER_COLUMNS " FROM players WHERE login = ?1",
    [PUT_PLAYER] = "INSERT INTO players(id, name, generation, login, hash) "
                   "VALUES(?1, ?2, ?3, nullif(?4, ''), ?5) ON CONFLICT(id) DO UPDATE SET "
                   "name = ?2, generation = ?3, login = nullif(?4, ''), hash = ?5",
    [DROP_PLAYER] = "DELETE FROM players WHERE id = ?1",
    [FIND_EVENTS] = "SELECT table_id, n, at, text FROM events WHERE instr(text, ?1) > 0",
    [REPLACE_EVENT] = "UPDATE events SET text = ?3 WHERE table_id = ?1 AND n = ?2",
    [PUT_SHARE] = "INSERT INTO shares(key, table_id) VALUES(?1, ?2)",
    [FIND_SHARE] = "SELECT table_id FROM shares WHERE key = ?1",
    [FIND_SHARE_OF] = "SELECT key FROM shares WHERE table_id = ?1",
    [FIND_META] = "SELECT value FROM meta WHERE name = ?1",
    [PUT_META] = "INSERT INTO meta(name, value) VALUES(?1, ?2)",
};

/* Row i migrates a file from schema i to i + 1; a new schema is a new row. */
static const char *const migrations[SCHEMA] = {
    "CREATE TABLE meta(name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE events(table_id TEXT NOT NULL, n INTEGER NOT NULL, at INTEGER NOT NULL,"
    " text TEXT NOT NULL, PRIMARY KEY(table_id, n)) WITHOUT ROWID;"
    "CREATE TABLE tables(id TEXT PRIMARY KEY, phase INTEGER NOT NULL, listed INTEGER NOT NULL,"
    " due INTEGER NOT NULL, changed INTEGER NOT NULL, row TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX tables_due ON tables(due) WHERE phase = 1;"
    "CREATE INDEX tables_lobby ON tables(changed) WHERE listed = 1;"
    "CREATE TABLE seats(player INTEGER NOT NULL, table_id TEXT NOT NULL,"
    " PRIMARY KEY(player, table_id)) WITHOUT ROWID;"
    "CREATE TABLE players(id INTEGER PRIMARY KEY, name TEXT NOT NULL, generation INTEGER NOT NULL,"
    " login TEXT UNIQUE, hash TEXT NOT NULL);"
    "CREATE TABLE shares(key TEXT PRIMARY KEY, table_id TEXT NOT NULL UNIQUE) WITHOUT ROWID;",

    /* 2: the lobby's index leaves out finished tables; tables are indexed by phase. */
    "DROP INDEX tables_lobby;"
    "CREATE INDEX tables_lobby ON tables(changed) WHERE listed = 1 AND phase < 2;"
    "CREATE INDEX tables_phase ON tables(phase);",
};

struct store {
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
    bool dirty;
    int64_t commit_us;
    char why[256];
};

const char *store_why(const struct store *s)
{
    return s->why;
}

bool store_is_dirty(const struct store *s)
{
    return s->dirty;
}

int64_t store_commit_us(const struct store *s)
{
    return s->commit_us;
}

static int fail(struct store *s)
{
    snprintf(s->why, sizeof s->why, "%s", sqlite3_errmsg(s->db));
    return STORE_FAILED;
}

/* ---- opening ---- */

static int migrate(struct store *s)
{
    sqlite3_stmt *read;
    int version = 0;
    if (sqlite3_prepare_v2(s->db, "PRAGMA user_version", -1, &read, NULL) != SQLITE_OK)
        return fail(s);
    if (sqlite3_step(read) == SQLITE_ROW)
        version = sqlite3_column_int(read, 0);
    sqlite3_finalize(read);
    if (version > SCHEMA) {
        snprintf(s->why, sizeof s->why, "the file has schema %d, newer than %d", version, SCHEMA);
        return STORE_FAILED;
    }
    for (; version < SCHEMA; version++) {
        char mark[64];
        snprintf(mark, sizeof mark, "PRAGMA user_version = %d", version + 1);
        if (sqlite3_exec(s->db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK ||
            sqlite3_exec(s->db, migrations[version], NULL, NULL, NULL) != SQLITE_OK ||
            sqlite3_exec(s->db, mark, NULL, NULL, NULL) != SQLITE_OK ||
            sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK) {
            int result = fail(s);
            sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
            return result;
        }
    }
    return STORE_OK;
}

static int prepare(struct store *s, enum store_mode mode)
{
    const char *pragmas = mode == STORE_WRITE
                              ? "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                                "PRAGMA wal_autocheckpoint = 4000; PRAGMA temp_store = MEMORY"
                              : "PRAGMA temp_store = MEMORY";
    sqlite3_busy_timeout(s->db, BUSY_MS);
    /* SQLite opens a read-only file without an error, and fails at the first change. */
    if (mode == STORE_WRITE && sqlite3_db_readonly(s->db, "main") == 1) {
        snprintf(s->why, sizeof s->why, "the database is read-only");
        return STORE_FAILED;
    }
    if (sqlite3_exec(s->db, pragmas, NULL, NULL, NULL) != SQLITE_OK)
        return fail(s);
    if (mode == STORE_WRITE && migrate(s) != STORE_OK)
        return STORE_FAILED;
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(s->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &s->statement[i],
                               NULL) != SQLITE_OK)
            return fail(s);
    return STORE_OK;
}

struct store *store_open(const char *folder, enum store_mode mode, char *why, size_t cap)
{
    char path[PATH_ROOM];
    int flags = mode == STORE_WRITE ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                                    : SQLITE_OPEN_READWRITE; /* readers update the WAL index */
    struct store *s = calloc(1, sizeof *s);
    if (s == NULL)
        abort();
    snprintf(path, sizeof path, "%s/parlor.db", folder);
    if (sqlite3_open_v2(path, &s->db, flags | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK &&
        prepare(s, mode) == STORE_OK)
        return s;
    if (s->why[0] == '\0')
        fail(s);
    snprintf(why, cap, "%s", s->why);
    store_close(s);
    return NULL;
}

void store_close(struct store *s)
{
    if (s == NULL)
        return;
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(s->statement[i]);
    sqlite3_close(s->db);
    free(s);
}

/* ---- transactions ---- */

/* Runs a statement that returns no rows, and resets it. */
static int run(struct store *s, enum statement i)
{
    sqlite3_stmt *st = s->statement[i];
    int code = sqlite3_step(st);
    int result = STORE_OK;
    if (code != SQLITE_DONE && code != SQLITE_ROW)
        result = sqlite3_errcode(s->db) == SQLITE_CONSTRAINT ? STORE_CONFLICT : fail(s);
    sqlite3_reset(st);
    sqlite3_clear_bindings(st);
    return result;
}

/* Begins a transaction unless one is open. */
static int begin(struct store *s)
{
    if (s->dirty)
        return STORE_OK;
    int result = run(s, BEGIN);
    s->dirty = result == STORE_OK;
    return result;
}

static int64_t now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int store_commit(struct store *s)
{
    if (!s->dirty)
        return STORE_OK;
    int64_t start = now_us();
    int result = run(s, COMMIT);
    s->commit_us = now_us() - start;
    if (result != STORE_OK) {
        store_rollback(s);
        return STORE_FAILED;
    }
    s->dirty = false;
    return STORE_OK;
}

void store_rollback(struct store *s)
{
    char why[sizeof s->why];
    if (!s->dirty)
        return;
    memcpy(why, s->why, sizeof why);
    run(s, ROLLBACK); /* fails harmlessly if SQLite has already rolled back */
    memcpy(s->why, why, sizeof why);
    s->dirty = false;
}

/* ---- binding ---- */

static void bind_text(struct store *s, enum statement i, int parameter, const char *text)
{
    sqlite3_bind_text(s->statement[i], parameter, text, -1, SQLITE_STATIC);
}

static void bind_int(struct store *s, enum statement i, int parameter, int64_t n)
{
    sqlite3_bind_int64(s->statement[i], parameter, n);
}

/* ---- tables ---- */

int store_append_event(struct store *s, const char *table, int n, int64_t at, const char *text,
                       size_t len)
{
    if (begin(s) != STORE_OK)
        return STORE_FAILED;
    bind_text(s, APPEND, 1, table);
    bind_int(s, APPEND, 2, n);
    bind_int(s, APPEND, 3, at);
    sqlite3_bind_text(s->statement[APPEND], 4, text, (int)len, SQLITE_STATIC);
    return run(s, APPEND);
}

int store_put_table(struct store *s, const struct store_table *t)
{
    if (begin(s) != STORE_OK)
        return STORE_FAILED;
    bind_text(s, PUT_TABLE, 1, t->id);
    bind_int(s, PUT_TABLE, 2, t->phase);
    bind_int(s, PUT_TABLE, 3, t->listed);
    bind_int(s, PUT_TABLE, 4, t->due);
    bind_int(s, PUT_TABLE, 5, t->changed);
    bind_text(s, PUT_TABLE, 6, t->row);
    return run(s, PUT_TABLE);
}

static int change_seat(struct store *s, enum statement i, const char *table, uint64_t player)
{
    if (begin(s) != STORE_OK)
        return STORE_FAILED;
    bind_int(s, i, 1, (int64_t)player);
    bind_text(s, i, 2, table);
    return run(s, i);
}

int store_put_seat(struct store *s, const char *table, uint64_t player)
{
    return change_seat(s, PUT_SEAT, table, player);
}

int store_drop_seat(struct store *s, const char *table, uint64_t player)
{
    return change_seat(s, DROP_SEAT, table, player);
}

static const char *column(sqlite3_stmt *st, int i)
{
    const void *text = sqlite3_column_text(st, i);
    return text != NULL ? text : "";
}

/* Resets a query; `code` is the result of its last step. */
static int end_read(struct store *s, enum statement i, int code, int rows)
{
    int result = code == SQLITE_DONE || code == SQLITE_ROW ? STORE_OK : fail(s);
    sqlite3_reset(s->statement[i]);
    sqlite3_clear_bindings(s->statement[i]);
    return result == STORE_OK && rows == 0 ? STORE_NONE : result;
}

int store_read_events(struct store *s, const char *table, int from, store_event_visit *visit,
                      void *context)
{
    sqlite3_stmt *st = s->statement[READ_EVENTS];
    int code, rows = 0;
    bool more = true;
    bind_text(s, READ_EVENTS, 1, table);
    bind_int(s, READ_EVENTS, 2, from);
    while (more && (code = sqlite3_step(st)) == SQLITE_ROW) {
        more = visit(context, sqlite3_column_int(st, 0), sqlite3_column_int64(st, 1), column(st, 2),
                     (size_t)sqlite3_column_bytes(st, 2));
        rows++;
    }
    return end_read(s, READ_EVENTS, code, rows);
}

static int list(struct store *s, enum statement i, store_table_visit *visit, void *context)
{
    sqlite3_stmt *st = s->statement[i];
    int code, rows = 0;
    bool more = true;
    while (more && (code = sqlite3_step(st)) == SQLITE_ROW) {
        struct store_table t = {
            .id = column(st, 0),
            .phase = sqlite3_column_int(st, 1),
            .listed = sqlite3_column_int(st, 2) != 0,
            .due = sqlite3_column_int64(st, 3),
            .changed = sqlite3_column_int64(st, 4),
            .row = column(st, 5),
        };
        more = visit(context, &t);
        rows++;
    }
    return end_read(s, i, code, rows);
}

int store_list_tables(struct store *s, store_table_visit *visit, void *context)
{
    return list(s, LIST_TABLES, visit, context);
}

int store_list_lobby(struct store *s, int64_t since, int most, store_table_visit *visit,
                     void *context)
{
    bind_int(s, LIST_LOBBY, 1, since);
    bind_int(s, LIST_LOBBY, 2, most);
    return list(s, LIST_LOBBY, visit, context);
}

int store_list_seats(struct store *s, uint64_t player, int most, store_table_visit *visit,
                     void *context)
{
    bind_int(s, LIST_SEATS, 1, (int64_t)player);
    bind_int(s, LIST_SEATS, 2, most);
    return list(s, LIST_SEATS, visit, context);
}

int store_list_due(struct store *s, int64_t until, store_table_visit *visit, void *context)
{
    bind_int(s, LIST_DUE, 1, until);
    return list(s, LIST_DUE, visit, context);
}

/* ---- players ---- */

static int read_player(struct store *s, enum statement i, struct store_player *out)
{
    sqlite3_stmt *st = s->statement[i];
    int code = sqlite3_step(st), rows = code == SQLITE_ROW;
    *out = (struct store_player){.id = 0};
    if (rows) {
        out->id = (uint64_t)sqlite3_column_int64(st, 0);
        snprintf(out->name, sizeof out->name, "%s", column(st, 1));
        out->generation = sqlite3_column_int(st, 2);
        snprintf(out->login, sizeof out->login, "%s", column(st, 3));
        snprintf(out->hash, sizeof out->hash, "%s", column(st, 4));
    }
    return end_read(s, i, code, rows);
}

int store_find_player(struct store *s, uint64_t id, struct store_player *out)
{
    bind_int(s, FIND_PLAYER, 1, (int64_t)id);
    return read_player(s, FIND_PLAYER, out);
}

int store_find_login(struct store *s, const char *login, struct store_player *out)
{
    bind_text(s, FIND_LOGIN, 1, login);
    return read_player(s, FIND_LOGIN, out);
}

int store_put_player(struct store *s, const struct store_player *p)
{
    if (begin(s) != STORE_OK)
        return STORE_FAILED;
    bind_int(s, PUT_PLAYER, 1, (int64_t)p->id);
    bind_text(s, PUT_PLAYER, 2, p->name);
    bind_int(s, PUT_PLAYER, 3, p->generation);
    bind_text(s, PUT_PLAYER, 4, p->login);
    bind_text(s, PUT_PLAYER, 5, p->hash);
    return run(s, PUT_PLAYER);
}

int store_drop_player(struct store *s, uint64_t id)
{
    if (begin(s) != STORE_OK)
        return STORE_FAILED;
    bind_int(s, DROP_PLAYER, 1, (int64_t)id);
    return run(s, DROP_PLAYER);
}

int store_find_events(struct store *s, const char *part,
                      bool (*visit)(void *context, const char *table, int n, int64_t at,
                                    const char *text, size_t len),
                      void *context)
{
    sqlite3_stmt *st = s->statement[FIND_EVENTS];
    int code, rows = 0;
    bool more = true;
    bind_text(s, FIND_EVENTS, 1, part);
    while (more && (code = sqlite3_step(st)) == SQLITE_ROW) {
        more = visit(context, column(st, 0), sqlite3_column_int(st, 1), sqlite3_column_int64(st, 2),
                     column(st, 3), (size_t)sqlite3_column_bytes(st, 3));
        rows++;
    }
    return end_read(s, FIND_EVENTS, code, rows);
}

int store_replace_event(struct store *s, const char *table, int n, const char *text, size_t len)
{
    if (begin(s) != STORE_OK)
        return STORE_FAILED;
    bind_text(s, REPLACE_EVENT, 1, table);
    bind_int(s, REPLACE_EVENT, 2, n);
    sqlite3_bind_text(s->statement[REPLACE_EVENT], 3, text, (int)len, SQLITE_STATIC);
    return run(s, REPLACE_EVENT);
}

/* ---- shares, secrets, backup ---- */

int store_put_share(struct store *s, const char *key, const char *table)
{
    if (begin(s) != STORE_OK)
        return STORE_FAILED;
    bind_text(s, PUT_SHARE, 1, key);
    bind_text(s, PUT_SHARE, 2, table);
    return run(s, PUT_SHARE);
}

static int find_text(struct store *s, enum statement i, const char *by, char *out, size_t cap)
{
    sqlite3_stmt *st = s->statement[i];
    bind_text(s, i, 1, by);
    int code = sqlite3_step(st), rows = code == SQLITE_ROW;
    if (rows)
        snprintf(out, cap, "%s", column(st, 0));
    return end_read(s, i, code, rows);
}

int store_find_share(struct store *s, const char *key, char *table, size_t cap)
{
    return find_text(s, FIND_SHARE, key, table, cap);
}

int store_find_share_of(struct store *s, const char *table, char *key, size_t cap)
{
    return find_text(s, FIND_SHARE_OF, table, key, cap);
}

int store_keep_secret(struct store *s, const char *name, uint8_t *bytes, size_t n)
{
    sqlite3_stmt *st = s->statement[FIND_META];
    bind_text(s, FIND_META, 1, name);
    int code = sqlite3_step(st), rows = code == SQLITE_ROW;
    if (rows && (size_t)sqlite3_column_bytes(st, 0) == n)
        memcpy(bytes, sqlite3_column_blob(st, 0), n);
    int result = end_read(s, FIND_META, code, rows);
    if (result != STORE_NONE)
        return result;
    if (begin(s) != STORE_OK)
        return STORE_FAILED;
    bind_text(s, PUT_META, 1, name);
    sqlite3_bind_blob(s->statement[PUT_META], 2, bytes, (int)n, SQLITE_STATIC);
    return run(s, PUT_META);
}

int store_backup(struct store *s, const char *path)
{
    sqlite3_stmt *st;
    if (sqlite3_prepare_v2(s->db, "VACUUM INTO ?1", -1, &st, NULL) != SQLITE_OK)
        return fail(s);
    sqlite3_bind_text(st, 1, path, -1, SQLITE_STATIC);
    int code = sqlite3_step(st);
    int result = code == SQLITE_DONE ? STORE_OK : fail(s);
    sqlite3_finalize(st);
    return result;
}
