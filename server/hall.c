/*
 * The tables in memory: found by id, read from the journal when somebody asks, forgotten when
 * nobody looks and nothing is soon due. A heap tells which table has something to do next.
 */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"
#include "table/clock.h"
#include "table/memory.h"

enum { SOON_MS = 60000, SCAN_MS = 10000, SCAN_MOST = 20000, SCAN_STEP = 200 };

static struct seat_at **find_bucket(struct server *s, const char *id)
{
    return &s->bucket[game_hash_bytes(id, strlen(id)) % SERVER_HASH];
}

struct seat_at *hall_find_loaded(struct server *s, const char *id)
{
    struct seat_at *at = *find_bucket(s, id);
    while (at != NULL && strcmp(at->t->id, id) != 0)
        at = at->next;
    return at;
}

/* ---- the heap of due times ---- */

static void heap_set(struct server *s, int i, struct seat_at *at)
{
    s->heap[i] = at;
    at->heap = i;
}

static void heap_up(struct server *s, int i)
{
    struct seat_at *at = s->heap[i];
    for (; i > 0 && s->heap[(i - 1) / 2]->due > at->due; i = (i - 1) / 2)
        heap_set(s, i, s->heap[(i - 1) / 2]);
    heap_set(s, i, at);
}

static void heap_down(struct server *s, int i)
{
    struct seat_at *at = s->heap[i];
    for (;;) {
        int child = 2 * i + 1;
        if (child + 1 < s->heap_n && s->heap[child + 1]->due < s->heap[child]->due)
            child++;
        if (child >= s->heap_n || s->heap[child]->due >= at->due)
            break;
        heap_set(s, i, s->heap[child]);
        i = child;
    }
    heap_set(s, i, at);
}

static void heap_remove(struct server *s, struct seat_at *at)
{
    int i = at->heap;
    if (i < 0)
        return;
    at->heap = -1;
    struct seat_at *last = s->heap[--s->heap_n];
    if (last == at)
        return;
    heap_set(s, i, last);
    heap_up(s, i);
    heap_down(s, last->heap);
}

static void set_due(struct server *s, struct seat_at *at)
{
    at->due = table_next_due(at->t);
    if (at->due == TABLE_NEVER) {
        heap_remove(s, at);
        return;
    }
    if (at->heap < 0) {
        ARRAY_ROOM(s->heap, s->heap_n, s->heap_cap);
        heap_set(s, s->heap_n, at);
        s->heap_n++;
    }
    heap_up(s, at->heap);
    heap_down(s, at->heap);
}

void hall_wake(struct server *s, struct seat_at *at)
{
    set_due(s, at);
}

int64_t hall_next_due(const struct server *s)
{
    return s->heap_n > 0 ? s->heap[0]->due : TABLE_NEVER;
}

/* ---- in and out of memory ---- */

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

struct seat_at *hall_add(struct server *s, struct table *t)
{
    struct seat_at *at = memory_take_zeros(1, sizeof *at);
    struct seat_at **bucket = find_bucket(s, t->id);
    at->t = t;
    at->heap = -1;
    at->stored_due = at->due = TABLE_NEVER;
    at->next = *bucket;
    *bucket = at;
    s->tables++;
    return at;
}

struct seat_at *hall_find(struct server *s, const char *id)
{
    struct seat_at *at = hall_find_loaded(s, id);
    if (at != NULL || strlen(id) != TABLE_ID_MAX - 1)
        return at;
    struct table *t = load(s, id);
    if (t == NULL)
        return NULL;
    at = hall_add(s, t);
    table_plan_bots(t, s->now, s->settings->bot_delay);
    set_due(s, at);
    hall_touch(s, at);
    return at;
}

void hall_forget(struct server *s, struct seat_at *at)
{
    struct seat_at **p = find_bucket(s, at->t->id);
    while (*p != at)
        p = &(*p)->next;
    *p = at->next;
    heap_remove(s, at);
    table_free(at->t);
    free(at->conn);
    free(at);
    s->tables--;
}

void hall_touch(struct server *s, struct seat_at *at)
{
    if (at->touched)
        return;
    at->touched = true;
    at->next_touched = s->touched;
    s->touched = at;
}

/* ---- who looks ---- */

/* Whether a person at a chair is connected has changed: tells the others. */
static void set_here(struct server *s, struct seat_at *at, uint64_t player)
{
    int chair = table_find_chair(at->t, player);
    if (chair < 0)
        return;
    bool here = false;
    for (int i = 0; i < at->conns && !here; i++)
        here = at->conn[i]->player == player;
    if (here == at->t->chair[chair].here)
        return;
    at->t->chair[chair].here = here;
    hall_tell_people(s, at);
}

