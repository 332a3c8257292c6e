/* The loop: reads everything, commits once, then sends. See server.h. */
#include <errno.h>
#include <malloc.h>
#include <microhttpd.h>
#include <netdb.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wslay/wslay.h>

#include <sodium.h>

#include "server/admin.h"
#include "server/again.h"
#include "server/data_folder.h"
#include "server/drain.h"
#include "server/folders.h"
#include "server/frames.h"
#include "server/health.h"
#include "server/http.h"
#include "server/load.h"
#include "server/log.h"
#include "server/newcomers.h"
#include "server/nodes.h"
#include "server/order.h"
#include "server/outbox.h"
#include "server/retain.h"
#include "server/room.h"
#include "server/sandbox.h"
#include "server/server.h"
#include "server/session.h"
#include "server/settle.h"
#include "server/sights.h"
#include "server/socket.h"
#include "server/steady.h"
#include "server/tables.h"
#include "server/tls.h"
#include "server/wait.h"
#include "server/workers.h"
#include "table/clock.h"
#include "table/memory.h"

enum { BOTS_WAITING_MAX = 20000, PASSPHRASES_WAITING_MAX = 64 };
enum { EVENTS = 512, EVENTS_LATER = 8, IDLE_MS = 1000, BACKLOG = 1024 };

void server_watch(int epoll, int fd, void *what, bool writing)
{
    struct epoll_event e = {.events = EPOLLIN | (writing ? EPOLLOUT : 0), .data.ptr = what};
    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &e);
}

void server_rewatch(int epoll, int fd, void *what, bool writing)
{
    struct epoll_event e = {.events = EPOLLIN | (writing ? EPOLLOUT : 0), .data.ptr = what};
    epoll_ctl(epoll, EPOLL_CTL_MOD, fd, &e);
}

/* ---- starting ---- */

static int bind_address(const struct addrinfo *a)
{
    const int on = 1, off = 0;
    int fd = socket(a->ai_family, a->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (a->ai_family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0)
        return fd;
    close(fd);
    return -1;
}

/* Listens on all addresses (`*`) or on one. */
static bool start_listening(struct server *s)
{
    char port[16];
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *list = NULL;
    bool all = strcmp(s->settings->listen, "*") == 0;
    snprintf(port, sizeof port, "%d", s->settings->port);
    if (getaddrinfo(all ? "::" : s->settings->listen, port, &hints, &list) != 0)
        list = NULL;
    s->listener = list != NULL ? bind_address(list) : -1;
    if (list != NULL)
        freeaddrinfo(list);
    if (s->listener < 0 && all && getaddrinfo("0.0.0.0", port, &hints, &list) == 0) {
        s->listener = bind_address(list); /* a machine without IPv6 */
        freeaddrinfo(list);
    }
    struct sockaddr_storage bound;
    socklen_t len = sizeof bound;
    void *p = &bound;
    if (s->listener < 0 || getsockname(s->listener, p, &len) != 0)
        return false;
    const struct sockaddr_in *v4 = p;
    const struct sockaddr_in6 *v6 = p;
    s->port = ntohs(bound.ss_family == AF_INET6 ? v6->sin6_port : v4->sin_port);
    return true;
}

static void raise_limits(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
}

/* Buffers are freed and allocated every turn: malloc keeps them instead of returning them to the
   kernel. */
static void keep_freed_memory(void)
{
    mallopt(M_TRIM_THRESHOLD, 1 << 20);
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
}

static void catch_signals(struct server *s)
{
    sigset_t set;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file size limit fails the write, not the server */
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGCONT); /* tells that the process was stopped */
    sigaddset(&set, SIGHUP);
    sigprocmask(SIG_BLOCK, &set, NULL);
    s->signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    server_watch(s->epoll, s->signals, &s->signals, false);
}

static bool open_store(struct server *s, char *why, size_t cap)
{
    s->store = store_open(settings_find_store(s->settings), STORE_WRITE, why, cap);
    if (s->store == NULL)
        return false;
    randombytes_buf(s->cookie_key, sizeof s->cookie_key);
    randombytes_buf(s->hash_key, sizeof s->hash_key);
    s->store_good =
        steady_start(s) && order_start(s) && nodes_start(s) &&
        store_keep_secret(s->store, "cookie key", s->cookie_key, sizeof s->cookie_key) ==
            STORE_OK &&
        store_keep_secret(s->store, "address key", s->hash_key, sizeof s->hash_key) == STORE_OK &&
        store_commit(s->store) == STORE_OK;
    snprintf(why, cap, "%s", store_why(s->store));
    return s->store_good;
}

