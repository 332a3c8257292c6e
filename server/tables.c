/*
 * Live tables: found by id in a hash table, loaded from the journal on demand, forgotten when no
 * connection has them open and nothing is due soon. A heap orders them by due time.
 */
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/bot_tables.h"
#include "server/load.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/nodes.h"
#include "server/outbox.h"
#include "server/server.h"
#include "server/sights.h"
#include "server/steady.h"
#include "server/tables.h"
#include "server/workers.h"
#include "table/clock.h"
#include "table/memory.h"

enum {
    SOON_MS = 60000,
    SEATS_MS = 60000,
    ROW_MS = 10000,
    SCAN_MS = 10000,
    SCAN_MOST = 20000,
    SCAN_STEP = 200,   /* tables loaded in one turn, */
    SCAN_EVENTS = 1500 /* and events read, about */
};

static struct live_table **find_bucket(struct server *s, const char *id)
{
    return &s->bucket[game_hash_bytes(id, strlen(id)) % SERVER_HASH];
}

struct live_table *tables_find_loaded(struct server *s, const char *id)
{
    struct live_table *live = *find_bucket(s, id);
    while (live != NULL && strcmp(live->t->id, id) != 0)
        live = live->next;
    return live;
}

/* ---- the heap of due times ---- */

static void heap_set(struct server *s, int i, struct live_table *live)
{
    s->heap[i] = live;
    live->heap = i;
}

static void heap_up(struct server *s, int i)
{
    struct live_table *live = s->heap[i];
    for (; i > 0 && s->heap[(i - 1) / 2]->due > live->due; i = (i - 1) / 2)
        heap_set(s, i, s->heap[(i - 1) / 2]);
    heap_set(s, i, live);
}

static void heap_down(struct server *s, int i)
{
    struct live_table *live = s->heap[i];
    for (;;) {
        int child = 2 * i + 1;
        if (child + 1 < s->heap_n && s->heap[child + 1]->due < s->heap[child]->due)
            child++;
        if (child >= s->heap_n || s->heap[child]->due >= live->due)
            break;
        heap_set(s, i, s->heap[child]);
        i = child;
    }
    heap_set(s, i, live);
}

static void heap_remove(struct server *s, struct live_table *live)
{
    int i = live->heap;
    if (i < 0)
        return;
    live->heap = -1;
    struct live_table *last = s->heap[--s->heap_n];
    if (last == live)
        return;
    heap_set(s, i, last);
    heap_up(s, i);
    heap_down(s, last->heap);
}

/* By this node's count. Nothing is due where bots pause, nor where nothing may change. */
static struct moment find_due(const struct live_table *live)
{
    if (bot_tables_sleeps(live) || live->damaged >= 0 || live->stale)
        return (struct moment){TABLE_NEVER, TABLE_NEVER};
    struct moment due = table_next_due(live->t);
    if (due.steady != TABLE_NEVER)
        due.steady -= live->ahead;
    return due;
}

void tables_set_due(struct server *s, struct live_table *live)
{
    struct moment due = find_due(live);
    int64_t wait = moment_wait(&due, &s->now);
    live->due = wait != TABLE_NEVER ? s->now.steady + wait : TABLE_NEVER;
    if (live->due == TABLE_NEVER) {
        heap_remove(s, live);
        return;
    }
    if (live->heap < 0) {
        ARRAY_ROOM(s->heap, s->heap_n, s->heap_cap);
        heap_set(s, s->heap_n, live);
        s->heap_n++;
    }
    heap_up(s, live->heap);
    heap_down(s, live->heap);
}

void tables_plan_bots(struct server *s, struct live_table *live)
{
    struct moment now = steady_at(s, live);
    table_plan_bots(live->t, &now, s->settings->bot_delay);
}

