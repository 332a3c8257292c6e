/*
 * Moves a store to another place, row by row: see store.h. Every kind of row is read in the order
 * of its key and put as it is. A mark among the secrets of the new store says what is moved there,
 * and the last key that has arrived; it changes in the same transaction as the rows. While it is
 * there, nobody else opens that store.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/copy.h"
#include "store/pack.h"
#include "store/statement.h"

enum { BATCH = 2000, COLUMNS = 9, MARK_ROOM = STORE_KEY_ROOM + 64 };

/* ---- kinds ---- */

struct kind {
    const char *name;
    enum statement read, put;
    const char *columns; /* text, int, blob */
    int keys;            /* the first columns */
};

static const struct kind kinds[STORE_KINDS] = {
    [STORE_SECRETS] = {"secrets", COPY_SECRETS, PASTE_SECRET, "tb", 1},
    [STORE_NUMBERS] = {"numbers", COPY_NUMBERS, PUT_NUMBER, "ti", 1},
    [STORE_PLAYERS] = {"players", COPY_PLAYERS, PASTE_PLAYER, "ititti", 1},
    [STORE_TABLES] = {"tables", COPY_TABLES, PUT_TABLE, "tiiiiitii", 1},
    [STORE_SEATS] = {"seats", COPY_SEATS, PASTE_SEAT, "itii", 2},
    [STORE_SHARES] = {"shares", COPY_SHARES, PASTE_SHARE, "tt", 1},
    [STORE_LISTINGS] = {"listings", COPY_LISTINGS, PUT_LISTING, "tii", 1},
    [STORE_BANS] = {"bans", COPY_BANS, PUT_BAN, "itiit", 2},
    [STORE_REPORTS] = {"reports", COPY_REPORTS, PASTE_REPORT, "iitiiiit", 1},
    [STORE_ACTS] = {"audit", COPY_ACTS, PASTE_ACT, "iiittit", 1},
    [STORE_DAILIES] = {"dailies", COPY_DAILIES, PASTE_DAILY, "itiiiii", 2},
    [STORE_SNAPSHOTS] = {"snapshots", COPY_SNAPSHOTS, PUT_SNAPSHOT, "titiit", 1},
    [STORE_RECORDS] = {"records", COPY_RECORDS, PUT_RECORD, "tiiiib", 1},
    [STORE_EVENTS] = {"events", COPY_EVENTS, PASTE_EVENT, "tiiti", 2},
};

const char *store_name_kind(enum store_kind kind)
{
    return kinds[kind].name;
}

/* ---- reading ---- */

static const struct store_key first_key = {.n = INT64_MIN};

/* Called for each row; false stops the reading. */
typedef bool row_visit(void *context, const struct sql_value *row);

static bool read_row(struct store *s, const struct kind *k, struct sql_value *row)
{
    for (int i = 0; k->columns[i] != '\0'; i++) {
        row[i] = (struct sql_value){.kind = k->columns[i] == 'i'   ? SQL_INT
                                            : k->columns[i] == 't' ? SQL_TEXT
                                                                   : SQL_BLOB};
        if (row[i].kind == SQL_INT)
            row[i].n = sql_int(s, k->read, i);
        else
            row[i].bytes = sql_blob(s, k->read, i, &row[i].len);
    }
    return !s->unread;
}

static bool keep_key(const struct kind *k, const struct sql_value *row, struct store_key *key)
{
    for (int i = 0; i < k->keys; i++) {
        if (row[i].kind == SQL_INT) {
            key->n = row[i].n;
        } else if (row[i].len >= sizeof key->text || strlen(row[i].bytes) != row[i].len) {
            return false;
        } else {
            memcpy(key->text, row[i].bytes, row[i].len + 1);
        }
    }
    return true;
}

/* Reads the rows after a key, at most `most`, and moves the key on. Returns how many, or
   STORE_FAILED. */
static int read_rows(struct store *s, const struct kind *k, struct store_key *key, int most,
                     row_visit *visit, void *context)
{
    struct sql_value row[COLUMNS] = {{.n = 0}};
    const struct store_key after = *key; /* what is bound must not change while it is read */
    int n = 0;
    bool good = true, keyed = true;
    sql_bind_text(s, k->read, 1, after.text);
    sql_bind_int(s, k->read, 2, after.n);
    sql_bind_int(s, k->read, 3, most);
    while (good && sql_step(s, k->read)) {
        n++;
        good = read_row(s, k, row) && (keyed = keep_key(k, row, key)) && visit(context, row);
    }
    int result = sql_end(s, k->read);
    if (result != STORE_FAILED && !keyed)
        return sql_fail_because(s, "a row has a key that is none");
    return result == STORE_FAILED || !good ? STORE_FAILED : n;
}

/* ---- surveys ---- */

