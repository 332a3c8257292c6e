/*
 * Nodes tell each other which tables they have changed, over a connection of its own. Whatever
 * happens to that connection, no transaction fails by it, and no change stays unknown to the
 * others: they are told of it, or told to compare all that they have.
 */
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/clock.h"
#include "tests/store/contract.h"
#include "tests/tap.h"

enum { MANY = 600, PATIENCE_MS = 20000 };

static const char knows[] = "the same";

/* ---- the database itself ---- */

/* Runs a statement; the first column of its first row as a number, or 0. */
static int ask_database(const char *place, const char *sql)
{
    const char *rest = strchr(place, ':') + 1;
    PGconn *conn = PQconnectdb(strncmp(rest, "//", 2) == 0 ? place : rest);
    PGresult *result = PQexec(conn, sql);
    if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK) {
        tap_note("%s", PQerrorMessage(conn));
        abort();
    }
    int n = PQntuples(result) > 0 ? atoi(PQgetvalue(result, 0, 0)) : 0;
    PQclear(result);
    PQfinish(conn);
    return n;
}

/* A node's connection for data has the lock that servers share; the one for waking has no lock. */
#define LISTENERS                                                                                  \
    "FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'parlor' "    \
    "AND pid NOT IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')"

/* The process that serves a node's listening connection; `other` is the other node's. */
static int find_listener(const char *place, int other)
{
    char sql[512];
    snprintf(sql, sizeof sql, "SELECT pid " LISTENERS " AND pid <> %d", other);
    return ask_database(place, sql);
}

static void end_listener(const char *place, int other)
{
    char sql[512];
    snprintf(sql, sizeof sql,
             "SELECT count(pg_terminate_backend(pid, 10000)) " LISTENERS " AND pid <> %d", other);
    if (ask_database(place, sql) != 1)
        tap_note("no listener was ended");
}

/* ---- hearing ---- */

struct heard {
    bool table[MANY], all;
    int tables;
};

static void hear(void *context, enum store_news kind, const char *text)
{
    struct heard *h = context;
    int n;
    if (kind == STORE_NEWS_TEXT && strcmp(text, "all") == 0)
        h->all = true;
    if (kind != STORE_NEWS_TABLE || sscanf(text, "many%d", &n) != 1 || n < 0 || n >= MANY)
        return;
    h->tables += !h->table[n];
    h->table[n] = true;
}

static void take(struct store *s, struct heard *h)
{
    struct store_nodes nodes;
    int64_t wait = store_take_news(s, &nodes, hear, h);
    struct pollfd p = {.fd = store_news_fd(s), .events = POLLIN};
    poll(&p, 1, wait < 20 ? (int)wait : 20);
}

/* Lets both nodes take their news until the second has heard of so many tables, or of all. */
static bool hears(struct store *a, struct store *b, struct heard *h, int tables)
{
    struct heard own = {.tables = 0};
    int64_t until = clock_ms() + PATIENCE_MS;
    while (clock_ms() < until) {
        take(a, &own);
        take(b, h);
        if (tables > 0 ? h->tables >= tables : h->all)
            return true;
    }
    return false;
}

/* ---- tests ---- */

static const char *id_of(int n)
{
    static char id[32];
    snprintf(id, sizeof id, "many%012d", n);
    return id;
}

static int append(struct store *s, int table, int n)
{
    return store_append_event(s, id_of(table), n, 1, 0, "{", 1);
}

/* Both nodes have a connection that listens, and know of each other. */
static bool settle(struct store *a, struct store *b)
{
    struct heard h = {.tables = 0};
    struct store_nodes one = {.size = 0}, two = {.size = 0};
    int64_t until = clock_ms() + PATIENCE_MS;
    while (clock_ms() < until && (one.size < 2 || two.size < 2)) {
        store_take_news(a, &one, hear, &h);
        store_take_news(b, &two, hear, &h);
        poll(NULL, 0, 5);
    }
    return one.size == 2 && two.size == 2;
}

