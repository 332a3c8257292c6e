/*
 * Connections that have not said hello yet, oldest first. They are few for each address, and
 * closed when their time is over, so that silent sockets take no room from people. Time is the
 * steady one of the loop.
 */
#include <wslay/wslay.h>

#include "server/metrics.h"
#include "server/newcomers.h"
#include "server/server.h"
#include "server/socket.h"

enum { NEWCOMERS_MAX = 16 };

void newcomers_add(struct server *s, struct conn *c)
{
    struct newcomers *list = &s->newcomers;
    c->came_ns = s->looked_ns;
    c->newcomer_before = list->last;
    c->newcomer_after = NULL;
    if (list->last != NULL)
        list->last->newcomer_after = c;
    else
        list->first = c;
    list->last = c;
    c->is_newcomer = true;
}

void newcomers_remove(struct server *s, struct conn *c)
{
    struct conn *before = c->newcomer_before, *after = c->newcomer_after;
    if (!c->is_newcomer)
        return;
    if (before != NULL)
        before->newcomer_after = after;
    else
        s->newcomers.first = after;
    if (after != NULL)
        after->newcomer_before = before;
    else
        s->newcomers.last = before;
    c->is_newcomer = false;
}

bool newcomers_are_many(const struct server *s, uint64_t address)
{
    int n = 0;
    for (const struct conn *c = s->near[address % SERVER_NEAR]; c != NULL; c = c->next_near)
        n += c->is_newcomer && c->address == address;
    return s->settings->address_connections > 0 && n >= NEWCOMERS_MAX;
}

void newcomers_close_late(struct server *s)
{
    int64_t most = s->settings->hello_seconds * INT64_C(1000000000);
    struct conn *c;
    while (most > 0 && (c = s->newcomers.first) != NULL && s->turn_began_ns - c->came_ns > most) {
        newcomers_remove(s, c);
        s->metrics.refused[REFUSED_SILENT]++;
        socket_close(s, c, WSLAY_CODE_POLICY_VIOLATION, "hello expected");
    }
}

int newcomers_wait_ms(const struct server *s, int most)
{
    const struct conn *c = s->newcomers.first;
    if (c == NULL || s->settings->hello_seconds == 0)
        return most;
    int64_t due = c->came_ns + s->settings->hello_seconds * INT64_C(1000000000);
    int64_t wait = (due - s->turn_began_ns) / 1000000 + 1;
    return wait < 0 ? 0 : wait < most ? (int)wait : most;
}