/* The bytes of the letter at `p`, if it is one of UTF-8 and not NUL; else 0. */
static size_t measure_letter(const unsigned char *p, size_t left)
{
    size_t n = *p < 0x80 ? 1 : *p < 0xc2 ? 0 : *p < 0xe0 ? 2 : *p < 0xf0 ? 3 : *p < 0xf5 ? 4 : 0;
    if (*p == 0 || n == 0 || n > left)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    bool twice = (*p == 0xe0 && p[1] < 0xa0) || (*p == 0xf0 && p[1] < 0x90); /* too long */
    bool none = (*p == 0xed && p[1] >= 0xa0) || (*p == 0xf4 && p[1] >= 0x90);
    return twice || none ? 0 : n;
}

static bool is_text(const struct sql_value *v)
{
    const unsigned char *p = v->bytes;
    size_t n = 1;
    for (size_t left = v->len; left > 0 && n > 0; left -= n, p += n)
        n = measure_letter(p, left);
    return n > 0;
}

struct surveying {
    struct store_survey *out;
    enum store_kind kind;
};

/* All texts of the row can be stored anywhere. */
static void check_texts(struct surveying *v, const struct sql_value *row)
{
    const struct kind *k = &kinds[v->kind];
    int named = k->keys > 1 && row[1].kind == SQL_TEXT ? 1 : 0;
    for (int i = 0; k->columns[i] != '\0' && v->out->bad_key[0] == '\0'; i++) {
        if (row[i].kind != SQL_TEXT || is_text(&row[i]))
            continue;
        v->out->bad = v->kind;
        if (row[named].kind == SQL_TEXT)
            snprintf(v->out->bad_key, sizeof v->out->bad_key, "%s", (const char *)row[named].bytes);
        else
            snprintf(v->out->bad_key, sizeof v->out->bad_key, "%016" PRIx64, (uint64_t)row[0].n);
    }
}

static bool add_row(void *context, const struct sql_value *row)
{
    struct surveying *v = context;
    uint64_t sum = 0;
    for (int i = 0; kinds[v->kind].columns[i] != '\0'; i++) {
        bool number = row[i].kind == SQL_INT;
        sum = sum * UINT64_C(0x9e3779b97f4a7c15) + 1;
        sum ^= pack_sum(number ? (const char *)&row[i].n : row[i].bytes,
                        number ? sizeof row[i].n : row[i].len);
    }
    check_texts(v, row);
    v->out->rows[v->kind]++;
    v->out->sum[v->kind] += sum * UINT64_C(0x9e3779b97f4a7c15);
    return true;
}

/* Whether the database itself counts as many rows as were read. */
static int check_counts(struct store *s, const struct store_survey *v)
{
    bool same = sql_step(s, COUNT_ROWS);
    for (int kind = 0; same && kind < STORE_KINDS; kind++)
        same = sql_int(s, COUNT_ROWS, kind) == v->rows[kind];
    int result = sql_end(s, COUNT_ROWS);
    return result == STORE_OK && !same ? sql_fail_because(s, "not all rows can be read") : result;
}

int store_survey(struct store *s, struct store_survey *out, store_tell *tell, void *context)
{
    int64_t rows = 0;
    *out = (struct store_survey){.bad = 0};
    for (int kind = 0; kind < STORE_KINDS; kind++) {
        struct surveying v = {.out = out, .kind = kind};
        struct store_key key = first_key;
        for (int n = BATCH; n == BATCH; rows += n) {
            n = read_rows(s, &kinds[kind], &key, BATCH, add_row, &v);
            if (n < 0)
                return STORE_FAILED;
            tell(context, rows + n);
        }
    }
    return check_counts(s, out);
}

/* ---- the mark ---- */

/* Names the moved data: the same store, which nobody has changed since. */
static uint64_t identify(const struct store_survey *v)
{
    return pack_sum((const char *)v->rows, sizeof v->rows) ^
           pack_sum((const char *)v->sum, sizeof v->sum) * 3;
}

static int put_mark(struct store_move *m)
{
    char text[MARK_ROOM];
    int len = snprintf(text, sizeof text, "%016" PRIx64 " %d %" PRId64 " %" PRId64 " %s",
                       identify(&m->survey), m->kind, m->rows, m->key.n, m->key.text);
    if (sql_begin(m->to) != STORE_OK)
        return STORE_FAILED;
    sql_bind_text(m->to, PUT_MARK, 1, COPY_MARK);
    sql_bind_blob(m->to, PUT_MARK, 2, text, (size_t)len);
    return sql_run(m->to, PUT_MARK);
}

static int read_mark(struct store_move *m, char *out, size_t cap)
{
    size_t len;
    sql_bind_text(m->to, FIND_SECRET, 1, COPY_MARK);
    if (sql_step(m->to, FIND_SECRET)) {
        const char *text = sql_blob(m->to, FIND_SECRET, 0, &len);
        snprintf(out, cap, "%.*s", (int)len, text);
    }
    return sql_end(m->to, FIND_SECRET);
}

