/*
 * The store in PostgreSQL, for several nodes. See store.h.
 *
 * Changes are gathered and sent with the commit, or before a row is read in the same transaction.
 * First the heads of the tables that were appended to are changed from the number that this node
 * has seen, in the order of their ids, so that two nodes never wait for each other. A head that
 * another node has changed leaves no row to change: this table is lost, and its other changes are
 * not sent. All else is committed.
 *
 * When a connection is lost in mid-commit, nobody knows whether it was committed. It counts as
 * failed: the caller reads its tables again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/journal.h"
#include "store/postgres.h"
#include "store/statement.h"
#include "table/memory.h"

enum { TRIES = 3 };

/* Which parameter names the table whose journal a change belongs to; 0: none. */
static const uint8_t table_parameter[STATEMENTS] = {
    [APPEND] = 1,       [PUT_TABLE] = 1,     [PUT_SEAT] = 2,      [DROP_SEAT] = 2,
    [SET_TURN] = 1,     [PUT_SNAPSHOT] = 1,  [DROP_SNAPSHOT] = 1, [CUT_JOURNAL] = 1,
    [CUT_SNAPSHOT] = 1, [REPLACE_EVENT] = 1, [PUT_RECORD] = 1,    [DROP_RECORD] = 1,
    [THAW_EVENT] = 1,   [SET_SHELF] = 1,     [PUT_ACT] = 4,
};

/* A row may be there already: the answer is awaited. */
static bool may_conflict(int statement)
{
    return statement == PUT_PLAYER || statement == PUT_SHARE || statement == PUT_SECRET;
}

/* ---- lost tables ---- */

static bool is_table_lost(struct store *s, const char *table)
{
    const struct postgres *p = s->postgres;
    for (int i = 0; i < p->losts; i++)
        if (strcmp(p->lost[i].table, table) == 0)
            return true;
    return false;
}

static void lose(struct store *s, const char *table)
{
    struct postgres *p = s->postgres;
    if (is_table_lost(s, table))
        return;
    ARRAY_ROOM(p->lost, p->losts, p->losts_cap);
    snprintf(p->lost[p->losts++].table, sizeof p->lost->table, "%s", table);
    journal_forget_last(s, table);
}

/* ---- gathering ---- */

static bool bind(struct store *s, int statement, int parameter, const struct sql_value *v)
{
    struct postgres *p = s->postgres;
    (void)statement;
    p->parameter[parameter - 1] = *v;
    if (parameter > p->parameters)
        p->parameters = parameter;
    return true;
}

static struct write *keep_write(struct postgres *p, int statement)
{
    ARRAY_ROOM(p->write, p->writes, p->writes_cap);
    struct write *w = &p->write[p->writes++];
    *w = (struct write){.statement = statement, .n = p->parameters};
    for (int i = 0; i < w->n; i++) {
        w->parameter[i] = p->parameter[i];
        if (w->parameter[i].kind == SQL_INT)
            continue;
        char *copy = memory_take(w->parameter[i].len + 1);
        memcpy(copy, p->parameter[i].bytes, w->parameter[i].len);
        copy[w->parameter[i].len] = '\0';
        w->parameter[i].bytes = copy;
    }
    return w;
}

static void keep_swap(struct postgres *p, int statement, const char *table, int64_t from,
                      int64_t to)
{
    for (int i = p->swaps - 1; i >= 0; i--) {
        struct swap *w = &p->swap[i];
        if (strcmp(w->table, table) != 0)
            continue;
        if (statement != NEXT_HEAD || w->sent || w->to != from ||
            (w->statement != NEXT_HEAD && w->statement != FIRST_HEAD))
            break;
        w->to = to; /* several events in one turn */
        return;
    }
    ARRAY_ROOM(p->swap, p->swaps, p->swaps_cap);
    struct swap *w = &p->swap[p->swaps];
    *w = (struct swap){.statement = statement, .order = p->swaps++, .from = from, .to = to};
    snprintf(w->table, sizeof w->table, "%s", table);
}

/* ---- sending ---- */

static int compare_swaps(const void *a, const void *b)
{
    const struct swap *x = a, *y = b;
    int order = strcmp(x->table, y->table);
    return order != 0 ? order : x->order - y->order;
}

static void ask_swap(struct store *s, struct swap *w)
{
    const struct sql_value parameter[] = {
        {.kind = SQL_TEXT, .bytes = w->table, .len = strlen(w->table)},
        {.kind = SQL_INT, .n = w->from},
        {.kind = SQL_INT, .n = w->to}};
    link_ask(s, &s->postgres->link, w->statement, parameter, 3, &w->result);
    w->sent = true;
}

/* Changes the heads; those that others have changed before are lost. */
static int send_swaps(struct store *s)
{
    struct postgres *p = s->postgres;
    int first = 0;
    while (first < p->swaps && p->swap[first].sent)
        first++;
    if (first == p->swaps)
        return STORE_OK;
    qsort(p->swap + first, (size_t)(p->swaps - first), sizeof *p->swap, compare_swaps);
    for (int i = first; i < p->swaps; i++)
        ask_swap(s, &p->swap[i]);
    int result = link_settle(s, &s->postgres->link);
    for (int i = first; i < p->swaps && result == STORE_OK; i++)
        if (strcmp(PQcmdTuples(p->swap[i].result), "1") != 0)
            lose(s, p->swap[i].table);
    return result;
}