int tables_wait_ms(const struct server *s, int most)
{
    if (s->heap_n == 0 || s->health.damage[0] != '\0')
        return most;
    int64_t wait = s->heap[0]->due - s->now.steady, rest = s->rest_until - steady_pace(s);
    if (wait > 0 && !s->store_good)
        return most; /* time stands still */
    wait = wait > rest ? wait : rest;
    return wait < 0 ? 0 : wait < most ? (int)wait : most;
}

bool tables_are_due(const struct server *s)
{
    return tables_wait_ms(s, 1) == 0;
}

void tables_find_dues(struct server *s)
{
    for (int i = 0; i < SERVER_HASH; i++)
        for (struct live_table *live = s->bucket[i]; live != NULL; live = live->next)
            tables_set_due(s, live);
}

/* ---- loading and forgetting ---- */

struct live_table *tables_add(struct server *s, struct table *t)
{
    struct live_table *live = memory_take_zeros(1, sizeof *live);
    struct live_table **bucket = find_bucket(s, t->id);
    live->t = t;
    live->heap = live->damaged = -1;
    live->due = TABLE_NEVER;
    live->stored_due = (struct moment){TABLE_NEVER, TABLE_NEVER};
    live->next = *bucket;
    *bucket = live;
    s->tables++;
    return live;
}

struct live_table *tables_find(struct server *s, const char *id, int *result)
{
    struct live_table *live = tables_find_loaded(s, id);
    struct loaded loaded;
    *result = STORE_NONE;
    if (live != NULL && live->gone)
        return NULL;
    if (live != NULL && live->stale) {
        *result = load_is_reading(s, id) ? LOAD_WAITING : STORE_FAILED;
        return NULL;
    }
    if (live != NULL || strlen(id) != TABLE_ID_MAX - 1)
        return live;
    *result = load_table(s, id, &loaded);
    return *result == STORE_OK ? tables_adopt(s, &loaded) : NULL;
}

struct live_table *tables_adopt(struct server *s, const struct loaded *loaded)
{
    struct live_table *live = tables_add(s, loaded->t);
    live->snapped = loaded->snapped;
    live->damaged = loaded->damaged;
    live->told = loaded->t->n;
    nodes_find_here(s, live);
    tables_update_people(s, live);
    steady_place(s, live, nodes_find_served(s, live));
    tables_plan_bots(s, live);
    tables_set_due(s, live);
    tables_touch(s, live);
    load_settle(s, live);
    return live;
}

void tables_forget(struct server *s, struct live_table *live)
{
    struct live_table **p = find_bucket(s, live->t->id);
    while (*p != live)
        p = &(*p)->next;
    *p = live->next;
    heap_remove(s, live);
    bot_tables_drop_all(s, live);
    sights_forget(s, live);
    nodes_unwatch(s, live->t->id);
    table_free(live->t);
    free(live->conn);
    s->stale -= live->stale;
    free(live);
    s->tables--;
}

void tables_touch(struct server *s, struct live_table *live)
{
    if (live->touched)
        return;
    live->touched = true;
    live->next_touched = s->touched;
    s->touched = live;
}

/* ---- connections ---- */

static void store_row(struct server *s, struct live_table *live);

bool tables_is_here(const struct live_table *live, uint64_t player)
{
    for (int i = 0; i < live->conns; i++)
        if (live->conn[i]->player == player)
            return true;
    for (int i = 0; i < live->elsewheres; i++)
        if (live->elsewhere[i] == player)
            return true;
    return false;
}

/* Tells everybody if the player at a chair has connected or disconnected. */
static void update_here(struct server *s, struct live_table *live, uint64_t player)
{
    int chair = table_find_chair(live->t, player);
    if (chair < 0)
        return;
    nodes_tell_here(s, live);
    bool here = tables_is_here(live, player);
    if (here == live->t->chair[chair].here)
        return;
    live->t->chair[chair].here = here;
    tables_tell_people(s, live);
}

void tables_update_people(struct server *s, struct live_table *live)
{
    bool changed = false;
    if (live->stale)
        return;
    for (int i = 0; i < live->t->plan.setup.seats; i++) {
        struct table_chair *chair = &live->t->chair[i];
        bool here = chair->kind == TABLE_CHAIR_PERSON && tables_is_here(live, chair->player);
        changed = changed || here != chair->here;
        chair->here = here;
    }
    if (changed)
        tables_tell_people(s, live);
}