void hall_open(struct server *s, struct seat_at *at, struct conn *c)
{
    hall_touch(s, at);
    for (int i = 0; i < c->opens; i++)
        if (c->open[i] == at)
            return;
    ARRAY_ROOM(at->conn, at->conns, at->conns_cap);
    c->open[c->opens++] = at;
    at->conn[at->conns++] = c;
    int chair = table_find_chair(at->t, c->player);
    if (chair < 0 || at->t->chair[chair].here)
        return;
    /* The newcomer gets the whole table anyway, so only the others are told. */
    at->conns--;
    at->t->chair[chair].here = true;
    hall_tell_people(s, at);
    at->conns++;
}

void hall_close(struct server *s, struct seat_at *at, struct conn *c)
{
    hall_touch(s, at);
    for (int i = 0; i < c->opens; i++)
        if (c->open[i] == at) {
            c->open[i] = c->open[--c->opens];
            break;
        }
    for (int i = 0; i < at->conns; i++)
        if (at->conn[i] == c) {
            at->conn[i] = at->conn[--at->conns];
            break;
        }
    set_here(s, at, c->player);
}

void hall_write_whole(struct server *s, struct seat_at *at, struct conn *c)
{
    size_t start = s->text.len;
    table_write_whole(at->t, c->player, c->muted, c->mutes, s->now, &s->text);
    outbox_hold_at(s, c, -1, start, s->text.len - start);
}

/* ---- telling ---- */

bool hall_hears(const struct conn *c, const struct table_event *e)
{
    for (int i = 0; i < c->mutes && e->kind == TABLE_TALK; i++)
        if (c->muted[i] == e->player)
            return false;
    return true;
}

static void tell_one(struct server *s, struct seat_at *at, struct conn *c,
                     const struct table_event *events, int n, unsigned changed)
{
    const struct table_event *heard[TABLE_EFFECTS_MAX];
    int count = 0;
    for (int i = 0; i < n; i++)
        if (hall_hears(c, &events[i]))
            heard[count++] = &events[i];
    size_t start = s->text.len;
    table_write_update(at->t, c->player, heard, count, changed, s->now, &s->text);
    outbox_hold_at(s, c, -1, start, s->text.len - start);
}

/* Tells everybody who looks; those who may see the same get the same bytes. */
static void tell_all(struct server *s, struct seat_at *at, const struct table_event *events, int n,
                     unsigned changed)
{
    struct held done[GAME_SEATS_MAX + 1] = {{.len = 0}};
    for (int i = 0; i < at->conns; i++) {
        struct conn *c = at->conn[i];
        if (c->dead)
            continue; /* it may be gone before this is sent */
        int chair = table_find_chair(at->t, c->player);
        struct held *same = &done[chair + 1];
        if (c->mutes == 0 && same->len > 0) {
            outbox_hold_at(s, c, -1, same->at, same->len);
            continue;
        }
        tell_one(s, at, c, events, n, changed);
        if (c->mutes == 0)
            *same = s->held[s->held_n - 1];
    }
}

void hall_tell_people(struct server *s, struct seat_at *at)
{
    tell_all(s, at, NULL, 0, TABLE_NEW_PEOPLE);
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
            outbox_hold_at(s, s->conn[i], -1, start, len);
}

/* ---- storing ---- */

static void note(struct server *s, int result)
{
    if (result != STORE_OK)
        s->turn_failed = true;
}

static void store_row(struct server *s, struct seat_at *at)
{
    struct store_table row = {.id = at->t->id,
                              .phase = at->t->phase,
                              .listed = at->t->plan.listed,
                              .due = at->due,
                              .changed = at->t->changed};
    strbuf_reset(&s->scratch);
    table_write_row(at->t, &s->scratch);
    strbuf_put_bytes(&s->scratch, "", 1);
    row.row = s->scratch.text;
    note(s, store_put_table(s->store, &row));
    at->stored_due = at->due;
}

static void store_events(struct server *s, struct seat_at *at)
{
    char memory[TABLE_EVENT_JSON];
    for (int i = 0; i < s->fx.n; i++) {
        const struct table_event *e = &s->fx.event[i];
        struct buf b;
        buf_init(&b, memory, sizeof memory);
        table_write_event(e, &at->t->plan, &b);
        note(s, store_append_event(s->store, at->t->id, e->n, e->at, b.text, b.len));
        if (e->kind == TABLE_SIT)
            note(s, store_put_seat(s->store, at->t->id, e->player));
        else if ((e->kind == TABLE_STAND || e->kind == TABLE_FREE) && e->player != 0)
            note(s, store_drop_seat(s->store, at->t->id, e->player));
        s->metrics.moves += e->kind == TABLE_MOVE;
        s->turn_moves += e->kind == TABLE_MOVE;
        s->metrics.tables_finished += e->kind == TABLE_END;
        s->metrics.tables_created += e->kind == TABLE_CREATE;
        s->metrics.events++;
    }
}

