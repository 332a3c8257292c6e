/*
 * Tables from the store. A request reads a snapshot and at most LOAD_AT_ONCE events: every
 * few hundred events of a table a new snapshot is stored, with those events in one transaction. A
 * journal whose snapshot is missing, damaged or of another version is longer. It is read in slices,
 * one a turn of the loop, while requests about that table wait and everybody else goes on. So is a
 * long compact record, which is expanded before, part by part.
 *
 * A snapshot is used only if its checksum and the last event in it are right. It is never the
 * truth: without it the journal gives the same table.
 *
 * A journal may be damaged: an event is missing or makes no sense. Then the events before it are
 * read again, since the reading may have stopped halfway, and the table is shown as it was. A
 * journal that another version of Parlor has written is not damaged: it stays as it is, and people
 * are told what is not known here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/exchange.h"
#include "server/load.h"
#include "server/log.h"
#include "server/nodes.h"
#include "server/outbox.h"
#include "server/session.h"
#include "server/settle.h"
#include "server/tables.h"
#include "table/memory.h"

enum {
    LOAD_AT_ONCE = 512,                    /* events that a request reads */
    LOAD_SLICE = 128,                      /* events of all long journals together in one turn */
    LOAD_TABLES = 1024,                    /* long journals that are read at a time */
    LOAD_RECORDS = STORE_LONG_RECORDS - 1, /* that are read at a time; one is left for others */
    LOAD_REQUESTS = 64,                    /* requests that wait for one of them */
};

static const char format[] = "7 " PARLOR_VERSION;
_Static_assert(TABLE_SNAPSHOT == 7, "the format's number is part of the text above");

/* A request that waits for its table. */
struct waiting {
    uint64_t serial; /* of the connection */
    uint32_t slot;
    long long re;
    json_t *o;
};

/* A long journal, read up to `reading.t->n`, or a long record, which is expanded first. */
struct loading {
    struct loading *next;
    char id[TABLE_ID_MAX];
    bool record, expanding, placed; /* placed: the store keeps it expanded */
    struct table_reading reading;
    int snapped, damaged;
    struct waiting *waiting;
    int n, cap;
};

/* ---- reading events ---- */

struct part {
    struct table_reading *reading;
    int left, read;
};

static bool read_event(void *context, int n, int64_t at, const char *text, size_t len)
{
    struct part *p = context;
    p->read++;
    return table_read_on(p->reading, n, at, text, len) && --p->left > 0;
}

/* Whatever was read costs time of this turn. */
static void note_reads(struct server *s, int events, const struct store_reads *before)
{
    struct store_reads now = store_count_reads(s->store);
    s->turn_read += events + (int)(now.passed - before->passed);
    s->metrics.events_read += (uint64_t)events;
    s->metrics.events_expanded += now.expanded - before->expanded;
    s->metrics.events_passed += now.passed - before->passed;
}

/* Reads at most `most` events; STORE_NONE: there are no more. */
static int read_events(struct server *s, const char *id, int most, struct table_reading *r)
{
    struct part p = {.reading = r, .left = most};
    struct store_reads before = store_count_reads(s->store);
    int result = store_read_events(s->store, id, r->t != NULL ? r->t->n : 0, read_event, &p);
    note_reads(s, p.read, &before);
    return result;
}

struct missed {
    int n, most;
    bool broken;
    struct table_event *event;
};

static bool read_missed(void *context, int n, int64_t at, const char *text, size_t len)
{
    struct missed *r = context;
    struct table_plan plan;
    r->event[r->n] = (struct table_event){.n = n, .at = at};
    r->broken = !table_read_event(text, len, &r->event[r->n++], &plan);
    return !r->broken && r->n < r->most;
}