/* After the sandbox, which does not hold for threads that run already. */
static bool start_workers(struct server *s, char *why, size_t cap)
{
    const struct bot_limits limits = {.time_ns = (uint64_t)s->settings->bot_seconds * 1000000000u,
                                      .memory = (size_t)s->settings->bot_memory << 20,
                                      .clock = clock_for_bot};
    s->workers = workers_new(s->settings->bot_threads, BOTS_WAITING_MAX, &limits);
    s->hashers = workers_new(1, PASSPHRASES_WAITING_MAX, &limits);
    if (workers_fd(s->workers) < 0 || workers_fd(s->hashers) < 0) {
        snprintf(why, cap, "worker threads: %s", strerror(errno));
        return false;
    }
    server_watch(s->later, workers_fd(s->workers), &s->workers, false);
    server_watch(s->later, workers_fd(s->hashers), &s->hashers, false);
    return true;
}

static bool enter_sandbox(struct server *s, char *why, size_t cap)
{
    struct folders readable = {.n = 0};
    const char *file;
    folders_add_file(&readable, s->settings->tls_cert);
    folders_add_file(&readable, s->settings->tls_key);
    for (int i = 0; (file = store_find_file(s->store, i)) != NULL; i++)
        folders_add_file(&readable, file);
    if (s->settings->sandbox &&
        !sandbox_enter(s->settings->data, readable.list, store_find_reach(s->store), why, cap))
        return false;
    tls_check_reload(s->settings);
    return true;
}

