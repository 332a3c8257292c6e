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
#include "store/packing.h"
#include "store/statement.h"

enum {
    LEN_MOST = 1 << 26,
    /* A record of so many bytes is expanded at once, a longer one by such parts: in less than a
       millisecond. One of so many events is read at once. */
    SHORT = 1 << 16,
    FEW = 512,
};

static struct expanded *find_expanded(struct store *s, const char *table)
{
    for (int i = 0; i <= STORE_LONG_RECORDS; i++)
        if (strcmp(s->expanded[i].table, table) == 0 && table[0] != '\0')
            return &s->expanded[i];
    return NULL;
}

static void clear(struct expanded *e)
{
    if (e->expanding)
        free(pack_expand_end(&e->expansion));
    pack_end(&e->reader);
    free(e->bytes);
    free(e->text);
    *e = (struct expanded){.text = NULL};
}

/* What the row says of the record, without its bytes. */
static int find_row(struct store *s, const char *table, struct expanded *out)
{
    sql_bind_text(s, HAS_RECORD, 1, table);
    if (sql_step(s, HAS_RECORD)) {
        out->n = (int)sql_int(s, HAS_RECORD, 0);
        int64_t len = sql_int(s, HAS_RECORD, 1);
        out->len = len > 0 ? (size_t)len : 0;
        out->sum = sql_int(s, HAS_RECORD, 2);
    }
    return sql_end(s, HAS_RECORD);
}

void records_forget(struct store *s)
{
    packing_forget(s);
    for (int i = 0; i <= STORE_LONG_RECORDS; i++)
        clear(&s->expanded[i]);
}

void store_forget_record(struct store *s, const char *table)
{
    struct expanded *e = find_expanded(s, table);
    if (e != NULL)
        clear(e);
}

struct store_reads store_count_reads(const struct store *s)
{
    return s->reads;
}

/* ---- expanding ---- */

static bool is_long(const struct expanded *row)
{
    return row->len > SHORT || row->n > FEW;
}

/* One of a short record, or the long one that was not used for longest. */
static struct expanded *choose_place(struct store *s, const struct expanded *row)
{
    struct expanded *e = &s->expanded[1];
    if (!is_long(row))
        return &s->expanded[0];
    for (int i = 2; i <= STORE_LONG_RECORDS; i++)
        if (s->expanded[i].used < e->used)
            e = &s->expanded[i];
    return e;
}

/* Takes the record of the query's row; one that makes no sense is damaged: false. */
static bool take(struct store *s, struct expanded *e)
{
    size_t len;
    const uint8_t *bytes = sql_blob(s, FIND_RECORD, 4, &len);
    if (sql_int(s, FIND_RECORD, 1) != PACK_FORMAT || e->len == 0 || e->len > LEN_MOST || s->unread)
        return false;
    e->bytes = malloc(len + 1);
    if (e->bytes != NULL)
        memcpy(e->bytes, bytes, len);
    s->unread = e->bytes == NULL || !pack_expand_start(&e->expansion, e->bytes, len, e->len);
    return !s->unread;
}

/* Goes on expanding for about `most` bytes; a damaged record gets no text. */
static void expand_on(struct store *s, struct expanded *e, size_t most)
{
    enum pack_state state = pack_expand_on(&e->expansion, most);
    if (state == PACK_MORE)
        return;
    char *text = pack_expand_end(&e->expansion);
    e->expanding = false;
    free(e->bytes);
    e->bytes = NULL;
    s->reads.expanded += (uint64_t)e->n;
    if (state == PACK_DONE && pack_sum(text, e->len) == (uint64_t)e->sum) {
        e->text = text;
        pack_start(&e->reader, e->text, e->len);
    } else {
        free(text);
    }
}

static int begin_to_expand(struct store *s, struct expanded *e)
{
    sql_bind_text(s, FIND_RECORD, 1, e->table);
    e->expanding = sql_step(s, FIND_RECORD) && take(s, e);
    int result = sql_end(s, FIND_RECORD);
    if (result != STORE_OK)
        clear(e);
    return result;
}

/* Finds the table's record among those that are expanded, or begins to expand it. What is expanded
   holds as long as the row is the same; nobody but us changes a file. */
