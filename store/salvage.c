/*
 * Saves what can be read of a damaged database: see store.h. All work is done on a copy of the
 * files. First SQLite reads each table from both ends, up to the first damaged page. If it met one,
 * the pages are searched for rows of the tables that nothing else could restore; tables and seats
 * follow from the journals.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/pages.h"
#include "store/sqlite.h"

enum {
    COPY_BYTES = 1 << 16,
    PAGE = 4096,
    SQL_ROOM = 2048,
    TABLES_MOST = 32,
    ID_LETTERS = 16,
    KEY_LETTERS = 20
};

struct salvage {
    struct store *to;
    char copy[STORE_PATH_ROOM]; /* the copy of the damaged database, */
    sqlite3 *old;               /* and a connection to it */
    bool damaged;               /* SQLite met a damaged page */
    sqlite3_stmt *put[5];       /* events, players, meta, shares, records */
};

static int fail_with(struct store *s)
{
    snprintf(s->why, sizeof s->why, "the new database: %s", sqlite3_errmsg(s->sqlite->db));
    return STORE_FAILED;
}

/* ---- the copy ---- */

/* False: it cannot be written. A file that is not there is not copied. */
static bool copy_file(const char *from, const char *to)
{
    static char bytes[COPY_BYTES];
    FILE *in = fopen(from, "rb");
    if (in == NULL)
        return true;
    FILE *out = fopen(to, "wb");
    bool good = out != NULL;
    for (size_t n; good && (n = fread(bytes, 1, sizeof bytes, in)) > 0;)
        good = fwrite(bytes, 1, n, out) == n;
    fclose(in);
    return out != NULL && fclose(out) == 0 && good;
}

static bool copy_database(struct salvage *v, const char *from)
{
    static const char *const ends[] = {"", "-wal"};
    char source[STORE_PATH_ROOM], target[STORE_PATH_ROOM + 8];
    for (int i = 0; i < 2; i++) {
        snprintf(source, sizeof source, "%s/parlor.db%s", from, ends[i]);
        snprintf(target, sizeof target, "%s%s", v->copy, ends[i]);
        if (!copy_file(source, target))
            return false;
    }
    return true;
}

static void remove_copy(const struct salvage *v)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    char path[STORE_PATH_ROOM + 8];
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s%s", v->copy, ends[i]);
        unlink(path);
    }
}

/* ---- by SQLite ---- */

/* The columns that a table has in both databases, quoted, with commas between; returns how many. */
static int list_columns(const struct salvage *v, const char *table, char *out, size_t cap)
{
    sqlite3_stmt *st = NULL;
    size_t used = 0;
    int n = 0;
    out[0] = '\0';
    sqlite3_prepare_v2(v->to->sqlite->db, "SELECT name FROM pragma_table_info(?1)", -1, &st, NULL);
    sqlite3_bind_text(st, 1, table, -1, SQLITE_STATIC);
    while (sqlite3_step(st) == SQLITE_ROW) {
        const void *name = sqlite3_column_text(st, 0);
        if (sqlite3_table_column_metadata(v->old, NULL, table, name, NULL, NULL, NULL, NULL,
                                          NULL) != SQLITE_OK)
            continue;
        used += (size_t)snprintf(out + used, cap - used, "%s\"%s\"", n++ > 0 ? "," : "",
                                 (const char *)name);
    }
    sqlite3_finalize(st);
    return n;
}

static sqlite3_stmt *prepare_put(const struct salvage *v, const char *table, const char *columns,
                                 int n)
{
    char sql[SQL_ROOM];
    sqlite3_stmt *put = NULL;
    size_t used = (size_t)snprintf(sql, sizeof sql, "INSERT OR IGNORE INTO \"%s\"(%s) VALUES(",
                                   table, columns);
    for (int i = 0; i < n; i++)
        used += (size_t)snprintf(sql + used, sizeof sql - used, i > 0 ? ",?" : "?");
    snprintf(sql + used, sizeof sql - used, ")");
    sqlite3_prepare_v2(v->to->sqlite->db, sql, -1, &put, NULL);
    return put;
}

