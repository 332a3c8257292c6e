/*
 * Compact records: the journal of a finished table in one row, compressed (pack.h). Whoever reads
 * the events of a table gets the same ones as before, but for the keys of requests. A change puts
 * the journal back first. One transaction puts the record and removes the journal, or the other way
 * round: there is always exactly one of them.
 */
#include "store/records.h"

#include <stdlib.h>
#include <string.h>

#include "store/journal.h"
#include "store/pack.h"
#include "store/statement.h"

enum { LEN_MOST = 1 << 26 };

void records_forget(struct store *s)
{
    free(s->expanded.text);
    s->expanded = (struct expanded){.text = NULL};
}

/* ---- reading ---- */

/* Expands the record of the query's row; a damaged one leaves no text. */
static void expand(struct store *s, const char *table)
{
    struct expanded *e = &s->expanded;
    int64_t len = sql_int(s, FIND_RECORD, 2);
    size_t packed;
    const uint8_t *bytes = sql_blob(s, FIND_RECORD, 4, &packed);
    memcpy(e->table, table, strlen(table) + 1);
    e->n = (int)sql_int(s, FIND_RECORD, 0);
    if (sql_int(s, FIND_RECORD, 1) != PACK_FORMAT || len <= 0 || len > LEN_MOST || s->unread)
        return;
    e->len = (size_t)len;
    e->text = pack_expand(bytes, packed, e->len);
    if (e->text != NULL && pack_sum(e->text, e->len) == (uint64_t)sql_int(s, FIND_RECORD, 3))
        return;
    free(e->text);
    e->text = NULL;
}

/* Expands the record of a table, unless it is the last one that was. */
static int find(struct store *s, const char *table)
{
    if (!sql_has(s, FIND_RECORD) || strlen(table) >= sizeof s->expanded.table)
        return STORE_NONE; /* a file of an older schema */
    if (!s->driver->shared && strcmp(s->expanded.table, table) == 0 && table[0] != '\0')
        return STORE_OK;
    records_forget(s);
    sql_bind_text(s, FIND_RECORD, 1, table);
    if (sql_step(s, FIND_RECORD))
        expand(s, table);
    return sql_end(s, FIND_RECORD);
}

int records_find(struct store *s, const char *table, int *n)
{
    int result = find(s, table);
    if (result == STORE_OK)
        *n = s->expanded.n;
    return result;
}

int records_read(struct store *s, const char *table, int from, store_event_visit *visit,
                 void *context)
{
    struct pack_reader r;
    int result = find(s, table), rows = 0;
    bool more = true;
    if (result != STORE_OK)
        return result;
    if (s->expanded.text == NULL) {
        visit(context, 0, 0, "", 0);
        return STORE_OK;
    }
    pack_start(&r, s->expanded.text, s->expanded.len);
    while (more && pack_next(&r))
        if (r.n >= from) {
            more = visit(context, r.n, r.at, r.text, r.len);
            rows++;
        }
    bool failed = r.failed;
    pack_end(&r);
    if (failed)
        return sql_fail_because(s, "out of memory");
    return rows > 0 ? STORE_OK : STORE_NONE;
}

int records_next(struct store *s, const char *after, char *id, size_t cap)
{
    if (!sql_has(s, NEXT_RECORD))
        return STORE_NONE;
    return sql_find_text(s, NEXT_RECORD, after, id, cap);
}

/* ---- journal to record ---- */

struct packing {
    struct pack_text text;
    struct pack_reader reader; /* of the expanded record, to compare */
    bool differs;
};

static bool add_event(void *context, int n, int64_t at, const char *text, size_t len)
{
    struct packing *p = context;
    p->differs = n != p->text.n || n >= STORE_PACK_EVENTS;
    if (!p->differs)
        pack_add(&p->text, at, text, len);
    return !p->differs && !p->text.failed;
}

static bool compare_event(void *context, int n, int64_t at, const char *text, size_t len)
{
    struct packing *p = context;
    struct pack_cut cut = pack_find_key(text, len);
    size_t rest = len - cut.to;
    p->differs = !pack_next(&p->reader) || p->reader.n != n || p->reader.at != at ||
                 p->reader.len != cut.from + rest || memcmp(p->reader.text, text, cut.from) != 0 ||
                 memcmp(p->reader.text + cut.from, text + cut.to, rest) != 0;
    return !p->differs;
}

