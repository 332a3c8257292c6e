/* Looks for damage: pages by SQLite's own check, journals by their numbers, the WAL by its
   checksums. See store.h. */
#include <stdio.h>

#include "store/postgres.h"
#include "store/sqlite.h"
#include "store/wal.h"

enum { FLAWS_MOST = 100, BUSY_MS = 2000, STEPS = 10000 };

static const char gaps[] =
    "SELECT table_id, (SELECT coalesce(min(a.n) + 1, 0) FROM events a WHERE a.table_id = "
    "g.table_id AND g.low = 0 AND NOT EXISTS (SELECT 1 FROM events b WHERE b.table_id = "
    "a.table_id AND b.n = a.n + 1)) FROM (SELECT table_id, min(n) low FROM events "
    "GROUP BY table_id HAVING min(n) <> 0 OR count(*) <> max(n) + 1) g";

struct checking {
    sqlite3 *db;
    const atomic_bool *stop;
    store_flaw_visit *visit;
    void *context;
};

static int on_progress(void *context)
{
    const struct checking *c = context;
    return c->stop != NULL && atomic_load(c->stop);
}

static bool is_damage(int code)
{
    return (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB;
}

/* Whether a failure is a flaw of the database; if so, visits it. */
static bool visit_failure(struct checking *c, int code)
{
    if (is_damage(code))
        c->visit(c->context,
                 &(struct store_flaw){.kind = STORE_FLAW_PAGE, .text = sqlite3_errmsg(c->db)});
    return is_damage(code);
}

static void visit_row(struct checking *c, sqlite3_stmt *st, enum store_flaw_kind kind)
{
    const void *text = sqlite3_column_text(st, 0);
    struct store_flaw f = {.kind = kind, .text = text, .table = text};
    if (text == NULL || (kind == STORE_FLAW_PAGE && sqlite3_stricmp(text, "ok") == 0))
        return;
    if (kind == STORE_FLAW_GAP)
        f.n = sqlite3_column_int(st, 1);
    c->visit(c->context, &f);
}

static int check_by(struct checking *c, const char *sql, enum store_flaw_kind kind)
{
    sqlite3_stmt *st = NULL;
    int code = sqlite3_prepare_v2(c->db, sql, -1, &st, NULL);
    if (code == SQLITE_OK)
        for (int i = 0; (code = sqlite3_step(st)) == SQLITE_ROW && i < FLAWS_MOST; i++)
            visit_row(c, st, kind);
    bool good = code == SQLITE_DONE || code == SQLITE_ROW || visit_failure(c, code);
    sqlite3_finalize(st);
    return good ? STORE_OK : STORE_FAILED;
}

/* STORE_NONE: a part of the WAL is gone, and whatever is read without it tells nothing. */
static int check_wal(struct checking *c)
{
    struct wal_count count;
    sqlite3_exec(c->db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
    int code = wal_count(c->db, &count);
    if (code != SQLITE_OK || count.sound == count.all)
        return code == SQLITE_OK ? STORE_OK : STORE_FAILED;
    c->visit(c->context, &(struct store_flaw){
                             .kind = STORE_FLAW_WAL, .n = (int)count.sound, .of = (int)count.all});
    return STORE_NONE;
}

static int check_file(const char *folder, const atomic_bool *stop, store_flaw_visit *visit,
                      void *context, char *why, size_t cap)
{
    struct checking c = {.stop = stop, .visit = visit, .context = context};
    char path[STORE_PATH_ROOM];
    int result = STORE_FAILED;
    snprintf(path, sizeof path, "%s/parlor.db", folder);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX; /* readers update the WAL's index */
    if (sqlite3_open_v2(path, &c.db, flags, NULL) == SQLITE_OK) {
        sqlite3_busy_timeout(c.db, BUSY_MS);
        sqlite3_progress_handler(c.db, STEPS, on_progress, &c);
        sqlite3_db_config(c.db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        result = check_wal(&c);
        if (result == STORE_OK)
            result = check_by(&c, "PRAGMA integrity_check(100)", STORE_FLAW_PAGE);
        if (result == STORE_OK)
            result = check_by(&c, gaps, STORE_FLAW_GAP);
    }
    if (result == STORE_FAILED)
        snprintf(why, cap, "%s",
                 sqlite3_errcode(c.db) != SQLITE_OK ? sqlite3_errmsg(c.db)
                                                    : "parlor.db-wal cannot be read");
    sqlite3_close(c.db);
    return result == STORE_NONE ? STORE_OK : result;
}

int store_check(const char *place, const atomic_bool *stop, store_flaw_visit *visit, void *context,
                char *why, size_t cap)
{
    return store_is_shared(place) ? postgres_check(place, stop, visit, context, why, cap)
                                  : check_file(place, stop, visit, context, why, cap);
}