/* Copies rows in this order up to the first damaged page; false: there is one. */
static bool copy_rows(const struct salvage *v, const char *table, const char *columns,
                      const char *order, sqlite3_stmt *put)
{
    char sql[SQL_ROOM];
    sqlite3_stmt *read = NULL;
    snprintf(sql, sizeof sql, "SELECT %s FROM \"%s\" ORDER BY 1 %s", columns, table, order);
    int code = sqlite3_prepare_v2(v->old, sql, -1, &read, NULL);
    while (read != NULL && (code = sqlite3_step(read)) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(read); i++)
            sqlite3_bind_value(put, i + 1, sqlite3_column_value(read, i));
        sqlite3_step(put);
        sqlite3_reset(put);
    }
    sqlite3_finalize(read);
    return code == SQLITE_DONE;
}

static void copy_table(struct salvage *v, const char *table)
{
    char columns[SQL_ROOM / 2];
    int n = list_columns(v, table, columns, sizeof columns);
    sqlite3_stmt *put = n > 0 ? prepare_put(v, table, columns, n) : NULL;
    if (put == NULL) {
        v->damaged = true;
    } else if (!copy_rows(v, table, columns, "ASC", put)) {
        v->damaged = true;
        copy_rows(v, table, columns, "DESC", put);
    }
    sqlite3_finalize(put);
}

/* All tables of the new database, whatever a later schema adds. */
static void copy_tables(struct salvage *v)
{
    char name[TABLES_MOST][64];
    sqlite3_stmt *st = NULL;
    int n = 0;
    sqlite3_prepare_v2(v->to->sqlite->db,
                       "SELECT name FROM sqlite_schema WHERE type = 'table' AND "
                       "name NOT LIKE 'sqlite%'",
                       -1, &st, NULL);
    while (n < TABLES_MOST && sqlite3_step(st) == SQLITE_ROW)
        snprintf(name[n++], sizeof name[0], "%s", (const char *)sqlite3_column_text(st, 0));
    sqlite3_finalize(st);
    for (int i = 0; i < n; i++)
        copy_table(v, name[i]);
}