/* Somebody looks at the table, or nobody does any more: its bots go on, or pause. */
static void update_sleep(struct server *s, struct live_table *live, bool slept)
{
    bot_tables_choose_payer(live);
    bool sleeps = bot_tables_sleeps(live);
    if (sleeps == slept)
        return;
    bot_tables_drop_all(s, live);
    table_drop_plans(live->t);
    tables_plan_bots(s, live);
    tables_set_due(s, live);
    if (sleeps && live->damaged < 0 && !live->lost && s->health.damage[0] == '\0')
        store_row(s, live); /* nothing is due there */
}

void tables_open(struct server *s, struct live_table *live, struct conn *c)
{
    tables_touch(s, live);
    for (int i = 0; i < c->opens; i++)
        if (c->open[i] == live)
            return;
    bool slept = bot_tables_sleeps(live);
    ARRAY_ROOM(live->conn, live->conns, live->conns_cap);
    c->open[c->opens++] = live;
    live->conn[live->conns++] = c;
    s->turn_opened = live;
    update_sleep(s, live, slept);
    int chair = table_find_chair(live->t, c->player);
    if (chair >= 0)
        nodes_tell_here(s, live);
    if (chair < 0 || live->t->chair[chair].here)
        return;
    /* The newcomer gets the whole table, so only the others need this update. */
    live->conns--;
    live->t->chair[chair].here = true;
    tables_tell_people(s, live);
    live->conns++;
}

void tables_part(struct live_table *live, struct conn *c)
{
    for (int i = 0; i < c->opens; i++)
        if (c->open[i] == live) {
            c->open[i] = c->open[--c->opens];
            break;
        }
    for (int i = 0; i < live->conns; i++)
        if (live->conn[i] == c) {
            live->conn[i] = live->conn[--live->conns];
            break;
        }
}

void tables_close(struct server *s, struct live_table *live, struct conn *c)
{
    tables_touch(s, live);
    tables_part(live, c);
    if (live->stale)
        return;
    update_sleep(s, live, false);
    update_here(s, live, c->player);
}

/* The whole table, and from which event on its journal is damaged. */
static void write_whole(struct server *s, struct live_table *live, const struct conn *c,
                        struct strbuf *out)
{
    struct moment now = steady_at(s, live);
    struct table_span sight = table_write_whole(live->t, c->player, c->muted, c->mutes, &now, out);
    sights_put_whole(s, live, c, &sight, out);
    if (live->damaged < 0)
        return;
    out->len--; /* the last brace */
    struct buf b = strbuf_room(out, 32);
    buf_put(&b, ",\"damaged\":");
    buf_put_int(&b, live->damaged);
    buf_put_char(&b, '}');
    strbuf_take(out, &b);
}

void tables_write_whole(struct server *s, struct live_table *live, struct conn *c)
{
    size_t start = s->text.len;
    write_whole(s, live, c, &s->text);
    outbox_tell(s, c, live, start, s->text.len - start);
}

/* ---- updates ---- */

bool tables_is_told(const struct conn *c, const struct table_event *e)
{
    for (int i = 0; i < c->mutes && e->kind == TABLE_TALK; i++)
        if (c->muted[i] == e->talk.person.player)
            return false;
    return true;
}

static void tell_one(struct server *s, struct live_table *live, struct conn *c,
                     const struct table_event *events, int n, unsigned changed)
{
    const struct table_event *heard[SERVER_MISSED_MAX];
    int count = 0;
    for (int i = 0; i < n; i++)
        if (tables_is_told(c, &events[i]))
            heard[count++] = &events[i];
    size_t start = s->text.len;
    struct moment now = steady_at(s, live);
    struct table_span sight =
        table_write_update(live->t, c->player, heard, count, changed, &now, &s->text);
    sights_put_news(s, live, c, &sight, &s->text);
    outbox_tell(s, c, live, start, s->text.len - start);
}