int load_missed(struct server *s, const struct table *t, int from, struct table_event **out)
{
    struct missed r = {.most = t->n - from};
    if (r.most <= 0 || r.most > SERVER_MISSED_MAX)
        return 0;
    r.event = memory_take((size_t)r.most * sizeof r.event[0]);
    int result = store_read_events(s->store, t->id, from, read_missed, &r);
    if (result == STORE_OK && !r.broken && r.n == r.most) {
        *out = r.event;
        return r.n;
    }
    free(r.event);
    return 0;
}

/* ---- snapshots ---- */

struct found {
    struct store_snapshot head; /* its texts are not valid here */
    bool sound;
    struct strbuf text;
};

static void take_snapshot(void *context, const struct store_snapshot *snapshot)
{
    struct found *f = context;
    f->head = *snapshot;
    f->sound = snapshot->n > 1 && strcmp(snapshot->format, format) == 0 &&
               game_hash_bytes(snapshot->text, snapshot->len) == snapshot->sum;
    if (f->sound)
        strbuf_put_bytes(&f->text, snapshot->text, snapshot->len);
}

struct tail {
    int n;
    uint64_t sum;
};

static bool take_tail(void *context, int n, int64_t at, const char *text, size_t len)
{
    struct tail *tail = context;
    tail->n = n;
    tail->sum = game_hash_bytes(text, len) ^ (uint64_t)at;
    return false;
}

/* Whether the journal has the last event of the snapshot. */
static bool fits_journal(struct server *s, const char *id, const struct store_snapshot *snapshot)
{
    struct tail tail = {.n = -1};
    return store_read_events(s->store, id, snapshot->n - 1, take_tail, &tail) == STORE_OK &&
           tail.n == snapshot->n - 1 && tail.sum == snapshot->tail;
}

/* Reads the first event, and the snapshot if there is a good one. */
static int read_start(struct server *s, const char *id, struct table_reading *r, int *snapped)
{
    struct found f = {.sound = false};
    *snapped = 0;
    int result = read_events(s, id, 1, r);
    if (result != STORE_OK || r->broken)
        return result;
    strbuf_init(&f.text);
    int found = store_read_snapshot(s->store, id, take_snapshot, &f);
    if (f.sound && (r->end == 0 || f.head.n <= r->end) && fits_journal(s, id, &f.head) &&
        table_read_snapshot(r->t, f.text.text, f.text.len) && r->t->n == f.head.n) {
        *snapped = f.head.n;
    } else if (found == STORE_OK) {
        s->metrics.snapshots_refused++;
        table_free(r->t);
        *r = (struct table_reading){.id = id, .end = r->end};
        result = read_events(s, id, 1, r);
    }
    strbuf_clear(&f.text);
    return result;
}

void load_keep_snapshot(struct server *s, struct live_table *live)
{
    struct tail tail = {.n = -1};
    const char *id = live->t->id;
    if (live->t->n - live->snapped < s->settings->snapshot_events || s->turn_failed)
        return;
    if (store_read_events(s->store, id, live->t->n - 1, take_tail, &tail) != STORE_OK)
        return;
    strbuf_reset(&s->scratch);
    table_write_snapshot(live->t, &s->scratch);
    struct store_snapshot snapshot = {
        .n = live->t->n,
        .format = format,
        .tail = tail.sum,
        .sum = game_hash_bytes(s->scratch.text, s->scratch.len),
        .text = s->scratch.text,
        .len = s->scratch.len,
    };
    if (store_put_snapshot(s->store, id, &snapshot) != STORE_OK)
        s->turn_failed = true;
    live->snapped = live->t->n;
    s->metrics.snapshots++;
}

/* ---- whole tables ---- */

static struct loading *find_loading(const struct server *s, const char *id)
{
    struct loading *l = s->loading;
    while (l != NULL && strcmp(l->id, id) != 0)
        l = l->next;
    return l;
}

bool load_is_reading(const struct server *s, const char *id)
{
    return find_loading(s, id) != NULL;
}

static void append_loading(struct server *s, struct loading *l)
{
    struct loading **end = &s->loading;
    while (*end != NULL)
        end = &(*end)->next;
    l->next = NULL;
    *end = l;
}

