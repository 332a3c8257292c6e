/*
 * The store in SQLite, one file `parlor.db` in the data folder: WAL, synchronous=FULL, one
 * transaction per turn of the caller's loop. See store.h.
 *
 * An I/O error or a lack of memory may make SQLite roll back by itself, even when it only reads.
 * Later changes of the same turn must not be stored then as a transaction of their own: `failed`
 * stands until store_commit or store_rollback.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/gather.h"
#include "store/note.h"
#include "store/schema.h"
#include "store/sqlite.h"
#include "store/statement.h"
#include "store/wal.h"
#include "table/memory.h"

enum { BUSY_MS = 2000 };

/* ---- opening ---- */

static const char *const controls[CONTROLS] = {[CONTROL_BEGIN] = "BEGIN IMMEDIATE",
                                               [CONTROL_COMMIT] = "COMMIT",
                                               [CONTROL_ROLLBACK] = "ROLLBACK"};

static int prepare(struct store *s, enum store_mode mode)
{
    static const char *const pragmas[] = {
        [STORE_WRITE] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                        "PRAGMA wal_autocheckpoint = 4000; PRAGMA temp_store = MEMORY",
        [STORE_READ] = "PRAGMA temp_store = MEMORY",
        [STORE_ALONE] = "PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL;"
                        "PRAGMA secure_delete = ON; BEGIN EXCLUSIVE; COMMIT",
        [STORE_MOVE] = "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;"
                       "PRAGMA synchronous = FULL; BEGIN EXCLUSIVE; COMMIT",
    };
    sqlite3_busy_timeout(s->sqlite->db, BUSY_MS);
    /* SQLite opens a read-only file without an error, and fails at the first change. */
    if (mode != STORE_READ && sqlite3_db_readonly(s->sqlite->db, "main") == 1) {
        snprintf(s->why, sizeof s->why, "the database is read-only");
        return STORE_FAILED;
    }
    int code = sqlite3_exec(s->sqlite->db, pragmas[mode], NULL, NULL, NULL);
    if (code == SQLITE_BUSY && mode >= STORE_ALONE) {
        snprintf(s->why, sizeof s->why, "it is in use; stop the server first");
        return STORE_FAILED;
    }
    if (code != SQLITE_OK)
        return sqlite_fail(s);
    if (mode == STORE_READ) /* who only reads leaves the files as they are */
        sqlite3_db_config(s->sqlite->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    if (mode != STORE_READ && schema_migrate(s) != STORE_OK)
        return STORE_FAILED;
    /* An older file, which no server has migrated yet, can be exported and copied all the same: it
       lacks columns for other statements. */
    int schema = mode == STORE_READ ? schema_read(s) : STORE_SCHEMA;
    bool older = schema > 0 && schema < STORE_SCHEMA;
    for (int i = 0; i < STATEMENTS; i++)
        if (sql_text[i] != NULL &&
            sqlite3_prepare_v3(s->sqlite->db, sql_text[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &s->sqlite->statement[i], NULL) != SQLITE_OK &&
            !older)
            return sqlite_fail(s);
    for (int i = 0; i < CONTROLS; i++)
        if (sqlite3_prepare_v3(s->sqlite->db, controls[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &s->sqlite->control[i], NULL) != SQLITE_OK)
            return sqlite_fail(s);
    return STORE_OK;
}

/* Makes the file, for its user alone; SQLite gives the files beside it the same rights. */
static void make_file(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
}

/* ---- statements ---- */

int sqlite_fail(struct store *s)
{
    int code = sqlite3_errcode(s->sqlite->db);
    s->suspect = s->suspect || code == SQLITE_CORRUPT || code == SQLITE_NOTADB ||
                 sqlite3_extended_errcode(s->sqlite->db) == SQLITE_IOERR_SHORT_READ;
    return sql_fail_because(s, sqlite3_errmsg(s->sqlite->db));
}

static bool has(struct store *s, int i)
{
    return s->sqlite->statement[i] != NULL;
}

static bool bind(struct store *s, int i, int parameter, const struct sql_value *v)
{
    sqlite3_stmt *st = s->sqlite->statement[i];
    int code = v->kind == SQL_INT ? sqlite3_bind_int64(st, parameter, v->n)
               : v->kind == SQL_TEXT
                   ? sqlite3_bind_text(st, parameter, v->bytes, (int)v->len, SQLITE_STATIC)
                   : sqlite3_bind_blob(st, parameter, v->bytes, (int)v->len, SQLITE_STATIC);
    return code == SQLITE_OK;
}

static int run(struct store *s, int i)
{
    int code = sqlite3_step(s->sqlite->statement[i]);
    if (code == SQLITE_DONE || code == SQLITE_ROW)
        return STORE_OK;
    return sqlite3_errcode(s->sqlite->db) == SQLITE_CONSTRAINT ? STORE_CONFLICT : sqlite_fail(s);
}

static int step(struct store *s, int i)
{
    int code = sqlite3_step(s->sqlite->statement[i]);
    return code == SQLITE_ROW ? 1 : code == SQLITE_DONE ? 0 : sqlite_fail(s);
}

static void reset(struct store *s, int i)
{
    if (!has(s, i))
        return;
    sqlite3_reset(s->sqlite->statement[i]);
    sqlite3_clear_bindings(s->sqlite->statement[i]);
}

static int64_t column_int(struct store *s, int i, int n)
{
    return sqlite3_column_int64(s->sqlite->statement[i], n);
}

static const void *column_bytes(struct store *s, int i, int n, size_t *len)
{
    sqlite3_stmt *st = s->sqlite->statement[i];
    const void *bytes = sqlite3_column_type(st, n) == SQLITE_BLOB ? sqlite3_column_blob(st, n)
                                                                  : sqlite3_column_text(st, n);
    *len = (size_t)sqlite3_column_bytes(st, n);
    return bytes;
}

static bool column_is_null(struct store *s, int i, int n)
{
    return sqlite3_column_type(s->sqlite->statement[i], n) == SQLITE_NULL;
}

/* ---- transactions ---- */

static int execute(struct store *s, const char *sql)
{
    return sqlite3_exec(s->sqlite->db, sql, NULL, NULL, NULL) == SQLITE_OK ? STORE_OK
                                                                           : sqlite_fail(s);
}

static int control(struct store *s, enum sqlite_control which)
{
    sqlite3_stmt *st = s->sqlite->control[which];
    int result = sqlite3_step(st) == SQLITE_DONE ? STORE_OK : sqlite_fail(s);
    sqlite3_reset(st);
    return result;
}

static int begin(struct store *s)
{
    return control(s, CONTROL_BEGIN);
}

static bool is_lost(struct store *s)
{
    return sqlite3_get_autocommit(s->sqlite->db) != 0;
}

static int commit(struct store *s)
{
    note_void(s);
    int result = control(s, CONTROL_COMMIT);
    if (result == STORE_OK)
        note_write(s);
    return result;
}

static void rollback(struct store *s)
{
    control(s, CONTROL_ROLLBACK); /* fails harmlessly if SQLite has already rolled back */
}

/* ---- copies ---- */

/* VACUUM writes every page anew, through the WAL; the checkpoint empties that. */
static int clean(struct store *s)
{
    return execute(s, "VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
}

static int vacuum_into(struct store *s, const char *path)
{
    sqlite3_stmt *st;
    if (sqlite3_prepare_v2(s->sqlite->db, "VACUUM INTO ?1", -1, &st, NULL) != SQLITE_OK)
        return sqlite_fail(s);
    sqlite3_bind_text(st, 1, path, -1, SQLITE_STATIC);
    int code = sqlite3_step(st);
    int result = code == SQLITE_DONE ? STORE_OK : sqlite_fail(s);
    sqlite3_finalize(st);
    return result;
}

/* Closing writes the WAL into the database too, without a look at its checksums: a page that was
   cut off would be a page of zeros. */
static int rescue(struct store *s)
{
    struct wal_count count;
    int all = 0, done = 0;
    sqlite3 *db = s->sqlite->db;
    bool whole = wal_count(db, &count) == SQLITE_OK && count.sound == count.all;
    sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, whole ? 0 : 1, NULL);
    bool saved = whole && sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, &all,
                                                    &done) == SQLITE_OK;
    return saved && all == done ? STORE_OK : STORE_NONE;
}

static int fail_system(struct store *s)
{
    snprintf(s->why, sizeof s->why, "%s", strerror(errno));
    return STORE_FAILED;
}

static int backup(struct store *s, const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return fail_system(s);
    int result = vacuum_into(s, path); /* into a file that exists, but is empty */
    if (result == STORE_OK && fsync(fd) != 0)
        result = fail_system(s);
    if (result != STORE_OK)
        unlink(path);
    close(fd);
    return result;
}

/* ---- the driver ---- */

static void close_database(struct store *s)
{
    for (int i = 0; i < CONTROLS; i++)
        sqlite3_finalize(s->sqlite->control[i]);
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(s->sqlite->statement[i]);
    sqlite3_close(s->sqlite->db);
    if (s->sqlite->note >= 0)
        close(s->sqlite->note);
    free(s->sqlite);
}

static const struct store_driver driver = {
    .has = has,
    .bind = bind,
    .run = run,
    .step = step,
    .reset = reset,
    .column_int = column_int,
    .column_bytes = column_bytes,
    .column_is_null = column_is_null,
    .begin = begin,
    .is_lost = is_lost,
    .commit = commit,
    .rollback = rollback,
    .clean = clean,
    .backup = backup,
    .rescue = rescue,
    .close = close_database,
};

int sqlite_open(struct store *s, const char *folder, enum store_mode mode)
{
    char path[STORE_PATH_ROOM];
    bool creates = mode == STORE_WRITE || mode == STORE_MOVE;
    int flags = creates ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                        : SQLITE_OPEN_READWRITE; /* readers update the WAL index */
    s->driver = &driver;
    s->sqlite = memory_take_zeros(1, sizeof *s->sqlite);
    s->sqlite->note = -1;
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS,
                   0); /* counting its memory would cost a lock each time */
    snprintf(path, sizeof path, "%s/parlor.db", folder);
    snprintf(s->sqlite->note_path, sizeof s->sqlite->note_path, "%s/parlor.last", folder);
    if (creates)
        make_file(path);
    const char *layer = mode == STORE_WRITE ? gather_install() : NULL;
    if (sqlite3_open_v2(path, &s->sqlite->db, flags | SQLITE_OPEN_NOMUTEX, layer) == SQLITE_OK &&
        prepare(s, mode) == STORE_OK) {
        note_read(s);
        return STORE_OK;
    }
    return s->why[0] == '\0' ? sqlite_fail(s) : STORE_FAILED;
}
