/*
 * The operator's socket: a Unix socket in the data folder, for the server's own user alone. Each
 * line is a request in JSON, and so is its answer. Requests are served at the end of a turn, and
 * answers wait for its commit like all others. The socket is made before the sandbox is entered.
 */
#define _GNU_SOURCE
#include "server/admin.h"
#include "server/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "table/json_text.h"
#include "table/memory.h"

enum { ADMIN_CONNS = 4, ADMIN_LINE_MAX = 4096 };

struct admin_conn {
    int fd; /* -1: none */
    char in[ADMIN_LINE_MAX];
    size_t n;
    struct strbuf out;
    size_t sent;
    size_t held; /* where the answers of this turn begin */
    int answers; /* so many they are */
    bool writing;
};

struct admin {
    int listener;
    bool ready; /* something has happened at a descriptor */
    struct admin_conn conn[ADMIN_CONNS];
};

/* ---- starting ---- */

/* The name of the socket by the descriptor of its folder: a socket's path may have 107 bytes. */
static bool name_socket(int folder, struct sockaddr_un *out)
{
    *out = (struct sockaddr_un){.sun_family = AF_UNIX};
    int n = snprintf(out->sun_path, sizeof out->sun_path, "/proc/self/fd/%d/" ADMIN_SOCKET, folder);
    return n > 0 && (size_t)n < sizeof out->sun_path;
}

/* Takes the place of a socket that a crash has left, but not of a server's that runs. */
static int listen_at(int folder, const struct sockaddr_un *name)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    const void *address = name;
    if (fd < 0)
        return -1;
    if (connect(fd, address, sizeof *name) == 0) {
        close(fd);
        errno = EADDRINUSE;
        return -1;
    }
    close(fd);
    unlinkat(folder, ADMIN_SOCKET, 0);
    fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    mode_t mask = umask(0177);
    bool good = fd >= 0 && bind(fd, address, sizeof *name) == 0 && listen(fd, ADMIN_CONNS) == 0;
    umask(mask);
    if (good || fd < 0)
        return fd;
    close(fd);
    return -1;
}

bool admin_start(struct server *s, char *why, size_t cap)
{
    struct sockaddr_un name;
    int folder = open(s->settings->data, O_PATH | O_DIRECTORY | O_CLOEXEC);
    int fd = folder >= 0 && name_socket(folder, &name) ? listen_at(folder, &name) : -1;
    int error = errno;
    if (folder >= 0)
        close(folder);
    if (fd < 0 && error == EADDRINUSE) {
        snprintf(why, cap, "another server has the data folder %s", s->settings->data);
        return false;
    }
    if (fd < 0) { /* people can play all the same */
        log_line("warn", "no " ADMIN_SOCKET, "why", strerror(error), NULL);
        return true;
    }
    s->admin = memory_take_zeros(1, sizeof *s->admin);
    s->admin->listener = fd;
    for (int i = 0; i < ADMIN_CONNS; i++)
        s->admin->conn[i].fd = -1;
    server_watch(s->later, fd, s->admin, false);
    return true;
}

bool admin_takes(struct server *s, const void *what)
{
    struct admin *a = s->admin;
    if (a == NULL)
        return false;
    bool ours = what == a;
    for (int i = 0; i < ADMIN_CONNS && !ours; i++)
        ours = what == &a->conn[i];
    a->ready = a->ready || ours;
    return ours;
}

/* ---- connections ---- */

static void drop(struct server *s, struct admin_conn *c)
{
    epoll_ctl(s->later, EPOLL_CTL_DEL, c->fd, NULL);
    close(c->fd);
    strbuf_clear(&c->out);
    *c = (struct admin_conn){.fd = -1};
}

static struct admin_conn *find_room(struct admin *a)
{
    for (int i = 0; i < ADMIN_CONNS; i++)
        if (a->conn[i].fd < 0)
            return &a->conn[i];
    return NULL;
}

static void accept_all(struct server *s)
{
    for (int fd;
         (fd = accept4(s->admin->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0;) {
        struct admin_conn *c = find_room(s->admin);
        if (c == NULL) {
            close(fd);
            continue;
        }
        *c = (struct admin_conn){.fd = fd};
        strbuf_init(&c->out);
        server_watch(s->later, fd, c, false);
    }
}

static void flush(struct server *s, struct admin_conn *c)
{
    while (c->sent < c->out.len) {
        ssize_t n = send(c->fd, c->out.text + c->sent, c->out.len - c->sent, MSG_NOSIGNAL);
        if (n < 0 && errno != EAGAIN && errno != EINTR) {
            drop(s, c);
            return;
        }
        if (n <= 0)
            break;
        c->sent += (size_t)n;
    }
    bool waits = c->sent < c->out.len;
    if (!waits) {
        strbuf_reset(&c->out);
        c->sent = 0;
    }
    if (waits != c->writing)
        server_rewatch(s->later, c->fd, c, waits);
    c->writing = waits;
}

static void answer_line(struct server *s, struct admin_conn *c, const char *line, size_t len)
{
    json_t *o = json_text_read(line, len, JSON_REJECT_DUPLICATES, NULL);
    if (c->answers++ == 0)
        c->held = c->out.len;
    admin_answer(s, o, &c->out);
    strbuf_put(&c->out, "\n");
    json_decref(o);
}

/* Answers the whole lines; a line that does not fit ends the connection. */
static void answer_lines(struct server *s, struct admin_conn *c)
{
    char *end;
    while ((end = memchr(c->in, '\n', c->n)) != NULL) {
        size_t len = (size_t)(end - c->in);
        answer_line(s, c, c->in, len);
        c->n -= len + 1;
        memmove(c->in, end + 1, c->n);
    }
    if (c->n == sizeof c->in)
        drop(s, c);
}

static void serve(struct server *s, struct admin_conn *c)
{
    ssize_t n = recv(c->fd, c->in + c->n, sizeof c->in - c->n, 0);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
        drop(s, c);
        return;
    }
    c->n += n > 0 ? (size_t)n : 0;
    answer_lines(s, c);
}

void admin_turn(struct server *s)
{
    struct admin *a = s->admin;
    if (a == NULL || !a->ready)
        return;
    a->ready = false;
    accept_all(s);
    for (int i = 0; i < ADMIN_CONNS; i++)
        if (a->conn[i].fd >= 0)
            serve(s, &a->conn[i]);
}

/* Nothing of this turn has happened: each answer says so. */
static void say_failed(struct admin_conn *c)
{
    c->out.len = c->held;
    for (int i = 0; i < c->answers; i++)
        strbuf_put(&c->out, "{\"error\":{\"id\":\"store.failed\",\"args\":[]}}\n");
}

void admin_settle(struct server *s, bool stored)
{
    for (int i = 0; s->admin != NULL && i < ADMIN_CONNS; i++) {
        struct admin_conn *c = &s->admin->conn[i];
        if (c->fd < 0)
            continue;
        if (c->answers > 0 && !stored)
            say_failed(c);
        c->answers = 0;
        if (c->out.len > 0)
            flush(s, c);
    }
}

void admin_stop(struct server *s)
{
    char path[SETTING_TEXT_MAX + 16];
    if (s->admin == NULL)
        return;
    for (int i = 0; i < ADMIN_CONNS; i++)
        if (s->admin->conn[i].fd >= 0)
            drop(s, &s->admin->conn[i]);
    close(s->admin->listener);
    snprintf(path, sizeof path, "%s/" ADMIN_SOCKET, s->settings->data);
    unlink(path);
    free(s->admin);
    s->admin = NULL;
}
