/*
 * Nodes that share a database wake each other over a second connection. `watchers` has a row for
 * each table that a node keeps in memory. After a commit, the nodes that watch its tables are
 * notified, in a transaction of its own: a notification inside the commit would make all commits of
 * all nodes wait for each other. So a failure here fails no transaction.
 *
 * A node first stores that it watches a table, then reads it; others first commit, then look who
 * watches. So nobody misses an event, unless a notification is lost with a connection or a node, or
 * refused. Then STORE_NEWS_ALL tells the node to compare all its tables with the store, and it asks
 * the others to do the same: whatever has failed may have been a notification. The rows are not
 * logged by PostgreSQL: after its crash or failover they are gone, and nodes store them again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/postgres.h"
#include "store/statement.h"
#include "table/clock.h"
#include "table/memory.h"

enum { BEAT_MS = 2000, CLEAN_MS = 30000, RETRY_MS = 250 };

#define NEWCOMER "newcomer"

static struct sql_value text_value(const char *text)
{
    return (struct sql_value){.kind = SQL_TEXT, .bytes = text, .len = strlen(text)};
}

static struct sql_value int_value(int64_t n)
{
    return (struct sql_value){.kind = SQL_INT, .n = n};
}

/* ---- connecting ---- */

/* Says that this node is there, and listens. What was missed meanwhile is unknown. */
static int come_in(struct store *s)
{
    struct wake *w = &s->postgres->wake;
    char words[128];
    snprintf(words, sizeof words, "LISTEN parlor_%lld", (long long)w->node);
    link_ask_text(s, &w->link, words, NULL);
    link_ask_text(s, &w->link, "LISTEN parlor_all", NULL);
    const struct sql_value me[] = {int_value(w->node), text_value(w->knows)};
    link_ask(s, &w->link, PUT_NODE, me, 2, NULL);
    snprintf(words, sizeof words, "SELECT pg_notify('parlor_all', '%lld " NEWCOMER "')",
             (long long)w->node);
    link_ask_text(s, &w->link, words, NULL);
    int result = link_settle(s, &w->link);
    if (result != STORE_OK)
        return result;
    w->all = true;
    w->beat_ms = 0;
    return STORE_OK;
}

static int open_wake(struct store *s)
{
    struct wake *w = &s->postgres->wake;
    if (w->link.conn != NULL)
        return STORE_OK;
    return link_open(s, &w->link) == STORE_OK ? come_in(s) : STORE_FAILED;
}

int store_join(struct store *s, uint64_t node, const char *knows)
{
    if (!s->driver->shared)
        return STORE_NONE;
    struct postgres *p = s->postgres;
    p->wake.on = true;
    p->wake.node = (int64_t)(node >> 1);
    p->wake.knows = knows;
    p->wake.link.mode = STORE_READ; /* no lock: the data connection has it */
    p->wake.link.aside = true;
    p->wake.link.complete = true;
    p->wake.link.wait = p->link.wait;
    p->wake.link.wait_context = p->link.wait_context;
    return open_wake(s);
}

int store_news_fd(const struct store *s)
{
    const struct wake *w = s->driver->shared ? &s->postgres->wake : NULL;
    return w != NULL && w->link.conn != NULL ? PQsocket(w->link.conn) : -1;
}

void wake_close(struct store *s)
{
    struct wake *w = &s->postgres->wake;
    const struct sql_value me = int_value(w->node);
    if (w->link.conn != NULL) {
        w->link.wait = NULL; /* nobody is served any more */
        link_ask(s, &w->link, DROP_NODE, &me, 1, NULL);
        /* PostgreSQL gives up a connection that ends before its answers are read, and with it what
           was asked last: the others would believe this node there for seconds. One that has just
           not answered on the other connection is not waited for once more. */
        if (s->postgres->link.conn != NULL)
            link_settle(s, &w->link);
        else
            link_send(s, &w->link);
    }
    link_close(&w->link);
    PQclear(w->beat);
    free(w->link.asked);
}

