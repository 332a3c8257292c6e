/* Journals: the events of tables, and snapshots of what they add up to. */
#include <stdio.h>
#include <string.h>

#include "store/journal.h"
#include "store/records.h"
#include "store/statement.h"

static int find_last(struct store *s, const char *table, int *n, int64_t *turn)
{
    sql_bind_text(s, FIND_LAST, 1, table);
    if (sql_step(s, FIND_LAST)) {
        *n = (int)sql_int(s, FIND_LAST, 0);
        *turn = sql_is_null(s, FIND_LAST, 1) ? -1 : sql_int(s, FIND_LAST, 1);
    }
    return sql_end(s, FIND_LAST);
}

int store_find_last(struct store *s, const char *table, int *n, int64_t *turn)
{
    int result = find_last(s, table, n, turn), count;
    if (result == STORE_NONE && (result = records_find(s, table, &count)) == STORE_OK) {
        *n = count - 1;
        *turn = 0;
    }
    return result;
}

int store_next_journal(struct store *s, const char *after, char *id, size_t cap)
{
    char other[STORE_ID_ROOM];
    int result = sql_find_text(s, NEXT_JOURNAL, after, id, cap);
    if (result == STORE_FAILED)
        return result;
    int found = records_next(s, after, other, sizeof other);
    if (found == STORE_FAILED)
        return found;
    if (found == STORE_OK && (result == STORE_NONE || strcmp(other, id) < 0)) {
        snprintf(id, cap, "%s", other);
        result = STORE_OK;
    }
    return result;
}

static struct store_last *find_memo(struct store *s, const char *table)
{
    uint32_t hash = 2166136261u;
    for (const char *c = table; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    return &s->last[hash % STORE_LASTS];
}

static void keep_memo(struct store *s, const char *table, int n)
{
    struct store_last *memo = find_memo(s, table);
    memo->n = n;
    snprintf(memo->table, sizeof memo->table, "%s", table);
}

/* The number of the last event, -1 if there is none, without a query if it is known. The journal is
   there afterwards: a record becomes one. Where several nodes write, what this one knows can be
   old: only a query can say that event `next` is not the next one. */
static int recall_last(struct store *s, const char *table, int next, int *n)
{
    const struct store_last *memo = find_memo(s, table);
    int64_t turn;
    *n = -1;
    if (strcmp(memo->table, table) == 0 && (!s->driver->shared || memo->n + 1 == next)) {
        *n = memo->n;
        return STORE_OK;
    }
    int events, result = find_last(s, table, n, &turn);
    if (result == STORE_NONE && (result = records_thaw(s, table, &events)) == STORE_OK)
        *n = events - 1;
    return result;
}

static void note_last(struct store *s, const char *table, int n)
{
    keep_memo(s, table, n);
    snprintf(s->last_table, sizeof s->last_table, "%s", table);
    s->last_n = n;
    s->noted = true;
}

void journal_forget_last(struct store *s, const char *table)
{
    struct store_last *memo = find_memo(s, table);
    if (strcmp(memo->table, table) == 0)
        memo->table[0] = '\0';
}

void journal_forget_lasts(struct store *s)
{
    memset(s->last, 0, sizeof s->last);
}

int journal_mark_head(struct store *s, enum statement i, const char *table, int n)
{
    if (!s->driver->shared)
        return STORE_OK;
    sql_bind_text(s, i, 1, table);
    if (i != DROP_HEAD)
        sql_bind_int(s, i, 2, n);
    return sql_run(s, i);
}

int store_append_event(struct store *s, const char *table, int n, int64_t at, uint32_t turn,
                       const char *text, size_t len)
{
    int last, result = sql_begin(s);
    if (result != STORE_OK || recall_last(s, table, n, &last) == STORE_FAILED)
        return STORE_FAILED;
    if (n != last + 1) {
        snprintf(s->why, sizeof s->why, "table %s: event %d does not follow event %d", table, n,
                 last);
        return STORE_CONFLICT;
    }
    sql_bind_text(s, APPEND, 1, table);
    sql_bind_int(s, APPEND, 2, n);
    sql_bind_int(s, APPEND, 3, at);
    sql_bind_bytes(s, APPEND, 4, text, len);
    sql_bind_int(s, APPEND, 5, turn);
    result = sql_run(s, APPEND);
    if (result == STORE_OK)
        note_last(s, table, n);
    else
        journal_forget_lasts(s); /* somebody else may have written */
    return result;
}

int store_set_turn(struct store *s, const char *table, int n, uint32_t turn)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_text(s, SET_TURN, 1, table);
    sql_bind_int(s, SET_TURN, 2, n);
    sql_bind_int(s, SET_TURN, 3, turn);
    return sql_run(s, SET_TURN);
}