static int begin(struct store *s)
{
    return sqlite3_exec(s->sqlite->db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK
               ? STORE_OK
               : fail_with(s);
}

static int commit(struct store *s)
{
    return sqlite3_exec(s->sqlite->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK ? STORE_OK
                                                                                : fail_with(s);
}

static int copy_by_sqlite(struct salvage *v)
{
    if (begin(v->to) != STORE_OK)
        return STORE_FAILED;
    if (sqlite3_open_v2(v->copy, &v->old, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK)
        copy_tables(v);
    else
        v->damaged = true;
    sqlite3_close(v->old);
    return commit(v->to);
}

/* ---- by pages ---- */

/* Writes the last commits from the WAL of the copy into its file; false: SQLite cannot open it. */
static bool fold_wal(const struct salvage *v)
{
    sqlite3 *db = NULL;
    bool good =
        sqlite3_open_v2(v->copy, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
        sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) == SQLITE_OK;
    sqlite3_close(db);
    return good;
}

/* Gives the copy the first page of the new database, so that SQLite can open it. */
static void mend_first_page(const struct salvage *v, const char *folder)
{
    char path[STORE_PATH_ROOM];
    unsigned char page[PAGE] = {0};
    struct stat st;
    snprintf(path, sizeof path, "%s/parlor.db", folder);
    sqlite3_wal_checkpoint_v2(v->to->sqlite->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    FILE *in = fopen(path, "rb"), *out = fopen(v->copy, "rb+");
    if (in != NULL && out != NULL && fread(page, 1, PAGE, in) == PAGE &&
        fstat(fileno(out), &st) == 0) {
        uint32_t pages = (uint32_t)(st.st_size / PAGE);
        for (int i = 0; i < 4; i++)
            page[28 + i] = (unsigned char)(pages >> (24 - 8 * i));
        fwrite(page, 1, PAGE, out);
    }
    if (in != NULL)
        fclose(in);
    if (out != NULL)
        fclose(out);
}

enum { PUT_EVENT, PUT_PLAYER, PUT_META, PUT_SHARE, PUT_RECORD, PUTS };
static const char *const puts_sql[] = {
    [PUT_EVENT] = ("INSERT OR IGNORE INTO events(table_id, n, at, text, turn) "
                   "VALUES(?, ?, ?, ?, ?)"),
    [PUT_PLAYER] = ("INSERT OR IGNORE INTO players(id, name, generation, login, hash, seen) "
                    "VALUES(?, ?, ?, ?, ?, coalesce(?, 0))"),
    [PUT_META] = "INSERT OR IGNORE INTO meta(name, value) VALUES(?, ?)",
    [PUT_SHARE] = "INSERT OR IGNORE INTO shares(key, table_id) VALUES(?, ?)",
    [PUT_RECORD] = ("INSERT OR IGNORE INTO records(id, table_id, n, format, len, sum, data) "
                    "VALUES(?, ?, ?, ?, ?, ?, ?)"),
};

/* Whether the values have these kinds; '?' is a text or null. */
static bool has_kinds(const struct pages_row *row, const char *kinds)
{
    if (row->values != (int)strlen(kinds))
        return false;
    for (int i = 0; i < row->values; i++)
        if (row->value[i].kind != kinds[i] &&
            !(kinds[i] == '?' && strchr("tn", row->value[i].kind) != NULL))
            return false;
    return true;
}

/* The statement that puts a row into its table, or -1: the row is of no table of ours. */
static int find_table(const struct pages_row *row)
{
    const struct pages_value *v = row->value;
    /* Rows of an older schema have no turn. */
    bool event = has_kinds(row, "tiit") || has_kinds(row, "tiiti") || has_kinds(row, "tiitn");
    if (!row->by_rowid && event && v[0].len == ID_LETTERS && v[3].len > 0 && v[3].bytes[0] == '{')
        return PUT_EVENT;
    if (row->by_rowid && has_kinds(row, "ntiiiib") && v[1].len == ID_LETTERS)
        return PUT_RECORD;
    if (row->by_rowid && (has_kinds(row, "nti?t") || has_kinds(row, "nti?ti")))
        return PUT_PLAYER;
    if (!row->by_rowid && has_kinds(row, "tb"))
        return PUT_META;
    if (!row->by_rowid && has_kinds(row, "tt") && v[0].len == KEY_LETTERS && v[1].len == ID_LETTERS)
        return PUT_SHARE;
    return -1;
}

static void put_row(void *context, const struct pages_row *row)
{
    struct salvage *v = context;
    int table = find_table(row);
    if (table < 0)
        return;
    sqlite3_stmt *st = v->put[table];
    sqlite3_clear_bindings(st);
    for (int i = 0; i < row->values; i++) {
        const struct pages_value *value = &row->value[i];
        if (row->by_rowid && i == 0)
            sqlite3_bind_int64(st, 1, row->rowid);
        else if (value->kind == 'i')
            sqlite3_bind_int64(st, i + 1, value->n);
        else if (value->kind == 't')
            sqlite3_bind_text(st, i + 1, value->bytes, (int)value->len, SQLITE_STATIC);
        else if (value->kind == 'b')
            sqlite3_bind_blob(st, i + 1, value->bytes, (int)value->len, SQLITE_STATIC);
        else
            sqlite3_bind_null(st, i + 1);
    }
    sqlite3_step(st);
    sqlite3_reset(st);
}

static void scan_file(struct salvage *v)
{
    struct stat st;
    int fd = open(v->copy, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) != 0 || st.st_size == 0) {
        if (fd >= 0)
            close(fd);
        return;
    }
    size_t len = (size_t)st.st_size;
    void *bytes = mmap(NULL, len, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes != MAP_FAILED) {
        pages_scan(bytes, len, put_row, v);
        munmap(bytes, len);
    }
    close(fd);
}

static int copy_by_pages(struct salvage *v, const char *folder)
{
    if (!fold_wal(v)) {
        mend_first_page(v, folder);
        fold_wal(v);
    }
    if (begin(v->to) != STORE_OK)
        return STORE_FAILED;
    for (int i = 0; i < PUTS; i++)
        if (sqlite3_prepare_v2(v->to->sqlite->db, puts_sql[i], -1, &v->put[i], NULL) != SQLITE_OK)
            return fail_with(v->to);
    scan_file(v);
    for (int i = 0; i < PUTS; i++)
        sqlite3_finalize(v->put[i]);
    return commit(v->to);
}

int store_salvage(const char *from, struct store *to, const char *folder, bool *scanned)
{
    struct salvage v = {.to = to};
    snprintf(v.copy, sizeof v.copy, "%s/damaged.db", folder);
    if (!copy_database(&v, from)) {
        remove_copy(&v);
        snprintf(to->why, sizeof to->why, "the database cannot be copied");
        return STORE_FAILED;
    }
    int result = copy_by_sqlite(&v);
    *scanned = v.damaged;
    if (result == STORE_OK && v.damaged)
        result = copy_by_pages(&v, folder);
    remove_copy(&v);
    return result;
}