/* ---- watching ---- */

int store_watch_table(struct store *s, const char *table)
{
    struct wake *w = s->driver->shared ? &s->postgres->wake : NULL;
    if (w == NULL || !w->on)
        return STORE_OK;
    const struct sql_value values[] = {text_value(table), int_value(w->node)};
    int result = open_wake(s);
    if (result == STORE_OK) {
        link_ask(s, &w->link, PUT_WATCHER, values, 2, NULL);
        result = link_settle(s, &w->link);
    }
    return result;
}

void store_unwatch_table(struct store *s, const char *table)
{
    struct wake *w = s->driver->shared ? &s->postgres->wake : NULL;
    if (w == NULL || !w->on || w->link.conn == NULL)
        return;
    const struct sql_value values[] = {text_value(table), int_value(w->node)};
    link_ask(s, &w->link, DROP_WATCHER, values, 2, NULL);
    link_send(s, &w->link);
}

/* ---- telling ---- */

/* Ids of tables as an array of PostgreSQL. */
struct told {
    char ids[STORE_NEWS_MAX - 200]; /* a notification has less than 8,000 bytes */
    size_t len;
    bool any;
};

static void tell_tables(struct store *s, struct told *t)
{
    struct wake *w = &s->postgres->wake;
    if (t->len == 0)
        return;
    snprintf(t->ids + t->len, sizeof t->ids - t->len, "}");
    const struct sql_value values[] = {text_value(t->ids), int_value(w->node)};
    link_ask(s, &w->link, TELL_WATCHERS, values, 2, NULL);
    t->len = 0;
}

static void add_told(struct store *s, struct told *t, const char *table)
{
    if (t->len + strlen(table) + 3 > sizeof t->ids)
        tell_tables(s, t);
    t->any = true;
    t->len += (size_t)snprintf(t->ids + t->len, sizeof t->ids - t->len, "%c%s",
                               t->len > 0 ? ',' : '{', table);
}

/* The tables that this commit has changed. */
void wake_tell_commit(struct store *s)
{
    struct postgres *p = s->postgres;
    struct wake *w = &p->wake;
    struct told told = {.len = 0};
    if (!w->on)
        return;
    for (int i = 0; i < p->swaps; i++)
        if (i == 0 || strcmp(p->swap[i].table, p->swap[i - 1].table) != 0)
            add_told(s, &told, p->swap[i].table);
    for (int i = 0; i < p->writes; i++)
        if (p->write[i].statement == DROP_HEAD)
            add_told(s, &told, p->write[i].parameter[0].bytes);
    tell_tables(s, &told);
    if (told.any && link_send(s, &w->link) != STORE_OK)
        w->owes = true; /* all others look when the connection is back */
}

void store_tell_nodes(struct store *s, const char *text)
{
    struct wake *w = s->driver->shared ? &s->postgres->wake : NULL;
    char words[STORE_NEWS_MAX];
    if (w == NULL || !w->on)
        return;
    if (w->link.conn == NULL) {
        w->owes = true;
        return;
    }
    snprintf(words, sizeof words, "%lld %s", (long long)w->node, text);
    const struct sql_value values[] = {text_value(words)};
    link_ask(s, &w->link, TELL_NODES, values, 1, NULL);
    link_send(s, &w->link);
}

/* ---- hearing ---- */

static int64_t read_int(const PGresult *r, int row, int column)
{
    const char *bytes = PQgetvalue(r, row, column);
    uint64_t n = 0;
    for (int i = 0; i < PQgetlength(r, row, column); i++)
        n = n << 8 | (unsigned char)bytes[i];
    return (int64_t)n;
}

static void take_knowledge(const struct wake *w, const char *knows, struct store_nodes *found)
{
    size_t len = strlen(found->knows);
    if (strcmp(knows, w->knows) == 0)
        return;
    found->mixed = true;
    if (strstr(found->knows, knows) == NULL)
        snprintf(found->knows + len, sizeof found->knows - len, "%s ", knows);
}