int store_put_snapshot(struct store *s, const char *table, const struct store_snapshot *snapshot)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_text(s, PUT_SNAPSHOT, 1, table);
    sql_bind_int(s, PUT_SNAPSHOT, 2, snapshot->n);
    sql_bind_text(s, PUT_SNAPSHOT, 3, snapshot->format);
    sql_bind_int(s, PUT_SNAPSHOT, 4, (int64_t)snapshot->tail);
    sql_bind_int(s, PUT_SNAPSHOT, 5, (int64_t)snapshot->sum);
    sql_bind_bytes(s, PUT_SNAPSHOT, 6, snapshot->text, snapshot->len);
    return sql_run(s, PUT_SNAPSHOT);
}

int store_drop_snapshot(struct store *s, const char *table)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_text(s, DROP_SNAPSHOT, 1, table);
    return sql_run(s, DROP_SNAPSHOT);
}

enum { READ_ROWS = 256 }; /* a database sends all rows of a query at once */

struct reading {
    store_event_visit *visit;
    void *context;
    int n, rows; /* the last event, and those of the last query */
    bool stopped;
};

static int read_some(struct store *s, const char *table, struct reading *r)
{
    r->rows = 0;
    sql_bind_text(s, READ_EVENTS, 1, table);
    sql_bind_int(s, READ_EVENTS, 2, r->n + 1);
    sql_bind_int(s, READ_EVENTS, 3, READ_ROWS);
    while (!r->stopped && sql_step(s, READ_EVENTS)) {
        size_t len;
        const char *text = sql_blob(s, READ_EVENTS, 2, &len);
        r->rows++;
        r->n = (int)sql_int(s, READ_EVENTS, 0);
        r->stopped =
            s->unread || !r->visit(r->context, r->n, sql_int(s, READ_EVENTS, 1), text, len);
    }
    return sql_end(s, READ_EVENTS);
}

int store_read_events(struct store *s, const char *table, int from, store_event_visit *visit,
                      void *context)
{
    struct reading r = {.visit = visit, .context = context, .n = from - 1, .rows = READ_ROWS};
    int result = read_some(s, table, &r);
    if (result == STORE_NONE)
        return records_read(s, table, from, visit, context);
    while (result == STORE_OK && !r.stopped && r.rows == READ_ROWS)
        result = read_some(s, table, &r);
    if (result == STORE_FAILED)
        return result;
    if (!r.stopped && s->driver->shared)
        keep_memo(s, table, r.n); /* the next event is appended without a query */
    return STORE_OK;
}

int store_read_snapshot(struct store *s, const char *table,
                        void (*visit)(void *context, const struct store_snapshot *snapshot),
                        void *context)
{
    sql_bind_text(s, READ_SNAPSHOT, 1, table);
    if (sql_step(s, READ_SNAPSHOT)) {
        size_t len;
        const char *text = sql_blob(s, READ_SNAPSHOT, 4, &len);
        struct store_snapshot found = {
            .n = (int)sql_int(s, READ_SNAPSHOT, 0),
            .format = sql_column(s, READ_SNAPSHOT, 1),
            .tail = (uint64_t)sql_int(s, READ_SNAPSHOT, 2),
            .sum = (uint64_t)sql_int(s, READ_SNAPSHOT, 3),
            .text = text,
            .len = len,
        };
        if (!s->unread)
            visit(context, &found);
    }
    return sql_end(s, READ_SNAPSHOT);
}

int store_cut_journal(struct store *s, const char *table, int n)
{
    static const enum statement rows[] = {CUT_JOURNAL, CUT_SNAPSHOT};
    int events, result = n > 0 ? records_thaw(s, table, &events) : records_drop(s, table);
    journal_forget_lasts(s);
    if (result == STORE_NONE) /* it has no record */
        result = sql_begin(s);
    for (int i = 0; i < 2 && result == STORE_OK; i++) {
        sql_bind_text(s, rows[i], 1, table);
        sql_bind_int(s, rows[i], 2, n);
        result = sql_run(s, rows[i]);
    }
    return result == STORE_OK ? journal_mark_head(s, n > 0 ? CUT_HEAD : DROP_HEAD, table, n)
                              : result;
}
