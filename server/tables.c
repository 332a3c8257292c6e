/*
 * Live tables: found by id in a hash table, loaded from the journal on demand, forgotten when no
 * connection has them open and nothing is due soon. A heap orders them by due time.
 */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"
#include "table/clock.h"
#include "table/memory.h"

enum { SOON_MS = 60000, SCAN_MS = 10000, SCAN_MOST = 20000, SCAN_STEP = 200 };

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

static void set_due(struct server *s, struct live_table *live)
{
    live->due = table_next_due(live->t);
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

int64_t tables_next_due(const struct server *s)
{
    return s->heap_n > 0 ? s->heap[0]->due : TABLE_NEVER;
}

/* ---- loading and forgetting ---- */

static struct table *load(struct server *s, const char *id)
{
    struct table_reading r = {.id = id};
    int result = store_read_events(s->store, id, 0, table_read_on, &r);
    if (r.broken || result == STORE_FAILED) {
        log_line("error", "journal", "table", id, "why", r.broken ? "broken" : store_why(s->store),
                 NULL);
        table_free(r.t);
        return NULL;
    }
    return r.t;
}

struct live_table *tables_add(struct server *s, struct table *t)
{
    struct live_table *live = memory_take_zeros(1, sizeof *live);
    struct live_table **bucket = find_bucket(s, t->id);
    live->t = t;
    live->heap = -1;
    live->stored_due = live->due = TABLE_NEVER;
    live->next = *bucket;
    *bucket = live;
    s->tables++;
    return live;
}

struct live_table *tables_find(struct server *s, const char *id)
{
    struct live_table *live = tables_find_loaded(s, id);
    if (live != NULL || strlen(id) != TABLE_ID_MAX - 1)
        return live;
    struct table *t = load(s, id);
    if (t == NULL)
        return NULL;
    live = tables_add(s, t);
    table_plan_bots(t, s->now, s->settings->bot_delay);
    set_due(s, live);
    tables_touch(s, live);
    return live;
}

void tables_forget(struct server *s, struct live_table *live)
{
    struct live_table **p = find_bucket(s, live->t->id);
    while (*p != live)
        p = &(*p)->next;
    *p = live->next;
    heap_remove(s, live);
    table_free(live->t);
    free(live->conn);
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

/* Tells everybody if the player at a chair has connected or disconnected. */
static void update_here(struct server *s, struct live_table *live, uint64_t player)
{
    int chair = table_find_chair(live->t, player);
    if (chair < 0)
        return;
    bool here = false;
    for (int i = 0; i < live->conns && !here; i++)
        here = live->conn[i]->player == player;
    if (here == live->t->chair[chair].here)
        return;
    live->t->chair[chair].here = here;
    tables_tell_people(s, live);
}

void tables_open(struct server *s, struct live_table *live, struct conn *c)
{
    tables_touch(s, live);
    for (int i = 0; i < c->opens; i++)
        if (c->open[i] == live)
            return;
    ARRAY_ROOM(live->conn, live->conns, live->conns_cap);
    c->open[c->opens++] = live;
    live->conn[live->conns++] = c;
    int chair = table_find_chair(live->t, c->player);
    if (chair < 0 || live->t->chair[chair].here)
        return;
    /* The newcomer gets the whole table, so only the others need this update. */
    live->conns--;
    live->t->chair[chair].here = true;
    tables_tell_people(s, live);
    live->conns++;
}

void tables_close(struct server *s, struct live_table *live, struct conn *c)
{
    tables_touch(s, live);
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
    update_here(s, live, c->player);
}

void tables_write_whole(struct server *s, struct live_table *live, struct conn *c)
{
    size_t start = s->text.len;
    table_write_whole(live->t, c->player, c->muted, c->mutes, s->now, &s->text);
    outbox_hold_range(s, c, -1, start, s->text.len - start);
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
    const struct table_event *heard[TABLE_EFFECTS_MAX];
    int count = 0;
    for (int i = 0; i < n; i++)
        if (tables_is_told(c, &events[i]))
            heard[count++] = &events[i];
    size_t start = s->text.len;
    table_write_update(live->t, c->player, heard, count, changed, s->now, &s->text);
    outbox_hold_range(s, c, -1, start, s->text.len - start);
}

/* Tells all connections; those of one chair share the same bytes, as spectators do. */
static void tell_all(struct server *s, struct live_table *live, const struct table_event *events,
                     int n, unsigned changed)
{
    struct held done[GAME_SEATS_MAX + 1] = {{.len = 0}};
    for (int i = 0; i < live->conns; i++) {
        struct conn *c = live->conn[i];
        if (c->dead)
            continue; /* it is freed before this is sent */
        int chair = table_find_chair(live->t, c->player);
        struct held *same = &done[chair + 1];
        if (c->mutes == 0 && same->len > 0) {
            outbox_hold_range(s, c, -1, same->start, same->len);
            continue;
        }
        tell_one(s, live, c, events, n, changed);
        if (c->mutes == 0)
            *same = s->held[s->held_n - 1];
    }
}

void tables_tell_people(struct server *s, struct live_table *live)
{
    tell_all(s, live, NULL, 0, TABLE_NEW_PEOPLE);
}

static void tell_lobby(struct server *s, const struct table *t)
{
    size_t start = s->text.len;
    strbuf_put(&s->text, "{\"lobby\":{");
    table_write_row(t, &s->text);
    strbuf_put(&s->text, "}}");
    size_t len = s->text.len - start;
    for (int i = 0; i < s->conns; i++)
        if (s->conn[i] != NULL && s->conn[i]->watches_lobby && !s->conn[i]->dead)
            outbox_hold_range(s, s->conn[i], -1, start, len);
}

/* ---- storing ---- */

static void check_stored(struct server *s, int result)
{
    if (result != STORE_OK)
        s->turn_failed = true;
}

static void store_row(struct server *s, struct live_table *live)
{
    struct store_table row = {.id = live->t->id,
                              .phase = live->t->phase,
                              .listed = live->t->plan.listed,
                              .due = live->due,
                              .changed = live->t->changed};
    strbuf_reset(&s->scratch);
    table_write_row(live->t, &s->scratch);
    strbuf_put_bytes(&s->scratch, "", 1);
    row.row = s->scratch.text;
    check_stored(s, store_put_table(s->store, &row));
    live->stored_due = live->due;
}

static void store_events(struct server *s, struct live_table *live)
{
    char memory[TABLE_EVENT_JSON];
    for (int i = 0; i < s->fx.n; i++) {
        const struct table_event *e = &s->fx.event[i];
        struct buf b;
        buf_init(&b, memory, sizeof memory);
        table_write_event(e, &live->t->plan, &b);
        check_stored(s, store_append_event(s->store, live->t->id, e->n, e->at, b.text, b.len));
        if (e->kind == TABLE_SIT)
            check_stored(s, store_put_seat(s->store, live->t->id, e->sit.person.player));
        else if ((e->kind == TABLE_STAND || e->kind == TABLE_FREE) && e->stand.player != 0)
            check_stored(s, store_drop_seat(s->store, live->t->id, e->stand.player));
        s->metrics.moves += e->kind == TABLE_MOVE;
        s->turn_moves += e->kind == TABLE_MOVE;
        s->metrics.tables_finished += e->kind == TABLE_END;
        s->metrics.tables_created += e->kind == TABLE_CREATE;
        s->metrics.events++;
    }
}

void tables_publish(struct server *s, struct live_table *live)
{
    struct table *t = live->t;
    unsigned changed = s->fx.changed;
    if (s->fx.n == 0)
        return;
    tables_touch(s, live);
    if (changed & (TABLE_NEW_GAME | TABLE_NEW_PEOPLE | TABLE_NEW_PHASE))
        table_plan_bots(t, s->now, s->settings->bot_delay);
    set_due(s, live);
    store_events(s, live);
    bool row = changed & (TABLE_NEW_PEOPLE | TABLE_NEW_PHASE) || s->fx.event[0].n == 0;
    if (row || live->due < live->stored_due || live->stored_due <= s->now)
        store_row(s, live);
    for (int i = 0; i < live->conns; i++) { /* a player who has just sat down is connected */
        int chair = table_find_chair(t, live->conn[i]->player);
        if (chair >= 0)
            t->chair[chair].here = true;
    }
    tell_all(s, live, s->fx.event, s->fx.n, changed);
    if (row && t->plan.listed)
        tell_lobby(s, t);
    s->fx.n = 0;
    s->fx.changed = 0;
}

/* ---- time ---- */

static void ask_bot(struct server *s, struct live_table *live, int seat, bool must)
{
    const struct table *t = live->t;
    struct work *w = memory_take_zeros(1, sizeof *w);
    w->kind = WORK_BOT;
    w->queued = clock_ns();
    memcpy(w->table, t->id, sizeof w->table);
    w->game = t->plan.setup.game;
    w->bot = t->chair[t->seat[seat].chair].bot;
    w->seat = seat;
    w->version = t->version;
    w->must = must;
    w->game->observe(table_state(t), seat, view_in(&w->view));
    randombytes_buf(&w->seed, sizeof w->seed);
    if (!workers_give(s->workers, w))
        free(w); /* after TABLE_STUCK_MS the table plays for the bot */
}

void tables_take_answer(struct server *s, struct work *w)
{
    struct live_table *live = tables_find_loaded(s, w->table);
    metrics_observe(&s->metrics.bot_seconds, (double)(clock_ns() - w->queued) / 1e9);
    s->fx.n = 0;
    s->fx.changed = 0;
    if (live == NULL)
        return;
    table_answer(live->t, w->seat, w->version, w->m, s->now, s->settings->bot_delay, &s->fx);
    s->metrics.bot_moves += s->fx.n > 0;
    tables_touch(s, live);
    tables_publish(s, live);
    set_due(s, live);
}

void tables_tick(struct server *s)
{
    while (s->heap_n > 0 && s->heap[0]->due <= s->now) {
        struct live_table *live = s->heap[0];
        uint32_t think, must;
        s->fx.n = 0;
        s->fx.changed = 0;
        table_tick(live->t, s->now, s->settings->bot_delay, &s->fx, &think, &must);
        for (int i = 0; i < live->t->plan.setup.seats; i++)
            if (think >> i & 1)
                ask_bot(s, live, i, must >> i & 1);
        if (s->fx.n > 0)
            tables_publish(s, live);
        else
            set_due(s, live);
        tables_touch(s, live);
        if (live->due <= s->now)
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

/* After a restart all tables may be due: each turn loads a few, so that clients do not wait. */
void tables_scan(struct server *s)
{
    struct due_list *list = &s->due;
    if (list->next == list->n && s->now - s->last_scan >= SCAN_MS) {
        s->last_scan = s->now;
        list->next = list->n = 0;
        store_list_due(s->store, s->now + 2 * SCAN_MS, add_due, list);
    }
    for (int i = 0; i < SCAN_STEP && list->next < list->n; i++)
        tables_find(s, list->id[list->next++]);
    if (list->next == list->n) {
        free(list->id);
        *list = (struct due_list){.n = 0};
    }
}

/* ---- the end of a turn ---- */

/* The turn was not stored: reloads the table, and shows it to all who have it open. */
static void reload(struct server *s, struct live_table *live)
{
    struct table *t = load(s, live->t->id);
    if (t == NULL) {
        while (live->conns > 0)
            tables_close(s, live, live->conn[0]);
        return;
    }
    table_free(live->t);
    live->t = t;
    for (int i = 0; i < live->conns; i++) {
        int chair = table_find_chair(t, live->conn[i]->player);
        if (chair >= 0)
            t->chair[chair].here = true;
    }
    table_plan_bots(t, s->now + 1000, s->settings->bot_delay);
    set_due(s, live);
    for (int i = 0; i < live->conns; i++) {
        strbuf_reset(&s->scratch);
        table_write_whole(t, live->conn[i]->player, live->conn[i]->muted, live->conn[i]->mutes,
                          s->now, &s->scratch);
        socket_send(s, live->conn[i], s->scratch.text, s->scratch.len);
    }
}

void tables_settle(struct server *s, bool stored)
{
    for (struct live_table *live = s->touched, *next; live != NULL; live = next) {
        next = live->next_touched;
        if (!stored)
            reload(s, live);
    }
    for (struct live_table *live = s->touched, *next; live != NULL; live = next) {
        next = live->next_touched;
        live->touched = false;
        live->next_touched = NULL;
        if (live->conns == 0 && live->due > s->now + SOON_MS)
            tables_forget(s, live);
    }
    s->touched = NULL;
}