/* Tells all connections; those of one chair and version share the same bytes, as spectators do. */
void tables_tell(struct server *s, struct live_table *live, const struct table_event *events, int n,
                 unsigned changed)
{
    struct held done[2][GAME_SEATS_MAX + 1] = {{{.len = 0}}};
    sights_start(s, events, n, changed);
    for (int i = 0; i < live->conns; i++) {
        struct conn *c = live->conn[i];
        if (c->dead)
            continue; /* it is freed before this is sent */
        int chair = table_find_chair(live->t, c->player);
        struct held *same = &done[c->protocol > 1][chair + 1];
        if (c->mutes == 0 && same->len > 0) {
            outbox_tell(s, c, live, same->start, same->len);
            continue;
        }
        tell_one(s, live, c, events, n, changed);
        if (c->mutes == 0)
            *same = s->held[s->held_n - 1];
    }
    sights_end(s, live, changed);
}

void tables_tell_people(struct server *s, struct live_table *live)
{
    tables_tell(s, live, NULL, 0, TABLE_NEW_PEOPLE);
}

/* Tells those who watch the lobby the text that begins here; NULL: it is about no table of ours. */
static void tell_watchers(struct server *s, const struct live_table *about, size_t start)
{
    for (int i = 0; i < s->conns; i++)
        if (s->conn[i] != NULL && s->conn[i]->watches_lobby && !s->conn[i]->dead)
            outbox_tell(s, s->conn[i], about, start, s->text.len - start);
}

static void tell_lobby(struct server *s, const struct live_table *live)
{
    size_t start = s->text.len;
    strbuf_put(&s->text, "{\"lobby\":{");
    table_write_row(live->t, &s->text);
    strbuf_put(&s->text, "}}");
    tell_watchers(s, live, start);
}

void tables_tell_row(struct server *s, const char *row)
{
    size_t start = s->text.len;
    strbuf_put(&s->text, "{\"lobby\":{");
    strbuf_put(&s->text, row);
    strbuf_put(&s->text, "}}");
    tell_watchers(s, NULL, start);
}

void tables_tell_gone(struct server *s, const char *id)
{
    char row[96];
    snprintf(row, sizeof row, "\"table\":\"%s\",\"phase\":\"gone\"", id);
    tables_tell_row(s, row);
}

/* ---- storing ---- */

static void check_stored(struct server *s, int result)
{
    if (result != STORE_OK)
        s->turn_failed = true;
}

static void store_row(struct server *s, struct live_table *live)
{
    struct moment due = find_due(live);
    struct store_table row = {.id = live->t->id,
                              .phase = live->t->phase,
                              .listed = live->t->plan.listed,
                              .due = due.steady,
                              .due_date = due.date,
                              .changed = live->t->changed,
                              .days = live->t->plan.clock.kind == TABLE_CLOCK_DAYS,
                              .seen = s->now.steady};
    strbuf_reset(&s->scratch);
    table_write_row(live->t, &s->scratch);
    strbuf_put_bytes(&s->scratch, "", 1);
    row.row = s->scratch.text;
    check_stored(s, store_put_table(s->store, &row));
    live->stored_due = due;
}

/* The rows by which players find the table; their order in time may be behind by SEATS_MS. */
static void store_seats(struct server *s, struct live_table *live)
{
    const struct table *t = live->t;
    for (int i = 0; i < t->plan.setup.seats; i++)
        if (t->chair[i].kind == TABLE_CHAIR_PERSON)
            check_stored(s, store_put_seat(s->store, t->id, t->chair[i].player, i, t->changed));
    live->stored_changed = t->changed;
}

