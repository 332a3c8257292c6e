/*
 * How the loop waits for the store's database. Any call of the store may lead here in the middle of
 * a turn, and the turn goes on when the database has answered. Meanwhile sockets are served as far
 * as nothing is decided: HTTP requests that need no store are answered, queued bytes are sent, and
 * what people send is read and kept for the next turn. Invariants:
 *
 *  1. No request is handled, no table changes and the store is not called: there is no wait within
 *     a wait.
 *  2. No connection is freed or closed: the turn may hold it.
 *  3. A descriptor that is ready and is not served now leaves the epoll until the wait is over, so
 *     that the loop sleeps: connections whose room is full or whose client has gone (`parked`), and
 *     the results of workers and the operator's requests (server.later).
 */
#include <assert.h>
#include <microhttpd.h>
#include <poll.h>
#include <sys/epoll.h>

#include "server/http.h"
#include "server/server.h"
#include "server/socket.h"
#include "server/wait.h"
#include "table/clock.h"

enum { EVENTS = 256, SLICE_MS = 1000, STOP_MS = 5000 };

/* The descriptor stays in the epoll, and tells only once. False: there is no such descriptor. */
static bool watch_store(struct server *s, int fd, short events)
{
    struct epoll_event e = {.events = EPOLLONESHOT | (events & POLLIN ? EPOLLIN : 0) |
                                      (events & POLLOUT ? EPOLLOUT : 0),
                            .data.ptr = &s->wait};
    return epoll_ctl(s->epoll, EPOLL_CTL_MOD, fd, &e) == 0 ||
           epoll_ctl(s->epoll, EPOLL_CTL_ADD, fd, &e) == 0;
}

static void park(struct server *s, struct conn *c)
{
    epoll_ctl(s->epoll, EPOLL_CTL_DEL, c->fd, NULL);
    c->parked = true;
    c->next_parked = s->wait.parked;
    s->wait.parked = c;
}

static void park_later(struct server *s)
{
    epoll_ctl(s->epoll, EPOLL_CTL_DEL, s->later, NULL);
    s->wait.later = true;
}

static void unpark_all(struct server *s)
{
    for (struct conn *c; (c = s->wait.parked) != NULL;) {
        s->wait.parked = c->next_parked;
        c->parked = false;
        server_watch(s->epoll, c->fd, c, c->wants_write);
    }
    if (s->wait.later)
        server_watch(s->epoll, s->later, &s->later, false);
    s->wait.later = false;
}

static void serve_conn(struct server *s, struct conn *c, uint32_t events)
{
    if (events & EPOLLOUT)
        socket_flush(s, c);
    if (c->dead || (events & (EPOLLIN | EPOLLHUP | EPOLLERR) && !socket_keep(s, c)))
        park(s, c);
}

static void serve_events(struct server *s, const struct epoll_event *event, int n)
{
    MHD_UNSIGNED_LONG_LONG timeout;
    bool http = n == 0;
    for (int i = 0; i < n; i++) {
        const void *what = event[i].data.ptr;
        if (what == &s->wait)
            s->wait.over = true;
        else if (what == &s->daemon)
            http = true;
        else if (what == &s->later)
            park_later(s);
        else if (what == &s->signals)
            server_take_signals(s);
        else
            serve_conn(s, event[i].data.ptr, event[i].events);
    }
    if (http || (MHD_get_timeout(s->daemon, &timeout) == MHD_YES && timeout == 0))
        http_run(s);
}

/* A server that stops gives the database a few seconds for what is under way. */
static int64_t find_end(struct server *s, int64_t now, int64_t end)
{
    if (s->stopping && s->wait.stop_ns == 0)
        s->wait.stop_ns = now + STOP_MS * INT64_C(1000000);
    return s->wait.stop_ns != 0 && s->wait.stop_ns < end ? s->wait.stop_ns : end;
}

/* The milliseconds to sleep, rounded up. */
static int sleep_ms(struct server *s, int64_t left_ns)
{
    MHD_UNSIGNED_LONG_LONG http;
    int64_t ms = left_ns <= 0 ? 0 : (left_ns + 999999) / 1000000;
    if (MHD_get_timeout(s->daemon, &http) == MHD_YES && (int64_t)http < ms)
        ms = (int64_t)http;
    return ms < SLICE_MS ? (int)ms : SLICE_MS;
}

static int wait_until(struct server *s, int64_t end)
{
    struct epoll_event event[EVENTS];
    for (;;) {
        int64_t now = clock_ns(), until = find_end(s, now, end);
        int n = epoll_wait(s->epoll, event, EVENTS, sleep_ms(s, until - now));
        s->looked_ns = clock_ns();
        serve_events(s, event, n > 0 ? n : 0);
        if (s->wait.over)
            return 1;
        if (s->looked_ns >= until)
            return until < end ? -1 : 0;
    }
}

int wait_for_store(void *context, int fd, short events, int ms)
{
    struct server *s = context;
    assert(!s->wait.on && !s->in_http);
    int64_t began = clock_ns();
    if (!watch_store(s, fd, events))
        return 1; /* the store finds out what is wrong with it */
    s->wait.on = true;
    s->wait.over = false;
    int result = wait_until(s, ms < 0 ? INT64_MAX : began + ms * INT64_C(1000000));
    if (!s->wait.over)
        epoll_ctl(s->epoll, EPOLL_CTL_DEL, fd, NULL);
    unpark_all(s);
    s->wait.on = false;
    s->wait.ns += clock_ns() - began;
    return result;
}