/* Goes on where the mark says. */
static int resume(struct store_move *m, const char *mark)
{
    char *next;
    uint64_t identity = strtoull(mark, &next, 16);
    m->kind = (int)strtol(next, &next, 10);
    m->rows = strtoll(next, &next, 10);
    m->key.n = strtoll(next, &next, 10);
    m->elsewhere =
        identity != identify(&m->survey) || m->kind < 0 || m->kind > STORE_KINDS || *next != ' ';
    if (m->elsewhere)
        return STORE_CONFLICT;
    m->resumed = true;
    snprintf(m->key.text, sizeof m->key.text, "%s", next + 1);
    return STORE_OK;
}

static bool take_any(void *context, const struct sql_value *row)
{
    (void)context, (void)row;
    return true;
}

/* Whether `from` has moved already. A move that was stopped at its very end goes on. */
static bool has_moved(struct store_move *m, bool half)
{
    return store_find_moved(m->from, m->moved, sizeof m->moved) == STORE_OK &&
           !(half && strcmp(m->moved, m->where) == 0);
}

int store_start_move(struct store_move *m)
{
    char mark[MARK_ROOM];
    int result = read_mark(m, mark, sizeof mark);
    m->kind = 0;
    m->rows = 0;
    m->key = first_key;
    m->resumed = m->elsewhere = false;
    if (result != STORE_FAILED && has_moved(m, result == STORE_OK))
        return STORE_CONFLICT;
    m->moved[0] = '\0';
    if (result == STORE_OK)
        return resume(m, mark);
    for (int kind = 0; kind < STORE_KINDS && result == STORE_NONE; kind++) {
        struct store_key key = first_key;
        int n = read_rows(m->to, &kinds[kind], &key, 1, take_any, NULL);
        if (n != 0)
            result = n < 0 ? STORE_FAILED : STORE_CONFLICT;
    }
    if (result != STORE_NONE)
        return result;
    result = put_mark(m);
    return result == STORE_OK ? store_commit(m->to) : result;
}

bool copy_is_moving(struct store *s)
{
    return store_has_secret(s, COPY_MARK);
}

/* ---- copying ---- */

static bool put_row(void *context, const struct sql_value *row)
{
    struct store_move *m = context;
    const struct kind *k = &kinds[m->kind];
    for (int i = 0; k->columns[i] != '\0'; i++) {
        if (row[i].kind == SQL_INT)
            sql_bind_int(m->to, k->put, i + 1, row[i].n);
        else if (row[i].kind == SQL_TEXT)
            sql_bind_bytes(m->to, k->put, i + 1, row[i].bytes, row[i].len);
        else
            sql_bind_blob(m->to, k->put, i + 1, row[i].bytes, row[i].len);
    }
    int result = sql_run(m->to, k->put);
    if (result == STORE_CONFLICT)
        sql_fail_because(m->to, "a row is there already");
    return result == STORE_OK;
}

/* Fills the columns that only PostgreSQL has; they follow from the rest. */
static int derive(struct store *s)
{
    static const enum statement changes[] = {PASTE_HEADS, PASTE_RECORD_HEADS},
                                counters[] = {PASTE_REPORT_IDS, PASTE_ACT_IDS};
    int result = STORE_OK;
    if (!s->driver->shared)
        return STORE_OK;
    for (int i = 0; i < 2 && result == STORE_OK; i++)
        result = sql_run(s, changes[i]);
    for (int i = 0; i < 2 && result == STORE_OK; i++) {
        sql_step(s, counters[i]);
        result = sql_end(s, counters[i]);
    }
    return result;
}

/* The next rows, in one transaction. After the last ones of a kind the next kind begins. */
static int copy_batch(struct store_move *m)
{
    if (sql_begin(m->to) != STORE_OK)
        return STORE_FAILED;
    int n = read_rows(m->from, &kinds[m->kind], &m->key, BATCH, put_row, m);
    if (n < 0)
        return STORE_FAILED;
    m->rows += n;
    if (n < BATCH) {
        m->kind++;
        m->key = first_key;
    }
    int result = m->kind == STORE_KINDS ? derive(m->to) : STORE_OK;
    if (result == STORE_OK)
        result = put_mark(m);
    return result == STORE_OK ? store_commit(m->to) : result;
}

int store_copy_rows(struct store_move *m)
{
    while (m->kind < STORE_KINDS) {
        if (copy_batch(m) != STORE_OK) {
            store_rollback(m->to);
            return STORE_FAILED;
        }
        m->tell(m->context, m->rows);
    }
    return STORE_OK;
}

int store_end_move(struct store *to)
{
    if (sql_begin(to) != STORE_OK)
        return STORE_FAILED;
    sql_bind_text(to, DROP_MARK, 1, COPY_MARK);
    return sql_run(to, DROP_MARK) == STORE_OK ? store_commit(to) : STORE_FAILED;
}