static struct loading *start_loading(struct server *s, const struct table_reading *r,
                                     const struct loaded *so_far)
{
    struct loading *l = memory_take_zeros(1, sizeof *l);
    table_copy(l->id, sizeof l->id, r->id);
    l->reading = (struct table_reading){.id = l->id, .t = r->t, .end = r->end};
    l->snapped = so_far->snapped;
    l->damaged = so_far->damaged;
    append_loading(s, l);
    s->loadings++;
    return l;
}

/* The first event that is not sound; `r` starts again, to read those before it. */
static int start_again(struct table_reading *r)
{
    int damaged = r->t != NULL ? r->t->n : 0;
    char n[16];
    snprintf(n, sizeof n, "%d", damaged);
    log_line("error", "journal", "table", r->id, "damaged-from-event", n, "do",
             "parlor verify-store, then parlor repair", NULL);
    table_free(r->t);
    *r = (struct table_reading){.id = r->id, .end = damaged};
    return damaged;
}

bool load_is_elsewhere(struct server *s, const char *id)
{
    int result = STORE_NONE;
    return nodes_are_mixed(s) && tables_find(s, id, &result) == NULL && result == LOAD_UNKNOWN;
}

bool load_is_unknown(const struct server *s, const char *id)
{
    for (int i = 0; i < SERVER_UNKNOWN; i++)
        if (strcmp(s->unknown_id[i], id) == 0)
            return true;
    return false;
}

/* Keeps what this program lacks to read the journal, and logs it once. */
static int note_unknown(struct server *s, const struct table_reading *r)
{
    char memory[PROBLEM_TEXT_MAX];
    struct buf b;
    s->unknown = r->why;
    if (load_is_unknown(s, r->id))
        return LOAD_UNKNOWN;
    table_copy(s->unknown_id[s->unknowns++ % SERVER_UNKNOWN], TABLE_ID_MAX, r->id);
    buf_init(&b, memory, sizeof memory);
    problem_write(&r->why, WORDS_EN, &b);
    log_line("error", "journal", "table", r->id, "unknown", memory, NULL);
    return LOAD_UNKNOWN;
}

/* Reads the table, or starts to if that takes long. */
static int read_table(struct server *s, struct table_reading *r, struct loaded *out)
{
    int last = 0;
    int64_t turn;
    int result = r->end == 0 ? store_has_long_record(s->store, r->id) : STORE_NONE;
    if (result == STORE_OK) {
        struct loading *l = start_loading(s, r, out);
        l->record = l->expanding = true;
        return LOAD_WAITING;
    }
    if (result != STORE_FAILED)
        result = read_start(s, r->id, r, &out->snapped);
    if (result == STORE_OK && !r->broken)
        result = store_find_last(s->store, r->id, &last, &turn);
    if (result != STORE_OK || r->broken)
        return result;
    if (r->end > 0 && last >= r->end)
        last = r->end - 1;
    if (last >= r->t->n + LOAD_AT_ONCE) {
        start_loading(s, r, out);
        r->t = NULL;
        return LOAD_WAITING;
    }
    return last >= r->t->n ? read_events(s, r->id, LOAD_AT_ONCE, r) : STORE_OK;
}

int load_table(struct server *s, const char *id, struct loaded *out)
{
    struct table_reading r = {.id = id};
    *out = (struct loaded){.damaged = -1};
    if (find_loading(s, id) != NULL || s->loadings >= LOAD_TABLES)
        return LOAD_WAITING;
    bool loaded = tables_find_loaded(s, id) != NULL;
    if (!loaded)
        nodes_watch(s, id); /* first: what happens after the reading is told */
    int result = read_table(s, &r, out);
    if (result == STORE_OK && r.unknown)
        result = note_unknown(s, &r);
    if (result == STORE_OK && r.broken) {
        out->damaged = start_again(&r);
        result = out->damaged == 0 ? LOAD_DAMAGED : read_table(s, &r, out);
    }
    if (result == STORE_OK && r.broken) /* what was sound a moment ago is not: the disk lies */
        result = STORE_FAILED;
    if (result == STORE_FAILED)
        log_line("error", "journal", "table", id, "why", store_why(s->store), NULL);
    if (result == STORE_OK)
        out->t = r.t;
    else
        table_free(r.t);
    if (!loaded && result != STORE_OK && result != LOAD_WAITING)
        nodes_unwatch(s, id);
    return result;
}

