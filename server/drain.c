/*
 * Before a restart: everybody is told when it comes, and the server takes no new tables while those
 * in play go on. Both end with the process; nodes that share a store share the notice. One of
 * several nodes just leaves: first it says so at /healthz and goes on as before, until the balancer
 * sends newcomers elsewhere; then it closes all connections, and their people come back at other
 * nodes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/drain.h"
#include "server/log.h"
#include "server/outbox.h"
#include "server/server.h"
#include "server/steady.h"
#include "table/clock.h"

enum { COUNT_MS = 1000, NOTICE_MS = 600000 };

void drain_write_notice(const struct server *s, struct buf *b)
{
    const struct notice *n = &s->notice;
    buf_put_key(b, "notice");
    if (n->at == 0) {
        buf_put(b, "null");
        return;
    }
    buf_put(b, "{\"id\":");
    buf_put_json(b, MSG("notice.restart"));
    buf_put_key(b, "at");
    buf_put_int(b, n->at);
    buf_put_key(b, "in");
    buf_put_int(b, n->at > s->now.date ? n->at - s->now.date : 0);
    if (n->text[0] != '\0') {
        buf_put_key(b, "text");
        buf_put_json(b, n->text);
    }
    buf_put_char(b, '}');
}

void drain_tell(struct server *s)
{
    size_t start = s->text.len;
    struct buf b = strbuf_room(&s->text, 4096);
    buf_put_char(&b, '{');
    drain_write_notice(s, &b);
    buf_put_char(&b, '}');
    strbuf_take(&s->text, &b);
    for (int i = 0; i < s->conns; i++)
        if (s->conn[i] != NULL && s->conn[i]->hello && !s->conn[i]->dead)
            outbox_hold_range(s, s->conn[i], -1, start, s->text.len - start);
}

static bool is_shared(const struct server *s)
{
    return store_is_shared(settings_find_store(s->settings));
}

void drain_keep(struct server *s)
{
    if (!is_shared(s))
        return;
    char text[sizeof s->notice.text + 32];
    snprintf(text, sizeof text, "%lld %s", (long long)s->notice.at, s->notice.text);
    s->bans.changed = true; /* the others read it, or this node again if the turn is not stored */
    if (store_put_text(s->store, "notice", text) != STORE_OK)
        s->turn_failed = true;
}

bool drain_renew(struct server *s)
{
    struct notice found = {.at = 0};
    char text[sizeof found.text + 32], *rest;
    if (!is_shared(s))
        return true;
    if (store_find_text(s->store, "notice", text, sizeof text) == STORE_FAILED)
        return false;
    found.at = strtoll(text, &rest, 10);
    snprintf(found.text, sizeof found.text, "%s", *rest == ' ' ? rest + 1 : "");
    if (found.at <= s->now.date && found.at != s->notice.at)
        found = (struct notice){.at = 0}; /* that time has passed */
    if (found.at == s->notice.at && strcmp(found.text, s->notice.text) == 0)
        return true;
    s->notice = found;
    drain_tell(s);
    return true;
}

const char *drain_refuse(const struct server *s)
{
    return s->drain.on ? MSG("drain.no-tables") : NULL;
}

int drain_count(const struct server *s)
{
    int n = 0;
    for (int i = 0; i < SERVER_HASH; i++)
        for (const struct live_table *live = s->bucket[i]; live != NULL; live = live->next)
            n += live->t->phase == TABLE_PLAY && live->conns > 0;
    return n;
}

void drain_leave(struct server *s)
{
    bool alone = s->nodes.seen.size < 2 || s->settings->drain_seconds == 0;
    if (alone || s->drain.leave != 0) {
        s->stopping = true;
        return;
    }
    log_line("info", "leaving", NULL);
    s->drain.leave = clock_ns() + s->settings->drain_seconds * INT64_C(1000000000);
}

int drain_wait_ms(const struct server *s, int wait)
{
    int64_t left = (s->drain.leave - s->turn_began_ns) / 1000000;
    return s->drain.leave != 0 && left < wait ? (left < 0 ? 0 : (int)left + 1) : wait;
}

void drain_turn(struct server *s)
{
    if (s->drain.leave != 0 && clock_ns() >= s->drain.leave)
        s->stopping = true;
    if (s->notice.at != 0 && s->now.date > s->notice.at + NOTICE_MS)
        s->notice.at = 0; /* the restart has not come: nobody is told of it any more */
    if (!s->drain.on || steady_pace(s) - s->drain.counted < COUNT_MS)
        return;
    s->drain.counted = steady_pace(s);
    s->drain.left = drain_count(s);
    if (s->drain.left == 0 && s->drain.stop) {
        log_line("info", "drained", NULL);
        s->drain.stop = false;
        drain_leave(s);
    }
}