/* False: another node has changed the table since it was read. */
static bool store_event(struct server *s, struct live_table *live, const struct table_event *e,
                        uint32_t turn)
{
    char memory[TABLE_EVENT_JSON];
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    table_write_event(e, &live->t->plan, &b);
    int result = store_append_event(s->store, live->t->id, e->n, e->at, turn, b.text, b.len);
    if (result == STORE_CONFLICT)
        live->lost = s->turn_lost = true;
    else
        check_stored(s, result);
    return result != STORE_CONFLICT;
}

static void store_events(struct server *s, struct live_table *live)
{
    uint32_t turn = table_acting_chairs(live->t);
    for (int i = 0; i < s->fx.n && !live->lost; i++) {
        const struct table_event *e = &s->fx.event[i];
        if (!store_event(s, live, e, turn))
            return;
        if ((e->kind == TABLE_STAND || e->kind == TABLE_FREE || e->kind == TABLE_LATE) &&
            e->stand.player != 0)
            check_stored(s, store_drop_seat(s->store, live->t->id, e->stand.player));
        if (e->kind == TABLE_REMOVE)
            check_stored(s, store_drop_seat(s->store, live->t->id, e->order.person.player));
        live->removes = live->removes || e->kind == TABLE_REMOVE;
        s->metrics.moves += e->kind == TABLE_MOVE;
        s->turn_moves += e->kind == TABLE_MOVE;
        s->metrics.tables_finished += e->kind == TABLE_END;
        s->metrics.tables_created += e->kind == TABLE_CREATE;
        s->metrics.events++;
    }
}

/* Whether the due times in the store are too late, or long over. They may be early: then a scan
   finds a table that has nothing to do yet. So bots and clocks do not write a row with each move.
 */
static bool needs_row(const struct server *s, const struct live_table *live)
{
    struct moment due = find_due(live), stored = live->stored_due;
    return due.steady < stored.steady || due.date < stored.date ||
           stored.steady <= s->now.steady - ROW_MS || stored.date <= s->now.date - ROW_MS;
}

/* A game that is over was put into its players' lists when it ended. Who has removed it from the
   own list since does not get it back by what is said there. */
static bool changes_seats(const struct server *s, const struct live_table *live, bool row)
{
    if (live->t->phase != TABLE_OVER)
        return row || live->t->changed - live->stored_changed >= SEATS_MS;
    for (int i = 0; i < s->fx.n; i++)
        if (s->fx.event[i].kind == TABLE_END)
            return true;
    return false;
}

static void store_effects(struct server *s, struct live_table *live, bool row)
{
    store_events(s, live);
    if (live->lost)
        return;
    if (row || needs_row(s, live))
        store_row(s, live);
    if (changes_seats(s, live, row))
        store_seats(s, live);
    load_keep_snapshot(s, live);
}

void tables_publish(struct server *s, struct live_table *live)
{
    struct table *t = live->t;
    unsigned changed = s->fx.changed;
    assert(!s->wait.on);
    if (s->fx.n == 0)
        return;
    tables_touch(s, live);
    if (changed & (TABLE_NEW_GAME | TABLE_NEW_PEOPLE | TABLE_NEW_PHASE))
        tables_plan_bots(s, live);
    if (changed & TABLE_NEW_PEOPLE)
        bot_tables_choose_payer(live);
    bot_tables_drop_stale(s, live);
    tables_set_due(s, live);
    bool row = changed & (TABLE_NEW_PEOPLE | TABLE_NEW_PHASE) || s->fx.event[0].n == 0;
    store_effects(s, live, row);
    for (int i = 0; i < live->conns; i++) { /* a player who has just sat down is connected */
        int chair = table_find_chair(t, live->conn[i]->player);
        if (chair >= 0)
            t->chair[chair].here = true;
    }
    if (changed & TABLE_NEW_PEOPLE)
        nodes_tell_here(s, live);
    tables_tell(s, live, s->fx.event, s->fx.n, changed);
    if (row && t->plan.listed)
        tell_lobby(s, live);
    s->fx.n = 0;
    s->fx.changed = 0;
}

/* ---- time ---- */