void hall_publish(struct server *s, struct seat_at *at)
{
    struct table *t = at->t;
    unsigned changed = s->fx.changed;
    if (s->fx.n == 0)
        return;
    hall_touch(s, at);
    if (changed & (TABLE_NEW_GAME | TABLE_NEW_PEOPLE | TABLE_NEW_PHASE))
        table_plan_bots(t, s->now, s->settings->bot_delay);
    set_due(s, at);
    store_events(s, at);
    bool row = changed & (TABLE_NEW_PEOPLE | TABLE_NEW_PHASE) || s->fx.event[0].n == 0;
    if (row || at->due < at->stored_due || at->stored_due <= s->now)
        store_row(s, at);
    for (int i = 0; i < at->conns; i++) { /* who has just sat down is here */
        int chair = table_find_chair(t, at->conn[i]->player);
        if (chair >= 0)
            t->chair[chair].here = true;
    }
    tell_all(s, at, s->fx.event, s->fx.n, changed);
    if (row && t->plan.listed)
        tell_lobby(s, t);
    s->fx.n = 0;
    s->fx.changed = 0;
}

/* ---- time ---- */

static void ask_bot(struct server *s, struct seat_at *at, int seat, bool must)
{
    const struct table *t = at->t;
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
        free(w); /* the table plays for the bot when it does not answer */
}

void hall_take_answer(struct server *s, struct work *w)
{
    struct seat_at *at = hall_find_loaded(s, w->table);
    metrics_observe(&s->metrics.bot_seconds, (double)(clock_ns() - w->queued) / 1e9);
    s->fx.n = 0;
    s->fx.changed = 0;
    if (at == NULL)
        return;
    table_answer(at->t, w->seat, w->version, w->m, s->now, s->settings->bot_delay, &s->fx);
    s->metrics.bot_moves += s->fx.n > 0;
    hall_touch(s, at);
    hall_publish(s, at);
    hall_wake(s, at);
}

void hall_tick(struct server *s)
{
    while (s->heap_n > 0 && s->heap[0]->due <= s->now) {
        struct seat_at *at = s->heap[0];
        uint32_t think, must;
        s->fx.n = 0;
        s->fx.changed = 0;
        table_tick(at->t, s->now, s->settings->bot_delay, &s->fx, &think, &must);
        for (int i = 0; i < at->t->plan.setup.seats; i++)
            if (think >> i & 1)
                ask_bot(s, at, i, must >> i & 1);
        if (s->fx.n > 0)
            hall_publish(s, at);
        else
            set_due(s, at);
        hall_touch(s, at);
        if (at->due <= s->now)
            break; /* more is due at once: after this turn's commit */
    }
}

static bool keep_due(void *context, const struct store_table *t)
{
    struct due_list *list = context;
    ARRAY_ROOM(list->id, list->n, list->cap);
    table_copy(list->id[list->n++], TABLE_ID_MAX, t->id);
    return list->n < SCAN_MOST;
}

/* After a restart all tables may be due: they are read some in each turn, so that nobody waits. */
void hall_scan(struct server *s)
{
    struct due_list *list = &s->due;
    if (list->at == list->n && s->now - s->last_scan >= SCAN_MS) {
        s->last_scan = s->now;
        list->at = list->n = 0;
        store_list_due(s->store, s->now + 2 * SCAN_MS, keep_due, list);
    }
    for (int i = 0; i < SCAN_STEP && list->at < list->n; i++)
        hall_find(s, list->id[list->at++]);
    if (list->at == list->n) {
        free(list->id);
        *list = (struct due_list){.n = 0};
    }
}

/* ---- the end of a turn ---- */

/* What was not stored has not happened: the table is read again, and those who look see it. */
static void read_again(struct server *s, struct seat_at *at)
{
    struct table *t = load(s, at->t->id);
    if (t == NULL) {
        while (at->conns > 0)
            hall_close(s, at, at->conn[0]);
        return;
    }
    table_free(at->t);
    at->t = t;
    for (int i = 0; i < at->conns; i++) {
        int chair = table_find_chair(t, at->conn[i]->player);
        if (chair >= 0)
            t->chair[chair].here = true;
    }
    table_plan_bots(t, s->now + 1000, s->settings->bot_delay);
    set_due(s, at);
    for (int i = 0; i < at->conns; i++) {
        strbuf_reset(&s->scratch);
        table_write_whole(t, at->conn[i]->player, at->conn[i]->muted, at->conn[i]->mutes, s->now,
                          &s->scratch);
        socket_send(s, at->conn[i], s->scratch.text, s->scratch.len);
    }
}

void hall_settle(struct server *s, bool stored)
{
    for (struct seat_at *at = s->touched, *next; at != NULL; at = next) {
        next = at->next_touched;
        if (!stored)
            read_again(s, at);
    }
    for (struct seat_at *at = s->touched, *next; at != NULL; at = next) {
        next = at->next_touched;
        at->touched = false;
        at->next_touched = NULL;
        if (at->conns == 0 && at->due > s->now + SOON_MS)
            hall_forget(s, at);
    }
    s->touched = NULL;
}