/* Expands the bytes again, and compares each event with the journal. */
static bool is_same(struct store *s, const char *table, struct packing *p, const uint8_t *bytes,
                    size_t len)
{
    char *text = pack_expand(bytes, len, p->text.len);
    if (text == NULL)
        return false;
    pack_start(&p->reader, text, p->text.len);
    bool same = store_read_events(s, table, 0, compare_event, p) == STORE_OK && !p->differs &&
                p->reader.n == p->text.n - 1;
    pack_end(&p->reader);
    free(text);
    return same;
}

static int set_shelf(struct store *s, const char *table, enum store_shelf shelf)
{
    sql_bind_text(s, SET_SHELF, 1, table);
    sql_bind_int(s, SET_SHELF, 2, shelf);
    return sql_run(s, SET_SHELF);
}

static int put_record(struct store *s, const char *table, const struct packing *p,
                      const uint8_t *bytes, size_t len)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_text(s, PUT_RECORD, 1, table);
    sql_bind_int(s, PUT_RECORD, 2, p->text.n);
    sql_bind_int(s, PUT_RECORD, 3, PACK_FORMAT);
    sql_bind_int(s, PUT_RECORD, 4, (int64_t)p->text.len);
    sql_bind_int(s, PUT_RECORD, 5, (int64_t)pack_sum(p->text.text, p->text.len));
    sql_bind_blob(s, PUT_RECORD, 6, bytes, len);
    int result = sql_run(s, PUT_RECORD);
    journal_forget_last(s, table);
    if (result == STORE_OK)
        result = journal_mark_head(s, PACK_HEAD, table, p->text.n - 1);
    if (result == STORE_OK) {
        sql_bind_text(s, CUT_JOURNAL, 1, table);
        sql_bind_int(s, CUT_JOURNAL, 2, 0);
        result = sql_run(s, CUT_JOURNAL);
    }
    if (result == STORE_OK) {
        sql_bind_text(s, DROP_SNAPSHOT, 1, table);
        result = sql_run(s, DROP_SNAPSHOT);
    }
    return result == STORE_OK ? set_shelf(s, table, STORE_SHELF_RECORD) : result;
}

int store_pack_table(struct store *s, const char *table, int *n)
{
    struct packing p = {.differs = false};
    uint8_t *bytes = NULL;
    size_t len = 0;
    int result = records_find(s, table, n);
    if (result == STORE_OK && sql_begin(s) == STORE_OK)
        return set_shelf(s, table, STORE_SHELF_RECORD);
    if (result != STORE_NONE)
        return STORE_FAILED;
    result = store_read_events(s, table, 0, add_event, &p);
    *n = p.text.n;
    if (result == STORE_OK && !p.differs && !p.text.failed)
        bytes = pack_press(p.text.text, p.text.len, &len);
    if (bytes != NULL && is_same(s, table, &p, bytes, len))
        result = put_record(s, table, &p, bytes, len);
    else if (result != STORE_FAILED)
        result = STORE_NONE;
    free(bytes);
    pack_clear(&p.text);
    return result;
}

/* ---- record to journal ---- */

static int thaw_event(struct store *s, const char *table, const struct pack_reader *r)
{
    sql_bind_text(s, THAW_EVENT, 1, table);
    sql_bind_int(s, THAW_EVENT, 2, r->n);
    sql_bind_int(s, THAW_EVENT, 3, r->at);
    sql_bind_bytes(s, THAW_EVENT, 4, r->text, r->len);
    sql_bind_int(s, THAW_EVENT, 5, 0); /* nobody may move: the game is over */
    return sql_run(s, THAW_EVENT);
}

int records_thaw(struct store *s, const char *table, int *n)
{
    struct pack_reader r;
    int result = records_find(s, table, n);
    if (result != STORE_OK)
        return result;
    if (s->expanded.text == NULL)
        return sql_fail_because(s, "a record is damaged");
    result = sql_begin(s);
    if (result == STORE_OK)
        result = journal_mark_head(s, UNPACK_HEAD, table, *n - 1);
    pack_start(&r, s->expanded.text, s->expanded.len);
    while (result == STORE_OK && pack_next(&r))
        result = thaw_event(s, table, &r);
    if (result == STORE_OK && r.n != *n - 1)
        result = sql_fail_because(s, "out of memory");
    pack_end(&r);
    if (result != STORE_OK)
        return STORE_FAILED;
    result = records_drop(s, table);
    return result == STORE_OK ? set_shelf(s, table, STORE_SHELF_JOURNAL) : result;
}

int records_drop(struct store *s, const char *table)
{
    records_forget(s);
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_text(s, DROP_RECORD, 1, table);
    return sql_run(s, DROP_RECORD);
}
