/* A server inside the program: see hosted.h. */
#include "tests/fuzz/hosted.h"
#include "server/identity.h"
#include "server/outbox.h"
#include "server/socket.h"
#include "server/tables.h"
#include "server/workers.h"

#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"

enum { FRESH_AFTER = 500, OUT_MAX = 1 << 22 };

static struct settings settings;
static char folder[64];

static void remove_folder(void)
{
    static const char *const names[] = {"parlor.db", "parlor.db-wal", "parlor.db-shm",
                                        "parlor.last"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

static void open_store(struct server *s)
{
    char why[256];
    mkdir(folder, 0700);
    s->store = store_open(folder, STORE_WRITE, why, sizeof why);
    FUZZ_CHECK(s->store != NULL);
    s->store_good = true;
}

static struct server *make(void)
{
    struct server *s = calloc(1, sizeof *s);
    FUZZ_CHECK(s != NULL && fair_init());
    signal(SIGPIPE, SIG_IGN);
    settings_init(&settings);
    settings.rate = 0;
    settings.address_connections = 0;
    s->settings = &settings;
    s->epoll = epoll_create1(EPOLL_CLOEXEC);
    s->listener = s->signals = -1;
    s->now = moment_after(s->now, INT64_C(1700000000000));
    s->workers = workers_new(0, 0, &(struct bot_limits){.time_ns = 0});
    s->hashers = workers_new(0, 0, &(struct bot_limits){.time_ns = 0});
    strbuf_init(&s->text);
    strbuf_init(&s->scratch);
    /* A folder in memory is fastest, and its files need not outlive the program. */
    snprintf(folder, sizeof folder, "%s/parlor-fuzz-%ld",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
    open_store(s);
    atexit(remove_folder);
    return s;
}

void hosted_empty(struct server *s)
{
    for (int i = 0; i < s->conns; i++)
        if (s->conn[i] != NULL)
            socket_kill(s, s->conn[i]);
    hosted_end_turn(s);
    hosted_end_turn(s);
    FUZZ_CHECK(s->conns_live == 0);
    for (int i = 0; i < SERVER_HASH; i++)
        while (s->bucket[i] != NULL)
            tables_forget(s, s->bucket[i]);
    FUZZ_CHECK(s->tables == 0 && s->heap_n == 0);
}

struct server *hosted_start(void)
{
    static struct server *s;
    static int uses;
    if (s == NULL)
        s = make();
    hosted_empty(s);
    if (++uses % FRESH_AFTER == 0) {
        store_close(s->store);
        remove_folder();
        open_store(s);
    }
    return s;
}

struct conn *hosted_connect(struct server *s, uint64_t player, const void *first, size_t len,
                            int *other)
{
    int ends[2];
    FUZZ_CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) == 0);
    *other = ends[1];
    char name[TABLE_NAME_MAX];
    identity_guest_name(player, name);
    uint64_t serial = s->serial;
    socket_open(s, ends[0], NULL, first, len, player, name, &(struct origin){.hash = player});
    socket_read_kept(s);
    for (int i = 0; i < s->conns; i++)
        if (s->conn[i] != NULL && s->conn[i]->serial == serial + 1)
            return s->conn[i];
    fuzz_fail(__FILE__, __LINE__, "the connection is there");
}

void hosted_end_turn(struct server *s)
{
    uint64_t failures = s->metrics.commit_failures;
    outbox_commit(s);
    FUZZ_CHECK(s->metrics.commit_failures == failures);
}

/* The catalogue has an error and its further sentences. */
static void check_error(const json_t *error)
{
    const char *id = json_string_value(json_object_get(error, "id"));
    size_t i;
    json_t *more;
    FUZZ_CHECK(id != NULL && json_is_array(json_object_get(error, "args")));
    fuzz_check_message(id);
    json_array_foreach(json_object_get(error, "more"), i, more) check_error(more);
}

void hosted_check_text(const char *text, size_t len)
{
    json_t *o = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
    FUZZ_CHECK(json_is_object(o));
    const json_t *error = json_object_get(o, "error");
    FUZZ_CHECK(json_object_get(o, "re") == NULL ||
               (error != NULL) != json_is_true(json_object_get(o, "ok")));
    if (error != NULL)
        check_error(error);
    json_decref(o);
}

/* One frame of the server; returns its length. */
static size_t check_frame(const unsigned char *b, size_t len, hosted_visit *visit, void *context)
{
    FUZZ_CHECK(len >= 2 && (b[0] & 0x70) == 0 && b[0] & 0x80 && (b[1] & 0x80) == 0);
    size_t bytes = b[1] < 126 ? 0 : b[1] == 126 ? 2 : 8, n = b[1] < 126 ? b[1] : 0;
    FUZZ_CHECK(len >= 2 + bytes);
    for (size_t i = 0; i < bytes; i++)
        n = n << 8 | b[2 + i];
    FUZZ_CHECK(n <= len - 2 - bytes);
    int kind = b[0] & 15;
    FUZZ_CHECK(kind == 1 || kind == 8 || kind == 10); /* text, goodbye, pong */
    const void *text = b + 2 + bytes;
    if (kind == 1)
        hosted_check_text(text, n);
    if (kind == 1 && visit != NULL)
        visit(context, text, n);
    return 2 + bytes + n;
}

void hosted_read_frames(int other, hosted_visit *visit, void *context)
{
    static unsigned char out[OUT_MAX];
    size_t len = 0;
    for (ssize_t n; len < sizeof out && (n = read(other, out + len, sizeof out - len)) > 0;)
        len += (size_t)n;
    for (size_t at = 0; at < len;)
        at += check_frame(out + at, len - at, visit, context);
}

static void check_journal(struct server *s, const struct live_table *live)
{
    struct table_reading r = {.id = live->t->id};
    struct strbuf now, again;
    FUZZ_CHECK(store_read_events(s->store, live->t->id, 0, table_read_on, &r) == STORE_OK &&
               !r.broken);
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        r.t->chair[i].here = live->t->chair[i].here;
    for (uint64_t player = 1; player <= 3; player++) {
        strbuf_init(&now);
        strbuf_init(&again);
        table_write_whole(live->t, player, NULL, 0, &s->now, &now);
        table_write_whole(r.t, player, NULL, 0, &s->now, &again);
        FUZZ_CHECK(now.len == again.len && memcmp(now.text, again.text, now.len) == 0);
        strbuf_clear(&now);
        strbuf_clear(&again);
    }
    table_free(r.t);
}

void hosted_check_journals(struct server *s)
{
    for (int i = 0; i < SERVER_HASH; i++)
        for (const struct live_table *live = s->bucket[i]; live != NULL; live = live->next)
            check_journal(s, live);
}