void load_refuse(struct server *s, struct conn *c, long long re, int result)
{
    if (result == LOAD_UNKNOWN && nodes_are_mixed(s))
        nodes_send_away(s, c);
    else if (result == LOAD_UNKNOWN)
        outbox_problem(s, c, re, &s->unknown);
    else
        outbox_error(s, c, re,
                     result == STORE_FAILED   ? MSG("store.failed")
                     : result == LOAD_DAMAGED ? MSG("table.damaged")
                                              : MSG("table.none"),
                     NULL);
}

/* An older version did not store whose turn it is. */
static void settle_turn(struct server *s, const struct table *t)
{
    int n;
    int64_t turn;
    if (t->phase != TABLE_PLAY || store_find_last(s->store, t->id, &n, &turn) != STORE_OK ||
        turn >= 0)
        return;
    bool good = store_set_turn(s->store, t->id, n, table_acting_chairs(t)) == STORE_OK;
    for (int i = 0; i < t->plan.setup.seats && good; i++)
        if (t->chair[i].kind == TABLE_CHAIR_PERSON)
            good = store_put_seat(s->store, t->id, t->chair[i].player, i, t->changed) == STORE_OK;
    s->turn_failed = s->turn_failed || !good;
}

static void ignore_snapshot(void *context, const struct store_snapshot *snapshot)
{
    (void)context, (void)snapshot;
}

/* A record is read by parts and needs no snapshot. An older version has stored some. */
static void drop_snapshot(struct server *s, struct live_table *live)
{
    live->snapped = 0;
    if (store_read_snapshot(s->store, live->t->id, ignore_snapshot, NULL) == STORE_OK &&
        store_drop_snapshot(s->store, live->t->id) != STORE_OK)
        s->turn_failed = true;
}

void load_settle(struct server *s, struct live_table *live)
{
    if (!s->store_good || s->turn_failed || live->damaged >= 0 || s->health.damage[0] != '\0')
        return; /* a disk that cannot be written can still be read */
    settle_turn(s, live->t);
    if (live->t->phase == TABLE_OVER && store_has_record(s->store, live->t->id) == STORE_OK)
        drop_snapshot(s, live);
    else
        load_keep_snapshot(s, live);
}

/* ---- long journals ---- */

void load_wait(struct exchange *x)
{
    struct loading *l = find_loading(x->s, exchange_text(x, "table"));
    if (l == NULL || l->n == LOAD_REQUESTS) {
        exchange_fail(x, MSG("table.busy"));
        return;
    }
    ARRAY_ROOM(l->waiting, l->n, l->cap);
    l->waiting[l->n++] = (struct waiting){
        .serial = x->c->serial, .slot = x->c->slot, .re = x->re, .o = json_incref(x->o)};
}

/* Handles the requests that waited, in their order; without a table, refuses them. */
static void answer_waiting(struct server *s, struct loading *l, int result)
{
    for (int i = 0; i < l->n; i++) {
        const struct waiting *w = &l->waiting[i];
        struct conn *c = w->slot < (uint32_t)s->conns ? s->conn[w->slot] : NULL;
        if (c == NULL || c->serial != w->serial || c->dead)
            continue;
        if (result == STORE_OK)
            session_resume(s, c, w->o);
        else
            load_refuse(s, c, w->re, result);
    }
}

