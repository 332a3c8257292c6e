/*
 * Retention: what nobody has come back to for a time leaves the store, or becomes smaller.
 * Unfinished tables go, finished ones become compact records, old records go if the host wants it,
 * and so do guests without games. Invariants:
 *
 *  1. Age is counted by the steady time: a date that was set wrong removes nothing, and while the
 *     server is down nobody's time runs.
 *  2. A table in memory stays as it is. Those who have one open need not do anything.
 *  3. One step is part of its turn's transaction, and happens at most every STEP_MS; it takes
 *     STEP_TABLES tables and about STEP_EVENTS events, or a part of a longer table. If the turn is
 *     not stored, nothing of it has happened, and a later step finds the same tables again.
 */
#include <stdio.h>
#include <string.h>

#include "server/load.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/nodes.h"
#include "server/retain.h"
#include "server/server.h"
#include "server/steady.h"
#include "server/tables.h"
#include "table/clock.h"

enum {
    STEP_MS = 100,
    REST_MS = 1000, /* when nothing is left to do */
    STEP_TABLES = 4,
    STEP_EVENTS = 200,
    STEP_GUESTS = 50,
    SEEN_MS = 3600000,  /* the store's time of a table may be so far behind */
    AGAIN_MS = 3600000, /* until a table in memory is looked at again */
    LOG_MS = 3600000
};
static const int64_t DAY_MS = 86400000, HOUR_MS = 3600000;

struct found {
    int n;
    char id[STEP_TABLES][TABLE_ID_MAX];
};

/* ---- who is here ---- */

/* Whether something may be added to this turn that nobody has asked for. */
static bool may_store(const struct server *s)
{
    return s->store_good && !s->turn_failed && s->health.damage[0] == '\0';
}

static void check(struct server *s, int result)
{
    if (result == STORE_FAILED)
        s->turn_failed = true;
}

void retain_see_table(struct server *s, struct live_table *live)
{
    if (!may_store(s))
        return;
    if (live->seen == 0 && store_find_seen(s->store, live->t->id, &live->seen) != STORE_OK)
        return;
    if (s->now.steady - live->seen < SEEN_MS)
        return;
    live->seen = s->now.steady;
    check(s, store_touch_table(s->store, live->t->id, live->seen));
}

void retain_see_player(struct server *s, const struct store_player *p)
{
    if (may_store(s) && s->now.steady - p->seen >= DAY_MS)
        check(s, store_touch_player(s->store, p->id, s->now.steady));
}

/* ---- tables ---- */

static bool add(void *context, const char *table)
{
    struct found *found = context;
    table_copy(found->id[found->n++], TABLE_ID_MAX, table);
    return found->n < STEP_TABLES;
}

static bool is_first_known(void *context, int n, int64_t at, const char *text, size_t len)
{
    struct table_event e = {.n = n, .at = at};
    struct table_plan plan;
    *(bool *)context = table_read_event(text, len, &e, &plan);
    return false;
}

/* Removes the table, unless another version of Parlor made it: that one may still go on. */
static int drop_table(struct server *s, const char *id, uint64_t *count)
{
    bool known = false;
    int result = store_expand_record(s->store, id);
    if (result == STORE_MORE) /* a long record: a later step goes on */
        return result;
    result = store_read_events(s->store, id, 0, is_first_known, &known);
    if (result == STORE_OK && !known)
        return STORE_NONE;
    result = result == STORE_FAILED ? result : store_drop_table(s->store, id);
    *count += result == STORE_OK;
    return result;
}

/* A long table takes several steps: it stays the first of its shelf until then. */
static int pack_table(struct server *s, const char *id)
{
    uint64_t before = store_count_reads(s->store).packed;
    int n = 0, result = store_pack_some(s->store, id, &n);
    s->turn_read += (int)(store_count_reads(s->store).packed - before);
    s->retain.turn.packed += result == STORE_OK;
    return result;
}

/* The number of events that the step has to move. */
static int find_cost(struct server *s, const char *id)
{
    int64_t turn;
    int last = 0;
    store_find_last(s->store, id, &last, &turn);
    return last + 1;
}

/* Whether another node has the table in memory. */
static bool is_elsewhere(struct server *s, const char *id)
{
    int found = s->nodes.seen.size > 1 ? store_find_watcher(s->store, id) : STORE_NONE;
    check(s, found);
    return found != STORE_NONE;
}

static void settle_table(struct server *s, enum store_shelf shelf, const char *id, int64_t before)
{
    struct retained *turn = &s->retain.turn;
    int result = STORE_NONE;
    const struct live_table *live = tables_find_loaded(s, id);
    if ((live != NULL && live->conns == 0) || load_is_reading(s, id)) /* not now */
        result = store_touch_table(s->store, id, before + AGAIN_MS);
    else if (live == NULL && is_elsewhere(s, id))
        result = STORE_NONE;
    else if (live == NULL && shelf == STORE_SHELF_JOURNAL)
        result = pack_table(s, id);
    else if (live == NULL)
        result = drop_table(s, id, shelf == STORE_SHELF_RECORD ? &turn->records : &turn->expired);
    if (result == STORE_NONE) /* somebody is there, or it stays: its time begins anew */
        result = store_touch_table(s->store, id, s->now.steady);
    check(s, result);
}