static bool start(struct server *s, char *why, size_t cap)
{
    s->epoll = epoll_create1(EPOLL_CLOEXEC);
    s->later = epoll_create1(EPOLL_CLOEXEC);
    server_watch(s->epoll, s->later, &s->later, false);
    raise_limits();
    keep_freed_memory();
    catch_signals(s);
    if (!start_listening(s)) {
        snprintf(why, cap, "port %d: %s", s->settings->port, strerror(errno));
        return false;
    }
    s->daemon = http_start(s, why, cap); /* before root is dropped: reads the TLS key */
    if (s->daemon == NULL)
        return false;
    data_folder_make(s->settings->data);
    if (!sandbox_drop_root(s->settings->user, s->settings->data, why, cap))
        return false;
    data_folder_narrow(s->settings->data);
    if (!open_store(s, why, cap) || !admin_start(s, why, cap) || !enter_sandbox(s, why, cap) ||
        !start_workers(s, why, cap))
        return false;
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(s->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    server_watch(s->epoll, info->epoll_fd, &s->daemon, false);
    health_start(s); /* its thread inherits the sandbox */
    room_start(s);
    store_set_wait(s->store, wait_for_store, s);
    return true;
}

/* ---- running ---- */

static int wait_ms(struct server *s)
{
    int64_t wait = tables_wait_ms(s, IDLE_MS);
    MHD_UNSIGNED_LONG_LONG http;
    if (MHD_get_timeout(s->daemon, &http) == MHD_YES && (int64_t)http < wait)
        wait = (int64_t)http;
    wait = newcomers_wait_ms(s, (int)(wait < 0 ? 0 : wait));
    wait = nodes_wait_ms(s, retain_wait_ms(s, (int)wait));
    if (tables_are_scanned(s) || s->loading != NULL || s->held_n > 0 || s->touched != NULL ||
        s->dead != NULL || s->kept != NULL || s->http_held != NULL)
        wait = 0;
    return drain_wait_ms(s, again_wait_ms(s, wait < 0 ? 0 : (int)wait));
}

static void finish_work(struct server *s, struct workers *pool)
{
    uint64_t count;
    if (read(workers_fd(pool), &count, sizeof count) < 0)
        return;
    for (struct work *w; (w = workers_take(pool)) != NULL;) {
        session_finish(s, w);
        work_free(w);
    }
}

static void serve_conn(struct server *s, struct conn *c, uint32_t events)
{
    if (events & EPOLLOUT)
        socket_flush(s, c);
    if (events & (EPOLLIN | EPOLLHUP | EPOLLERR))
        socket_read(s, c);
}

void server_take_signals(struct server *s)
{
    struct signalfd_siginfo info;
    while (read(s->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        if (info.ssi_signo == SIGCONT)
            s->was_stopped = true;
        else if (info.ssi_signo == SIGHUP)
            tls_reload(s->settings);
        else if (info.ssi_signo == SIGTERM)
            drain_leave(s);
        else
            s->stopping = true;
    }
}

/* Waits for events, and reads the time. */
static int await_events(struct server *s, struct epoll_event *event)
{
    int wait = wait_ms(s), n = epoll_wait(s->epoll, event, EVENTS, wait);
    bool signal = n < 0; /* a stop ends the wait without an event */
    for (int i = 0; i < n && !signal; i++)
        signal = event[i].data.ptr == &s->signals;
    if (signal)
        server_take_signals(s);
    steady_read(s, wait);
    s->turn_began_ns = s->looked_ns = clock_ns();
    s->wait.ns = 0;
    return n;
}

static void serve_later(struct server *s)
{
    struct epoll_event event[EVENTS_LATER];
    int n = epoll_wait(s->later, event, EVENTS_LATER, 0);
    for (int i = 0; i < n; i++) {
        const void *what = event[i].data.ptr;
        if (what == &s->workers)
            finish_work(s, s->workers);
        else if (what == &s->hashers)
            finish_work(s, s->hashers);
        else if (what != &s->nodes)
            admin_takes(s, what);
    }
}

static void run_http(struct server *s, bool ready)
{
    MHD_UNSIGNED_LONG_LONG timeout;
    if (ready || (MHD_get_timeout(s->daemon, &timeout) == MHD_YES && timeout == 0))
        http_run(s);
    http_run_held(s);
}

static void run_turn(struct server *s)
{
    static struct epoll_event event[EVENTS];
    int n = await_events(s, event);
    bool http = false;
    nodes_begin_turn(s);
    tables_mend(s);
    again_turn(s);
    socket_read_kept(s);
    for (int i = 0; i < n; i++) {
        const void *what = event[i].data.ptr;
        if (what == &s->daemon)
            http = true;
        else if (what == &s->later)
            serve_later(s);
        else if (what != &s->signals)
            serve_conn(s, event[i].data.ptr, event[i].events);
    }
    run_http(s, http || n == 0);
    newcomers_close_late(s);
    tables_tick(s);
    tables_scan(s);
    socket_drop_slow(s);
    sights_cool(s);
    load_step(s);
    retain_step(s);
    steady_keep(s, false);
    nodes_turn(s);
    admin_turn(s); /* last: what it deletes is not changed any more in this turn */
    outbox_commit(s);
    drain_turn(s);
    health_turn(s);
}

/* ---- stopping ---- */

void server_free_memory(struct server *s)
{
    strbuf_clear(&s->text);
    strbuf_clear(&s->lobby.rows);
    crowd_free(&s->crowd);
    strbuf_clear(&s->scratch);
    strbuf_clear(&s->folded);
    strbuf_clear(&s->tail);
    strbuf_clear(&s->nodes.words);
    free(s->conn);
    free(s->heap);
    free(s->due.id);
    free(s->held);
    free(s->code);
    free(s->bans.ban);
}

/* Tells all clients to reconnect, and flushes their queues for at most a second. */
static void close_connections(struct server *s)
{
    for (int i = 0; i < s->conns; i++)
        if (s->conn[i] != NULL)
            socket_close(s, s->conn[i], 1012, "restart");
    int64_t until = clock_ms() + 1000;
    while (s->conns_live > 0 && clock_ms() < until) {
        struct epoll_event event[EVENTS];
        int n = epoll_wait(s->epoll, event, EVENTS, 20);
        for (int i = 0; i < n; i++) {
            const void *what = event[i].data.ptr;
            if (what != &s->daemon && what != &s->later && what != &s->signals)
                serve_conn(s, event[i].data.ptr, event[i].events);
        }
        run_http(s, true);
        socket_read_kept(s);
        outbox_commit(s);
    }
}

static void stop(struct server *s)
{
    if (s->store != NULL) {
        close_connections(s);
        for (int i = 0; i < s->conns; i++)
            if (s->conn[i] != NULL)
                socket_kill(s, s->conn[i]);
        steady_keep(s, true);
        outbox_commit(s);
        outbox_commit(s);
        retain_log(s);
        store_set_wait(s->store, NULL, NULL); /* the sockets are gone */
    }
    http_stop(s);
    health_stop(s);
    room_stop(s);
    admin_stop(s);
    tls_free();
    frames_free_spare();
    load_stop(s);
    again_stop(s);
    for (int i = 0; i < SERVER_HASH; i++)
        while (s->bucket[i] != NULL)
            tables_forget(s, s->bucket[i]);
    if (s->workers != NULL) {
        workers_free(s->workers);
        workers_free(s->hashers);
    }
    store_close(s->store);
    server_free_memory(s);
    if (s->signals >= 0)
        close(s->signals);
    close(s->later);
    close(s->epoll);
}

int server_run(const struct settings *settings)
{
    struct server *s = memory_take_zeros(1, sizeof *s);
    char why[512] = "", port[16];
    if (!fair_init())
        abort();
    s->settings = settings;
    s->signals = s->listener = -1;
    strbuf_init(&s->text);
    strbuf_init(&s->scratch);
    bool good = start(s, why, sizeof why);
    if (good) {
        snprintf(port, sizeof port, "%d", s->port);
        log_line("info", "listening", "port", port, "data", settings->data, NULL);
    } else {
        log_line("error", "start", "why", why, NULL);
    }
    while (good && !s->stopping)
        run_turn(s);
    log_line("info", "stopping", NULL);
    stop(s);
    free(s);
    return good ? 0 : 1;
}