static void send_write(struct store *s, struct write *w)
{
    int named = table_parameter[w->statement];
    w->sent = true;
    if (named > 0 && is_table_lost(s, w->parameter[named - 1].bytes))
        return;
    link_ask(s, &s->postgres->link, w->statement, w->parameter, w->n, NULL);
}

/* Sends the changes that were not sent yet; the answers to the last ones are not awaited. */
static int send(struct store *s)
{
    struct postgres *p = s->postgres;
    if (!p->begun) {
        if (link_open(s, &s->postgres->link) != STORE_OK)
            return STORE_FAILED;
        link_ask_text(s, &s->postgres->link, "BEGIN", NULL);
        p->begun = true;
    }
    if (send_swaps(s) != STORE_OK)
        return STORE_FAILED;
    for (int i = 0; i < p->writes; i++)
        if (!p->write[i].sent)
            send_write(s, &p->write[i]);
    return STORE_OK;
}

/* ---- statements ---- */

static bool has(struct store *s, int statement)
{
    (void)s, (void)statement;
    return true;
}

/* A failure of this statement alone is undone alone. */
static int run_alone(struct store *s, struct write *w)
{
    static const char undo[] = "ROLLBACK TO SAVEPOINT one";
    char why[STORE_WHY_ROOM];
    w->sent = true;
    if (send(s) != STORE_OK || link_settle(s, &s->postgres->link) != STORE_OK)
        return STORE_FAILED;
    link_ask_text(s, &s->postgres->link, "SAVEPOINT one", NULL);
    link_ask(s, &s->postgres->link, w->statement, w->parameter, w->n, NULL);
    link_ask_text(s, &s->postgres->link, "RELEASE SAVEPOINT one", NULL);
    if (link_settle(s, &s->postgres->link) == STORE_OK)
        return STORE_OK;
    if (strcmp(s->postgres->link.state, "23505") != 0)
        return STORE_FAILED;
    memcpy(why, s->why, sizeof why);
    s->failed = false;
    s->postgres->writes--; /* it is not there when all is sent again */
    for (int i = 0; i < w->n; i++)
        if (w->parameter[i].kind != SQL_INT)
            free((void *)w->parameter[i].bytes);
    return link_run_text(s, &s->postgres->link, undo) == STORE_OK ? STORE_CONFLICT : STORE_FAILED;
}

static int run(struct store *s, int statement)
{
    struct postgres *p = s->postgres;
    const struct sql_value *v = p->parameter;
    if (statement == PACK_HEAD || statement == UNPACK_HEAD) {
        keep_swap(p, statement, v[0].bytes, v[1].n, v[1].n);
        return STORE_OK;
    }
    if (statement == APPEND)
        keep_swap(p, v[1].n == 0 ? FIRST_HEAD : NEXT_HEAD, v[0].bytes, v[1].n - 1, v[1].n);
    struct write *w = keep_write(p, statement);
    return may_conflict(statement) ? run_alone(s, w) : STORE_OK;
}

static int query(struct store *s, int statement)
{
    struct postgres *p = s->postgres;
    if (s->dirty ? send(s) != STORE_OK : link_open(s, &s->postgres->link) != STORE_OK)
        return STORE_FAILED;
    link_ask(s, &s->postgres->link, statement, p->parameter, p->parameters, &p->result[statement]);
    p->row[statement] = -1;
    return link_settle(s, &s->postgres->link);
}

static int step(struct store *s, int statement)
{
    struct postgres *p = s->postgres;
    if (p->result[statement] == NULL && query(s, statement) != STORE_OK)
        return STORE_FAILED;
    return ++p->row[statement] < PQntuples(p->result[statement]);
}

static void reset(struct store *s, int statement)
{
    struct postgres *p = s->postgres;
    PQclear(p->result[statement]);
    p->result[statement] = NULL;
    p->parameters = 0;
}

static int64_t column_int(struct store *s, int statement, int n)
{
    const struct postgres *p = s->postgres;
    const char *bytes = PQgetvalue(p->result[statement], p->row[statement], n);
    int len = PQgetlength(p->result[statement], p->row[statement], n);
    uint64_t value = len > 0 && bytes[0] < 0 ? UINT64_MAX : 0;
    for (int i = 0; i < len; i++)
        value = value << 8 | (unsigned char)bytes[i];
    return (int64_t)value;
}

static const void *column_bytes(struct store *s, int statement, int n, size_t *len)
{
    const struct postgres *p = s->postgres;
    *len = (size_t)PQgetlength(p->result[statement], p->row[statement], n);
    return PQgetvalue(p->result[statement], p->row[statement], n);
}

static bool column_is_null(struct store *s, int statement, int n)
{
    const struct postgres *p = s->postgres;
    return PQgetisnull(p->result[statement], p->row[statement], n) == 1;
}

/* ---- transactions ---- */