static void free_loading(struct server *s, struct loading *l)
{
    if (l->placed) {
        store_forget_record(s->store, l->id);
        s->loading_records--;
    }
    for (int i = 0; i < l->n; i++)
        json_decref(l->waiting[i].o);
    free(l->waiting);
    free(l);
    s->loadings--;
}

/* The journal is read to its end, or as far as it is sound, or cannot be read. */
static void finish_loading(struct server *s, struct loading *l, int result)
{
    struct loaded loaded = {.t = l->reading.t, .snapped = l->snapped, .damaged = l->damaged};
    struct live_table *live = tables_find_loaded(s, l->id);
    if (result == STORE_OK && live == NULL)
        nodes_compare(s, tables_adopt(s, &loaded));
    else if (result == STORE_OK && live->stale)
        tables_renew(s, live, &loaded);
    else
        table_free(l->reading.t);
    if (result == STORE_FAILED)
        log_line("error", "journal", "table", l->id, "why", store_why(s->store), NULL);
    answer_waiting(s, l, result);
    free_loading(s, l);
}

/* Its journal is damaged: reads again what is sound. */
static int load_again(struct server *s, struct loading *l)
{
    if (l->reading.unknown)
        return note_unknown(s, &l->reading);
    if (l->damaged >= 0)
        return STORE_FAILED; /* what was sound a moment ago is not: the disk lies */
    l->damaged = start_again(&l->reading);
    return l->damaged == 0 ? LOAD_DAMAGED : read_start(s, l->id, &l->reading, &l->snapped);
}

/* The next one, out of the list. If there were more records than the store keeps expanded, each
   would be expanded anew for each slice: they wait for those before them. */
static struct loading *take_loading(struct server *s)
{
    struct loading **p = &s->loading;
    while (*p != NULL && (*p)->record && !(*p)->placed && s->loading_records == LOAD_RECORDS)
        p = &(*p)->next;
    struct loading *l = *p;
    if (l == NULL)
        return NULL;
    *p = l->next;
    s->loading_records += l->record && !l->placed;
    l->placed = l->record;
    return l;
}

/* A part of a record; STORE_MORE: there are others. */
static int expand(struct server *s, const char *id)
{
    struct store_reads before = store_count_reads(s->store);
    int result = store_expand_record(s->store, id);
    note_reads(s, 0, &before);
    return result;
}

static void expand_step(struct server *s, struct loading *l)
{
    int result = expand(s, l->id);
    l->expanding = result == STORE_MORE;
    if (result == STORE_FAILED)
        finish_loading(s, l, result);
    else
        append_loading(s, l);
}

void load_step(struct server *s)
{
    struct loading *l = take_loading(s);
    if (l == NULL)
        return;
    if (l->expanding) {
        expand_step(s, l);
        return;
    }
    struct table_reading *r = &l->reading;
    int from = r->t != NULL ? r->t->n : 0;
    int result = read_events(s, l->id, LOAD_SLICE, r);
    bool more = r->broken || (r->t != NULL && r->t->n == from + LOAD_SLICE);
    if (result == STORE_NONE && r->t != NULL)
        result = STORE_OK; /* there is no more */
    if (result == STORE_OK && r->broken)
        result = load_again(s, l);
    if (result == STORE_OK && more)
        append_loading(s, l); /* the others have their turn first */
    else
        finish_loading(s, l, result);
}

void load_drop(struct server *s, const char *id)
{
    for (struct loading **p = &s->loading; *p != NULL; p = &(*p)->next) {
        struct loading *l = *p;
        if (strcmp(l->id, id) != 0)
            continue;
        *p = l->next;
        finish_loading(s, l, STORE_NONE);
        return;
    }
}

void load_give_up(struct server *s)
{
    for (struct loading *l; (l = s->loading) != NULL;) {
        s->loading = l->next;
        finish_loading(s, l, STORE_FAILED);
    }
}

void load_stop(struct server *s)
{
    while (s->loading != NULL) {
        struct loading *l = s->loading;
        s->loading = l->next;
        table_free(l->reading.t);
        free_loading(s, l);
    }
}