void tables_take_answer(struct server *s, struct work *w)
{
    struct live_table *live = tables_find_loaded(s, w->table);
    if (!w->displaced)
        metrics_observe(&s->metrics.bot_seconds, (double)(clock_ns() - w->queued) / 1e9);
    s->fx.n = 0;
    s->fx.changed = 0;
    if (live == NULL || live->work[w->seat] != w)
        return; /* it was dropped */
    live->work[w->seat] = NULL;
    struct moment now = steady_at(s, live);
    if (w->displaced) {
        s->metrics.works_refused++;
        table_ask_again(live->t, w->seat, w->must, &now);
        tables_set_due(s, live);
        return;
    }
    table_answer(live->t, w->seat, w->version, w->m, &now, s->settings->bot_delay, &s->fx);
    s->metrics.bot_moves += s->fx.n > 0;
    tables_touch(s, live);
    tables_publish(s, live);
    tables_set_due(s, live);
}

void tables_tick(struct server *s)
{
    while (tables_are_due(s)) {
        struct live_table *live = s->heap[0];
        uint32_t think, must;
        s->fx.n = 0;
        s->fx.changed = 0;
        bot_tables_keep(s, live);
        struct moment now = steady_at(s, live);
        table_tick(live->t, &now, s->settings->bot_delay, &s->fx, &think, &must);
        for (int i = 0; i < live->t->plan.setup.seats; i++)
            if (think >> i & 1)
                bot_tables_ask(s, live, i, must >> i & 1);
        s->metrics.bot_moves += s->fx.n > 0 && s->fx.event[0].kind == TABLE_MOVE;
        if (s->fx.n > 0)
            tables_publish(s, live);
        else
            tables_set_due(s, live);
        tables_touch(s, live);
        if (live->due <= s->now.steady)
            break; /* more is due now: the next turn does it, after this commit */
    }
}

static bool add_due(void *context, const struct store_table *t)
{
    struct due_list *list = context;
    ARRAY_ROOM(list->id, list->n, list->cap);
    table_copy(list->id[list->n++], TABLE_ID_MAX, t->id);
    return list->n < SCAN_MOST;
}

/* Loads a table whose stored due time is near, and stores a later one if nothing is due yet. */
static void wake_table(struct server *s, const char *id)
{
    int result = STORE_NONE;
    if (!nodes_is_mine(s, id) && tables_find_loaded(s, id) == NULL)
        return; /* another node's */
    struct live_table *live = load_is_unknown(s, id) ? NULL : tables_find(s, id, &result);
    s->store_doubt = s->store_doubt || (live == NULL && result == STORE_FAILED);
    if (live != NULL && live->due > s->now.steady + SOON_MS && s->store_good)
        store_row(s, live);
}

static bool can_store(const struct server *s)
{
    return s->store_good && s->health.damage[0] == '\0';
}

bool tables_are_scanned(const struct server *s)
{
    return s->due.next < s->due.n && can_store(s);
}

/* After a restart all tables may be due, and after an update the store may not know whose turn it
   is: each turn loads a few, so that clients do not wait. */
void tables_scan(struct server *s)
{
    struct due_list *list = &s->due;
    if (!can_store(s))
        return;
    if (list->next == list->n && s->now.steady >= s->next_scan) {
        list->next = list->n = 0;
        bool first = s->next_scan == 0;
        s->next_scan = s->now.steady + SCAN_MS;
        if ((first && store_list_turnless(s->store, add_due, list) == STORE_FAILED) ||
            store_list_due(s->store, s->now.steady + 2 * SCAN_MS, s->now.date + 2 * SCAN_MS,
                           add_due, list) == STORE_FAILED)
            log_line("error", "store", "why", store_why(s->store), NULL);
    }
    for (int i = 0; i < SCAN_STEP && list->next < list->n && s->turn_read < SCAN_EVENTS; i++)
        wake_table(s, list->id[list->next++]);
    if (list->next == list->n) {
        free(list->id);
        *list = (struct due_list){.n = 0};
    }
}