/* The nodes that are there now. One that has gone may have told nobody of its last commit. */
static void take_beat(struct wake *w)
{
    struct store_nodes found = {.size = 0};
    uint64_t sum = 0;
    bool here = false;
    for (int i = 0; i < PQntuples(w->beat); i++) {
        int64_t node = read_int(w->beat, i, 0);
        found.rank += node < w->node;
        found.size++;
        take_knowledge(w, PQgetvalue(w->beat, i, 4), &found);
        here = here || (node == w->node && read_int(w->beat, i, 3) != 0);
        sum += (uint64_t)node * UINT64_C(0x9e3779b97f4a7c15);
        found.date = read_int(w->beat, i, 1);
        found.count = read_int(w->beat, i, 2);
    }
    PQclear(w->beat);
    w->beat = NULL;
    w->all = w->all || (sum != w->sum && w->sum != 0);
    w->sum = sum;
    w->found = found;
    w->fresh = true;
    if (!here)
        link_close(&w->link); /* the others have given it up: it comes in anew */
}

static void beat(struct store *s)
{
    struct wake *w = &s->postgres->wake;
    const struct sql_value me = int_value(w->node);
    int64_t now = clock_ms();
    if (now < w->beat_ms || w->beat != NULL || w->link.syncs > 0)
        return;
    w->beat_ms = now + BEAT_MS;
    link_ask(s, &w->link, BEAT_NODE, &me, 1, &w->beat);
    if (w->found.rank == 0 && now >= w->clean_ms) {
        w->clean_ms = now + CLEAN_MS;
        link_ask_text(s, &w->link,
                      "DELETE FROM nodes WHERE seen < clock_timestamp() - interval '60 seconds'",
                      NULL);
        link_ask_text(s, &w->link,
                      "DELETE FROM watchers WHERE node NOT IN (SELECT node FROM nodes)", NULL);
        link_ask_text(s, &w->link,
                      "DELETE FROM tries WHERE until < extract(epoch FROM clock_timestamp()) * "
                      "1000",
                      NULL);
    }
    link_send(s, &w->link);
}

/* A notification of one's own channel names tables; one of all begins with its sender. */
static void visit_one(struct wake *w, const PGnotify *n, store_news_visit *visit, void *context)
{
    char text[STORE_NEWS_MAX], *next = text, *word;
    char *rest;
    if (strcmp(n->relname, "parlor_all") == 0) {
        long long from = strtoll(n->extra, &rest, 10);
        if (from != w->node && strcmp(rest, " " NEWCOMER) == 0)
            w->beat_ms = 0; /* it may be of another version: that is known at once */
        else if (from != w->node && *rest == ' ')
            visit(context, STORE_NEWS_TEXT, rest + 1);
        return;
    }
    if (strlen(n->extra) >= sizeof text) {
        w->all = true;
        return;
    }
    snprintf(text, sizeof text, "%s", n->extra);
    while ((word = strtok_r(next, " ", &next)) != NULL)
        visit(context, word[0] == '+' ? STORE_NEWS_HERE : STORE_NEWS_TABLE,
              word[0] == '+' ? word + 1 : word);
}

/* The milliseconds until something must be done, if nothing is heard before. */
static int64_t wait_for_beat(const struct wake *w)
{
    int64_t left = w->beat_ms - clock_ms();
    if (w->link.conn == NULL || w->link.syncs > 0)
        return RETRY_MS; /* to connect; an answer is heard before */
    return left < 0 ? 0 : left;
}

/* What has failed may have been a notification, or the row by which this node is notified. */
static void note_missed(struct wake *w)
{
    w->owes = w->owes || w->link.missed;
    w->all = w->all || (w->link.missed && w->link.conn != NULL);
    w->link.missed = false;
}