/* Takes the oldest tables of a shelf; returns how many. */
static int settle_shelf(struct server *s, enum store_shelf shelf, int64_t kept)
{
    struct found found = {.n = 0};
    int64_t before = s->now.steady - kept;
    if (kept == 0)
        return 0;
    check(s, store_list_shelf(s->store, shelf, before, STEP_TABLES, add, &found));
    int done = 0;
    for (int events = 0; done < found.n && events < STEP_EVENTS && !s->turn_failed; done++) {
        events += find_cost(s, found.id[done]);
        settle_table(s, shelf, found.id[done], before);
    }
    return done;
}

/* ---- guests ---- */

struct guests {
    int n;
    struct {
        uint64_t id;
        bool games;
    } guest[STEP_GUESTS];
};

static void add_guest(void *context, uint64_t player, bool games)
{
    struct guests *g = context;
    g->guest[g->n].id = player;
    g->guest[g->n++].games = games;
}

static bool is_connected(const struct server *s, uint64_t player)
{
    for (int i = 0; i < s->conns; i++)
        if (s->conn[i] != NULL && s->conn[i]->player == player)
            return true;
    return false;
}

static int settle_guests(struct server *s)
{
    struct guests g = {.n = 0};
    int64_t before = s->now.steady - s->settings->keep_guests * DAY_MS;
    if (s->settings->keep_guests == 0)
        return 0;
    check(s, store_list_guests(s->store, before, STEP_GUESTS, add_guest, &g));
    for (int i = 0; i < g.n && !s->turn_failed; i++) {
        uint64_t id = g.guest[i].id;
        if (g.guest[i].games || is_connected(s, id)) {
            check(s, store_touch_player(s->store, id, s->now.steady));
            continue;
        }
        check(s, store_drop_player(s->store, id));
        s->retain.turn.guests++;
    }
    return g.n;
}

/* ---- steps ---- */

void retain_step(struct server *s)
{
    const struct settings *keep = s->settings;
    const int64_t kept[STORE_SHELVES] = {
        [STORE_SHELF_OPEN] = keep->keep_open * DAY_MS,
        [STORE_SHELF_RUNNING] = keep->keep_running * DAY_MS,
        [STORE_SHELF_DAYS] = keep->keep_days * DAY_MS,
        [STORE_SHELF_JOURNAL] = keep->compact_hours * HOUR_MS,
        [STORE_SHELF_RECORD] = keep->keep_records * DAY_MS,
    };
    struct retention *r = &s->retain;
    if (!nodes_is_first(s) || s->now.steady < r->next || steady_pace(s) < s->rest_until ||
        !may_store(s))
        return;
    int64_t began = clock_ns();
    int done = 0;
    for (int i = 0; i <= STORE_SHELVES && done == 0 && !s->turn_failed; i++) {
        done = r->shelf < STORE_SHELVES
                   ? settle_shelf(s, (enum store_shelf)r->shelf, kept[r->shelf])
                   : settle_guests(s);
        r->shelf = (r->shelf + 1) % (STORE_SHELVES + 1); /* each has its turn */
    }
    r->busy = done > 0;
    if (r->busy)
        metrics_observe(&s->metrics.retain_seconds, (double)(clock_ns() - began) / 1e9);
    r->next = s->now.steady + (r->busy ? STEP_MS : REST_MS);
}

int retain_wait_ms(const struct server *s, int most)
{
    return s->retain.busy && most > STEP_MS ? STEP_MS : most;
}

static void add_counts(struct retained *to, const struct retained *more)
{
    to->expired += more->expired;
    to->packed += more->packed;
    to->records += more->records;
    to->guests += more->guests;
}

static bool is_nothing(const struct retained *n)
{
    return n->expired + n->packed + n->records + n->guests == 0;
}

void retain_log(struct server *s)
{
    const struct retained *n = &s->retain.unlogged;
    char text[4][24];
    if (is_nothing(n))
        return;
    snprintf(text[0], sizeof text[0], "%llu", (unsigned long long)n->expired);
    snprintf(text[1], sizeof text[1], "%llu", (unsigned long long)n->packed);
    snprintf(text[2], sizeof text[2], "%llu", (unsigned long long)n->records);
    snprintf(text[3], sizeof text[3], "%llu", (unsigned long long)n->guests);
    log_line("info", "retention", "tables-expired", text[0], "tables-compacted", text[1],
             "records-deleted", text[2], "guests-expired", text[3], NULL);
    s->retain.unlogged = (struct retained){.expired = 0};
    s->retain.logged = s->now.steady;
}

void retain_settle(struct server *s, bool stored)
{
    struct retention *r = &s->retain;
    if (stored) {
        add_counts(&r->all, &r->turn);
        add_counts(&r->unlogged, &r->turn);
    }
    r->turn = (struct retained){.expired = 0};
    if (!r->busy && s->now.steady - r->logged >= LOG_MS)
        retain_log(s);
}
