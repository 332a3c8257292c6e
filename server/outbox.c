/* The outbox: messages and replies of a turn, held until its commit. See server.h. */
#include <stdlib.h>
#include <string.h>

#include "server/server.h"
#include "table/clock.h"
#include "table/memory.h"

void outbox_hold_range(struct server *s, struct conn *c, long long re, size_t start, size_t len)
{
    ARRAY_ROOM(s->held, s->held_n, s->held_cap);
    s->held[s->held_n++] = (struct held){.conn = c, .re = re, .start = start, .len = len};
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
    problem_start(&p, -1);
    problem_add(&p, id);
    if (arg != NULL)
        problem_add_text(&p, arg);
    outbox_problem(s, c, re, &p);
}

/* The commit failed: answers every request of the turn with an error. */
static void say_failed(struct server *s)
{
    char memory[128];
    struct buf b;
    for (int i = 0; i < s->held_n; i++) {
        if (s->held[i].re < 0)
            continue;
        begin_reply(&b, memory, sizeof memory, s->held[i].re);
        buf_put(&b, ",\"error\":{\"id\":");
        buf_put_json(&b, MSG("store.failed"));
        buf_put(&b, ",\"args\":[]}}");
        socket_send(s, s->held[i].conn, b.text, b.len);
    }
}

void outbox_commit(struct server *s)
{
    bool dirty = store_is_dirty(s->store), stored = !s->turn_failed;
    if (s->turn_failed)
        store_rollback(s->store);
    else if (dirty)
        stored = store_commit(s->store) == STORE_OK;
    if (dirty && stored) {
        s->metrics.commits++;
        metrics_observe(&s->metrics.commit_seconds, (double)store_commit_us(s->store) / 1e6);
    }
    if (stored) {
        for (int i = 0; i < s->held_n; i++)
            socket_send(s, s->held[i].conn, s->text.text + s->held[i].start, s->held[i].len);
    } else {
        s->metrics.commit_failures++;
        s->metrics.refused[REFUSED_STORE]++;
        log_line("error", "store", "why", store_why(s->store), NULL);
        say_failed(s);
    }
    if (dirty || s->turn_failed)
        s->store_good = stored;
    tables_settle(s, stored);
    socket_flush_all(s);
    double seconds = (double)(clock_ns() - s->turn_began_ns) / 1e9;
    for (int i = 0; i < s->turn_moves && stored; i++)
        metrics_observe(&s->metrics.move_seconds, seconds);
    s->held_n = s->turn_moves = 0;
    s->turn_failed = false;
    strbuf_reset(&s->text);
    if (s->text.cap > (8u << 20))
        strbuf_clear(&s->text);
    socket_sweep(s);
}