/* The listener is lost while a transaction waits for its commit, or within the commit. */
static void test_lost_listener(const char *place, struct store *a, struct store *b, int other)
{
    struct heard h = {.tables = 0};
    bool good = append(a, 0, 0) == STORE_OK;
    end_listener(place, other);
    for (int i = 0; i < 3; i++)
        take(a, &h);
    tap_ok(good && store_commit(a) == STORE_OK,
           "a listener that is lost in a turn fails nothing of that turn");
    good = settle(a, b) && append(a, 0, 1) == STORE_OK;
    end_listener(place, other);
    for (int i = 0; i < 3; i++)
        store_put_here(a, id_of(0), "");
    tap_ok(good && store_commit(a) == STORE_OK,
           "nor one that is lost while others are told who is here");
    good = settle(a, b) && append(a, 0, 2) == STORE_OK;
    memset(&h, 0, sizeof h);
    end_listener(place, other);
    good = good && store_commit(a) == STORE_OK && append(a, 0, 3) == STORE_OK;
    tap_ok(good && store_commit(a) == STORE_OK,
           "nor does one that is lost at a commit fail the next one");
    tap_ok(hears(a, b, &h, 0), "the other node is told to compare all its tables");
}

static void test_many(struct store *a, struct store *b)
{
    struct heard h = {.tables = 0};
    bool good = true;
    for (int i = 1; i < MANY && good; i++)
        good = store_watch_table(b, id_of(i)) == STORE_OK && append(a, i, 0) == STORE_OK;
    tap_ok(good && store_commit(a) == STORE_OK, "a turn changes %d tables", MANY - 1);
    good = hears(a, b, &h, MANY - 1);
    tap_ok(good, "another node is told of each of them: %d", h.tables);
}

static void test_refused(const char *place, struct store *a, struct store *b)
{
    struct heard h = {.tables = 0};
    bool good = append(a, 1, 1) == STORE_OK;
    ask_database(place, "ALTER TABLE watchers RENAME TO nobody");
    good = good && store_commit(a) == STORE_OK;
    for (int i = 0; i < 3; i++)
        take(a, &h); /* the answer comes */
    ask_database(place, "ALTER TABLE nobody RENAME TO watchers");
    tap_ok(good && hears(a, b, &h, 0),
           "if others could not be told of a commit, they compare all their tables");
}

/* Codes are counted by the database's time, whatever the nodes' own counts are. */
static void test_codes(const char *place, struct store *a, struct store *b)
{
    static const char age[] =
        "SELECT until - CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) FROM codes";
    uint64_t player = 0;
    bool good = store_put_count(a, INT64_C(1000)) == STORE_OK &&
                store_put_code(a, 7, 70, 600000) == STORE_OK && store_commit(a) == STORE_OK;
    int left = ask_database(place, age);
    tap_ok(good && left > 540000 && left <= 600000, "a code holds for ten minutes: %d ms", left);
    good = store_take_code(b, 7, &player) == STORE_OK && store_commit(b) == STORE_OK;
    tap_ok(good && player == 70 && store_take_code(a, 7, &player) == STORE_NONE,
           "another node takes it, once");
    good = store_put_code(a, 8, 80, -1) == STORE_OK && store_commit(a) == STORE_OK;
    tap_ok(good && store_take_code(b, 8, &player) == STORE_NONE, "an old one is void");
    good = store_put_code(a, 9, 90, 600000) == STORE_OK &&
           store_put_code(a, 10, 90, 600000) == STORE_OK && store_commit(a) == STORE_OK;
    tap_ok(good && ask_database(place, "SELECT sum(hash) FROM codes") == 10,
           "a person has one, and old ones are dropped");
    store_commit(b);
}

static void test_tries(const char *place, struct store *a, struct store *b)
{
    int taken = 0, other = 0;
    for (int i = 0; i < 5; i++) {
        taken += store_take_try(i % 2 == 0 ? a : b, UINT64_MAX, 600000, 3) == STORE_OK;
        other += store_take_try(a, 7, 600000, 5) == STORE_OK;
    }
    tap_ok(taken == 3 && other == 5 && !store_is_dirty(a),
           "nodes take the tries of a key together: %d, %d", taken, other);
    ask_database(place, "UPDATE tries SET until = until - 600000");
    taken = 0;
    for (int i = 0; i < 3; i++)
        taken += store_take_try(b, UINT64_MAX, 600000, 3) == STORE_OK;
    tap_ok(taken == 1, "and they come back one by one: %d", taken);
}

void test_telling(const char *place, struct store *a, struct store *b)
{
    bool good = store_join(a, 2, knows) == STORE_OK;
    int first = find_listener(place, 0);
    good = good && first != 0 && store_join(b, 4, knows) == STORE_OK;
    int other = find_listener(place, first);
    if (!tap_ok(good && other != 0 && settle(a, b), "two nodes know of each other"))
        return;
    test_codes(place, a, b);
    test_tries(place, a, b);
    test_many(a, b);
    test_refused(place, a, b);
    store_watch_table(b, id_of(0));
    test_lost_listener(place, a, b, other);
}
