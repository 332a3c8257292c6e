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
#include <sys/stat.h>
#include <unistd.h>
#include <wslay/wslay.h>

#include <sodium.h>

#include "server/server.h"
#include "table/clock.h"
#include "table/memory.h"

enum { EVENTS = 512, IDLE_MS = 5000, BACKLOG = 1024 };

void server_watch(struct server *s, int fd, void *what, bool writing)
{
    struct epoll_event e = {.events = EPOLLIN | (writing ? EPOLLOUT : 0), .data.ptr = what};
    epoll_ctl(s->epoll, EPOLL_CTL_ADD, fd, &e);
}

void server_rewatch(struct server *s, int fd, void *what, bool writing)
{
    struct epoll_event e = {.events = EPOLLIN | (writing ? EPOLLOUT : 0), .data.ptr = what};
    epoll_ctl(s->epoll, EPOLL_CTL_MOD, fd, &e);
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
    sigprocmask(SIG_BLOCK, &set, NULL);
    s->signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    server_watch(s, s->signals, &s->signals, false);
}

/* Makes the folder and its parents. */
static void make_folder(const char *path)
{
    char part[SETTING_TEXT_MAX];
    snprintf(part, sizeof part, "%s", path);
    for (char *p = strchr(part + 1, '/'); p != NULL; p = strchr(p + 1, '/')) {
        *p = '\0';
        mkdir(part, 0755);
        *p = '/';
    }
    mkdir(part, 0700);
}

static bool open_store(struct server *s, char *why, size_t cap)
{
    make_folder(s->settings->data);
    s->store = store_open(s->settings->data, STORE_WRITE, why, cap);
    if (s->store == NULL)
        return false;
    randombytes_buf(s->cookie_key, sizeof s->cookie_key);
    s->store_good = store_keep_secret(s->store, "cookie key", s->cookie_key,
                                      sizeof s->cookie_key) == STORE_OK &&
                    store_commit(s->store) == STORE_OK;
    snprintf(why, cap, "%s", store_why(s->store));
    return s->store_good;
}

static bool start(struct server *s, char *why, size_t cap)
{
    uint64_t most_ns = (uint64_t)s->settings->bot_seconds * 1000000000u;
    s->epoll = epoll_create1(EPOLL_CLOEXEC);
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
    make_folder(s->settings->data);
    if (!sandbox_drop_root(s->settings->user, s->settings->data, why, cap) ||
        !open_store(s, why, cap))
        return false;
    s->workers = workers_new(s->settings->bot_threads, most_ns);
    server_watch(s, workers_fd(s->workers), &s->workers, false);
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(s->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    server_watch(s, info->epoll_fd, &s->daemon, false);
    return !s->settings->sandbox || sandbox_enter(s->settings->data, why, cap);
}

/* ---- running ---- */

static int wait_ms(struct server *s)
{
    int64_t wait = IDLE_MS, due = tables_next_due(s);
    MHD_UNSIGNED_LONG_LONG http;
    if (due != TABLE_NEVER && due - s->now < wait)
        wait = due - s->now;
    if (MHD_get_timeout(s->daemon, &http) == MHD_YES && (int64_t)http < wait)
        wait = (int64_t)http;
    if (s->due.next < s->due.n || s->held_n > 0 || s->touched != NULL || s->dead != NULL)
        wait = 0;
    return wait < 0 ? 0 : (int)wait;
}

static void finish_work(struct server *s)
{
    uint64_t count;
    if (read(workers_fd(s->workers), &count, sizeof count) < 0)
        return;
    for (struct work *w; (w = workers_take(s->workers)) != NULL;) {
        session_finish(s, w);
        free(w);
    }
}

static void serve_conn(struct server *s, struct conn *c, uint32_t events)
{
    if (events & EPOLLOUT)
        socket_flush(s, c);
    if (events & (EPOLLIN | EPOLLHUP | EPOLLERR))
        socket_read(s, c);
}

static void run_turn(struct server *s)
{
    static struct epoll_event event[EVENTS];
    int n = epoll_wait(s->epoll, event, EVENTS, wait_ms(s));
    bool http = false;
    s->now = clock_date_ms();
    s->turn_began_ns = clock_ns();
    for (int i = 0; i < n; i++) {
        const void *what = event[i].data.ptr;
        if (what == &s->daemon)
            http = true;
        else if (what == &s->workers)
            finish_work(s);
        else if (what == &s->signals)
            s->stopping = true;
        else
            serve_conn(s, event[i].data.ptr, event[i].events);
    }
    MHD_UNSIGNED_LONG_LONG timeout;
    if (http || n == 0 || (MHD_get_timeout(s->daemon, &timeout) == MHD_YES && timeout == 0))
        MHD_run(s->daemon);
    tables_tick(s);
    tables_scan(s);
    outbox_commit(s);
}

/* ---- stopping ---- */

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
            if (what != &s->daemon && what != &s->workers && what != &s->signals)
                serve_conn(s, event[i].data.ptr, event[i].events);
        }
        MHD_run(s->daemon);
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
        outbox_commit(s);
        outbox_commit(s);
    }
    if (s->daemon != NULL)
        MHD_stop_daemon(s->daemon);
    if (s->workers != NULL)
        workers_free(s->workers);
    for (int i = 0; i < SERVER_HASH; i++)
        while (s->bucket[i] != NULL)
            tables_forget(s, s->bucket[i]);
    store_close(s->store);
    strbuf_clear(&s->text);
    strbuf_clear(&s->scratch);
    free(s->conn);
    free(s->heap);
    free(s->due.id);
    free(s->held);
    if (s->signals >= 0)
        close(s->signals);
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
    s->now = s->started = clock_date_ms();
    strbuf_init(&s->text);
    strbuf_init(&s->scratch);
    randombytes_buf(s->hash_key, sizeof s->hash_key);
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
