/* The outbox: messages and replies of a turn, held until its commit. See server.h. */
#include <stdlib.h>
#include <string.h>

#include "server/admin.h"
#include "server/again.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/nodes.h"
#include "server/order.h"
#include "server/outbox.h"
#include "server/retain.h"
#include "server/server.h"
#include "server/settle.h"
#include "server/socket.h"
#include "server/steady.h"
#include "table/clock.h"
#include "table/memory.h"

enum { REST_MS = 50, REST_MOST_MS = 1000 };

void outbox_hold_range(struct server *s, struct conn *c, long long re, size_t start, size_t len)
{
    ARRAY_ROOM(s->held, s->held_n, s->held_cap);
    s->held[s->held_n++] = (struct held){.conn = c, .re = re, .start = start, .len = len};
}

void outbox_tell(struct server *s, struct conn *c, const struct live_table *about, size_t start,
                 size_t len)
{
    outbox_hold_range(s, c, -1, start, len);
    s->held[s->held_n - 1].about = about;
}

void outbox_hold(struct server *s, struct conn *c, long long re, const char *text, size_t len)
{
    size_t start = s->text.len;
    strbuf_put_bytes(&s->text, text, len);
    outbox_hold_range(s, c, re, start, len);
}

static void begin_reply(struct buf *b, char *memory, size_t cap, long long re)
{
    buf_init(b, memory, cap);
    buf_put(b, "{\"re\":");
    buf_put_int(b, re);
}

/* `members` starts with a comma, or is empty. */
void outbox_ok(struct server *s, struct conn *c, long long re, const char *members)
{
    char memory[64];
    struct buf b;
    size_t start = s->text.len;
    begin_reply(&b, memory, sizeof memory, re);
    buf_put(&b, ",\"ok\":true");
    strbuf_put_bytes(&s->text, b.text, b.len);
    strbuf_put(&s->text, members);
    strbuf_put(&s->text, "}");
    outbox_hold_range(s, c, re, start, s->text.len - start);
}

void outbox_problem(struct server *s, struct conn *c, long long re, const struct problem *p)
{
    char memory[PROBLEM_TEXT_MAX];
    struct buf b;
    begin_reply(&b, memory, sizeof memory, re);
    buf_put(&b, ",\"error\":");
    problem_write_json(p, &b);
    buf_put_char(&b, '}');
    s->metrics.refused[REFUSED_REQUEST]++;
    outbox_hold(s, c, re, b.text, b.len);
}

void outbox_error(struct server *s, struct conn *c, long long re, const char *id, const char *arg)
{
    struct problem p;
    s->store_doubt = s->store_doubt || strcmp(id, "store.failed") == 0;
    problem_start(&p, -1);
    problem_add(&p, id);
    if (arg != NULL)
        problem_add_text(&p, arg);
    outbox_problem(s, c, re, &p);
}

void outbox_keep_last(struct server *s)
{
    s->held[s->held_n - 1].always = true;
}

static void send_held(struct server *s, const struct held *held)
{
    socket_send(s, held->conn, s->text.text + held->start, held->len);
}

/* The commit failed: answers every request of the turn with an error. */
static void say_failed(struct server *s)
{
    char memory[128];
    struct buf b;
    const char *why = s->health.damage[0] != '\0' ? MSG("store.damaged") : MSG("store.failed");
    for (int i = 0; i < s->held_n; i++) {
        if (s->held[i].always)
            send_held(s, &s->held[i]);
        if (s->held[i].re < 0 || s->held[i].always || s->held[i].lost)
            continue;
        begin_reply(&b, memory, sizeof memory, s->held[i].re);
        buf_put(&b, ",\"error\":{\"id\":");
        buf_put_json(&b, why);
        buf_put(&b, ",\"args\":[]}}");
        socket_send(s, s->held[i].conn, b.text, b.len);
    }
}

/* Empties the outbox. */
static void send_all(struct server *s, bool stored)
{
    for (int i = 0; i < s->held_n && stored; i++)
        if (!s->held[i].lost)
            send_held(s, &s->held[i]);
    if (!stored)
        say_failed(s);
    s->held_n = 0;
    strbuf_reset(&s->text);
}

/* Names that were not stored are taken back. */
static void settle_names(struct server *s, bool stored)
{
    for (int i = 0; i < s->conns && s->turn_renamed; i++) {
        struct conn *c = s->conn[i];
        if (c == NULL || c->old_name == NULL)
            continue;
        if (!stored)
            table_copy(c->name, sizeof c->name, c->old_name);
        free(c->old_name);
        c->old_name = NULL;
    }
    s->turn_renamed = false;
}

/* After a failure tables do nothing by themselves for a while, longer each time: nobody is served
   by a loop that fails as fast as it can. */
static void note_result(struct server *s, bool stored)
{
    int64_t longer = s->rest_ms == 0 ? REST_MS : 2 * s->rest_ms;
    s->rest_ms = stored ? 0 : longer < REST_MOST_MS ? longer : REST_MOST_MS;
    s->rest_until = steady_pace(s) + s->rest_ms;
    s->store_good = stored;
}

static bool commit(struct server *s)
{
    int result = store_commit(s->store);
    s->turn_lost = s->turn_lost || result == STORE_CONFLICT;
    return result != STORE_FAILED;
}

void outbox_commit(struct server *s)
{
    bool dirty = store_is_dirty(s->store), stored = !s->turn_failed;
    if (s->turn_failed)
        store_rollback(s->store);
    else if (dirty)
        stored = commit(s);
    if (stored && s->turn_lost) {
        tables_find_lost(s);
        again_find_lost(s);
    }
    if (dirty && stored) {
        s->metrics.commits++;
        metrics_observe(&s->metrics.commit_seconds, (double)store_commit_us(s->store) / 1e6);
    }
    if (!stored) {
        s->metrics.commit_failures++;
        s->metrics.refused[REFUSED_STORE]++;
        log_line("error", "store", "why", store_why(s->store), NULL);
        again_find_failed(s);
    }
    send_all(s, stored);
    if (dirty || s->turn_failed)
        note_result(s, stored);
    settle_names(s, stored);
    nodes_settle(s, stored);
    order_settle(s, stored);
    admin_settle(s, stored);
    tables_settle(s, stored);
    again_settle(s);
    send_all(s, true);
    retain_settle(s, stored);
    socket_flush_all(s);
    double seconds = (double)(clock_ns() - s->turn_began_ns) / 1e9;
    for (int i = 0; i < s->turn_moves && stored; i++)
        metrics_observe(&s->metrics.move_seconds, seconds);
    if (s->turn_read > s->metrics.turn_read_most)
        s->metrics.turn_read_most = s->turn_read;
    s->turn_moves = s->turn_read = 0;
    s->turn_failed = s->turn_lost = false;
    if (s->text.cap > (8u << 20))
        strbuf_clear(&s->text);
    socket_sweep(s);
}