static void forget(struct postgres *p)
{
    for (int i = 0; i < p->writes; i++)
        for (int k = 0; k < p->write[i].n; k++)
            if (p->write[i].parameter[k].kind != SQL_INT)
                free((void *)p->write[i].parameter[k].bytes);
    for (int i = 0; i < p->swaps; i++)
        PQclear(p->swap[i].result);
    p->writes = p->swaps = 0;
    p->begun = false;
}

static int begin(struct store *s)
{
    s->postgres->losts = 0;
    return link_open(s, &s->postgres->link);
}

static bool is_lost(struct store *s)
{
    return s->postgres->begun && s->postgres->link.conn == NULL;
}

static bool may_try_again(const struct store *s)
{
    const char *state = s->postgres->link.state;
    return s->postgres->link.conn != NULL &&
           (strcmp(state, "40P01") == 0 || strcmp(state, "40001") == 0);
}

/* Nothing was stored: all changes are sent again. */
static void start_again(struct store *s)
{
    struct postgres *p = s->postgres;
    s->failed = false;
    link_run_text(s, &s->postgres->link, "ROLLBACK");
    p->begun = false;
    p->losts = 0;
    for (int i = 0; i < p->writes; i++)
        p->write[i].sent = false;
    for (int i = 0; i < p->swaps; i++)
        p->swap[i].sent = false;
}

static int send_all(struct store *s)
{
    if (send(s) != STORE_OK)
        return STORE_FAILED;
    link_ask_text(s, &s->postgres->link, "COMMIT", NULL);
    return link_settle(s, &s->postgres->link);
}

static int commit(struct store *s)
{
    int result = send_all(s);
    for (int i = 1; i < TRIES && result != STORE_OK && may_try_again(s); i++) {
        start_again(s);
        result = send_all(s);
    }
    if (result != STORE_OK)
        return STORE_FAILED;
    wake_tell_commit(s);
    forget(s->postgres);
    return s->postgres->losts > 0 ? STORE_CONFLICT : STORE_OK;
}

static void rollback(struct store *s)
{
    struct postgres *p = s->postgres;
    if (p->begun && p->link.conn != NULL)
        link_run_text(s, &s->postgres->link, "ROLLBACK");
    forget(p);
    p->losts = 0;
}

/* ---- the driver ---- */

/* Removes dropped and replaced rows from the files of the tables, and PostgreSQL's statistics about
   their values. The operator of the database looks after its WAL and copies. */
static int clean(struct store *s)
{
    static const char *const steps[] = {
        "TRUNCATE watchers, codes, tries", /* who was where; nodes tell it again */
        ("VACUUM (FULL, ANALYZE) events, tables, players, seats, snapshots, records, listings, "
         "bans, reports, audit, dailies"),
        "VACUUM FULL pg_statistic"};
    int result = STORE_OK;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && result == STORE_OK; i++)
        result = link_run_text(s, &s->postgres->link, steps[i]);
    return result;
}

static int backup(struct store *s, const char *path)
{
    (void)path;
    return sql_fail_because(s, "it is in PostgreSQL: use pg_dump or pg_basebackup");
}

static void close_database(struct store *s)
{
    struct postgres *p = s->postgres;
    forget(p);
    wake_close(s);
    link_close(&s->postgres->link);
    for (int i = 0; i < STATEMENTS; i++)
        PQclear(p->result[i]);
    free(p->write);
    free(p->swap);
    free(p->lost);
    free(p->link.asked);
    for (int i = 0; i < LINK_FILES; i++)
        free(p->link.file[i]);
    free(p);
}

static void set_wait(struct store *s, store_wait *wait, void *context)
{
    s->postgres->link.wait = s->postgres->wake.link.wait = wait;
    s->postgres->link.wait_context = s->postgres->wake.link.wait_context = context;
}

static enum store_reach reach(const struct store *s)
{
    return s->postgres->link.reach;
}

static const char *find_file(const struct store *s, int i)
{
    const struct link *l = &s->postgres->link;
    for (int k = 0; k < LINK_FILES; k++)
        if (l->file[k] != NULL && i-- == 0)
            return l->file[k];
    return NULL;
}

static const struct store_driver driver = {
    .shared = true,
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
    .is_table_lost = is_table_lost,
    .set_wait = set_wait,
    .reach = reach,
    .find_file = find_file,
    .clean = clean,
    .backup = backup,
    .close = close_database,
};

int postgres_open(struct store *s, const char *place, enum store_mode mode)
{
    s->driver = &driver;
    s->postgres = memory_take_zeros(1, sizeof *s->postgres);
    s->postgres->link.mode = mode;
    const char *why = address_refuse(place);
    if (why != NULL)
        return sql_fail_because(s, why);
    if (link_open(s, &s->postgres->link) != STORE_OK)
        return STORE_FAILED;
    bool writes = mode == STORE_WRITE || mode == STORE_MOVE;
    int result = writes ? postgres_migrate(s) : postgres_check_schema(s);
    if (result == STORE_OK && writes)
        result = return_note(s);
    s->postgres->link.known = result == STORE_OK;
    return result;
}