int64_t store_take_news(struct store *s, struct store_nodes *nodes, store_news_visit *visit,
                        void *context)
{
    struct wake *w = s->driver->shared ? &s->postgres->wake : NULL;
    if (w == NULL || !w->on)
        return INT64_MAX;
    bool open = open_wake(s) == STORE_OK;
    if (open && w->owes) {
        w->owes = false;
        store_tell_nodes(s, "all");
    }
    if (open)
        open = link_take(s, &w->link) == STORE_OK || w->link.conn != NULL;
    for (PGnotify *n; open && (n = PQnotifies(w->link.conn)) != NULL; PQfreemem(n))
        visit_one(w, n, visit, context);
    link_give_up(s, &w->link);
    note_missed(w);
    if (w->beat != NULL && w->link.syncs == 0)
        take_beat(w);
    if (w->fresh)
        *nodes = w->found;
    w->fresh = false;
    if (w->all)
        visit(context, STORE_NEWS_ALL, "");
    w->all = false;
    if (w->link.conn != NULL)
        beat(s);
    return wait_for_beat(w);
}

int store_compare_tables(struct store *s, const char *ids, store_head_visit *visit, void *context)
{
    struct wake *w = s->driver->shared ? &s->postgres->wake : NULL;
    PGresult *heads = NULL;
    if (w == NULL || !w->on || open_wake(s) != STORE_OK)
        return STORE_FAILED;
    const struct sql_value values[] = {text_value(ids), int_value(w->node)};
    link_ask(s, &w->link, PUT_WATCHERS, values, 2, NULL);
    link_ask(s, &w->link, FIND_HEADS, values, 1, &heads);
    int result = link_settle(s, &w->link);
    for (int i = 0; result == STORE_OK && i < PQntuples(heads); i++)
        visit(context, PQgetvalue(heads, i, 0), (int)read_int(heads, i, 1));
    PQclear(heads);
    return result;
}

int store_take_try(struct store *s, uint64_t key, int64_t ms, int most)
{
    struct wake *w = s->driver->shared ? &s->postgres->wake : NULL;
    PGresult *rows = NULL;
    if (w == NULL || !w->on || open_wake(s) != STORE_OK)
        return STORE_FAILED;
    const struct sql_value values[] = {int_value((int64_t)key), int_value(ms),
                                       int_value((most - 1) * ms)};
    link_ask(s, &w->link, TAKE_TRY, values, 3, &rows);
    int result = link_settle(s, &w->link);
    if (result == STORE_OK && PQntuples(rows) == 0)
        result = STORE_NONE;
    PQclear(rows);
    return result;
}

/* ---- people ---- */

void store_put_here(struct store *s, const char *table, const char *players)
{
    struct wake *w = s->driver->shared ? &s->postgres->wake : NULL;
    if (w == NULL || w->link.conn == NULL)
        return;
    const struct sql_value values[] = {text_value(table), int_value(w->node), text_value(players)};
    link_ask(s, &w->link, PUT_HERE, values, 3, NULL);
    link_ask(s, &w->link, TELL_HERE, values, 2, NULL);
    link_send(s, &w->link);
}

int store_list_here(struct store *s, const char *table,
                    void (*visit)(void *context, uint64_t player), void *context)
{
    struct wake *w = s->driver->shared ? &s->postgres->wake : NULL;
    PGresult *rows = NULL;
    if (w == NULL || !w->on || open_wake(s) != STORE_OK)
        return STORE_FAILED;
    const struct sql_value values[] = {text_value(table), int_value(w->node)};
    link_ask(s, &w->link, FIND_HERE, values, 2, &rows);
    int result = link_settle(s, &w->link);
    for (int i = 0; result == STORE_OK && i < PQntuples(rows); i++) {
        char *next = PQgetvalue(rows, i, 0);
        for (uint64_t player; (player = strtoull(next, &next, 16)) != 0;)
            visit(context, player);
    }
    PQclear(rows);
    return result;
}