static int find(struct store *s, const char *table, struct expanded **out)
{
    struct expanded *e = find_expanded(s, table), row = {.used = ++s->uses};
    bool asks = e == NULL || s->driver->shared;
    if (!sql_has(s, HAS_RECORD) || strlen(table) >= sizeof row.table || table[0] == '\0')
        return STORE_NONE; /* a file of an older schema */
    int result = asks ? find_row(s, table, &row) : STORE_OK;
    if (asks && e != NULL && (e->n != row.n || e->sum != row.sum || e->len != row.len)) {
        clear(e);
        e = NULL;
    }
    if (result == STORE_OK && e == NULL) {
        e = choose_place(s, &row);
        clear(e);
        *e = row;
        memcpy(e->table, table, strlen(table) + 1);
        result = begin_to_expand(s, e);
    }
    if (result == STORE_OK)
        e->used = row.used;
    *out = e;
    return result;
}

int store_expand_record(struct store *s, const char *table)
{
    struct expanded *e;
    int result = find(s, table, &e);
    if (result == STORE_OK && e->expanding)
        expand_on(s, e, SHORT + 1);
    return result == STORE_OK && e->expanding ? STORE_MORE : result;
}

/* The whole record; it is damaged if it has no text. */
static int find_whole(struct store *s, const char *table, struct expanded **out)
{
    int result = find(s, table, out);
    while (result == STORE_OK && (*out)->expanding)
        expand_on(s, *out, (*out)->len + 1);
    return result;
}

/* ---- reading ---- */

int records_find(struct store *s, const char *table, int *n)
{
    struct expanded row = {.n = 0};
    if (!sql_has(s, HAS_RECORD))
        return STORE_NONE;
    int result = find_row(s, table, &row);
    if (result == STORE_OK)
        *n = row.n;
    return result;
}

int store_has_record(struct store *s, const char *table)
{
    int n;
    return records_find(s, table, &n);
}

int store_has_long_record(struct store *s, const char *table)
{
    struct expanded row = {.n = 0};
    int result = sql_has(s, HAS_RECORD) ? find_row(s, table, &row) : STORE_NONE;
    return result == STORE_OK && !is_long(&row) ? STORE_NONE : result;
}

/* The reader stands before event `from`, or at the end. */
static void go_to(struct store *s, struct expanded *e, int from)
{
    struct pack_reader *r = &e->reader;
    if (r->n + 1 > from || r->failed) {
        pack_end(r);
        pack_start(r, e->text, e->len);
    }
    while (r->n + 1 < from && pack_next(r))
        s->reads.passed++;
}

int records_read(struct store *s, const char *table, int from, store_event_visit *visit,
                 void *context)
{
    struct expanded *e;
    int result = find_whole(s, table, &e), rows = 0;
    bool more = true;
    if (result != STORE_OK)
        return result;
    if (e->text == NULL) {
        visit(context, 0, 0, "", 0);
        return STORE_OK;
    }
    struct pack_reader *r = &e->reader;
    go_to(s, e, from);
    for (; more && pack_next(r); rows++)
        more = visit(context, r->n, r->at, r->text, r->len);
    if (r->failed)
        return sql_fail_because(s, "out of memory");
    return rows > 0 ? STORE_OK : STORE_NONE;
}

int records_next(struct store *s, const char *after, char *id, size_t cap)
{
    if (!sql_has(s, NEXT_RECORD))
        return STORE_NONE;
    return sql_find_text(s, NEXT_RECORD, after, id, cap);
}

/* ---- record to journal ---- */

int records_set_shelf(struct store *s, const char *table, enum store_shelf shelf)
{
    sql_bind_text(s, SET_SHELF, 1, table);
    sql_bind_int(s, SET_SHELF, 2, shelf);
    return sql_run(s, SET_SHELF);
}

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
    struct expanded *e;
    int result = find_whole(s, table, &e);
    if (result != STORE_OK)
        return result;
    if (e->text == NULL)
        return sql_fail_because(s, "a record is damaged");
    *n = e->n;
    result = sql_begin(s);
    if (result == STORE_OK)
        result = journal_mark_head(s, UNPACK_HEAD, table, *n - 1);
    pack_start(&r, e->text, e->len);
    while (result == STORE_OK && pack_next(&r))
        result = thaw_event(s, table, &r);
    if (result == STORE_OK && r.n != *n - 1)
        result = sql_fail_because(s, "out of memory");
    pack_end(&r);
    if (result != STORE_OK)
        return STORE_FAILED;
    result = records_drop(s, table);
    return result == STORE_OK ? records_set_shelf(s, table, STORE_SHELF_JOURNAL) : result;
}

int records_drop(struct store *s, const char *table)
{
    store_forget_record(s, table);
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_text(s, DROP_RECORD, 1, table);
    return sql_run(s, DROP_RECORD);
}
