/* A server inside a test: see house.h. */
#include "tests/server/house.h"
#include "server/again.h"
#include "server/identity.h"
#include "server/load.h"
#include "server/outbox.h"
#include "server/retain.h"
#include "server/session.h"
#include "server/settle.h"
#include "server/socket.h"
#include "server/tables.h"
#include "server/workers.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "table/fold.h"
#include "table/memory.h"
#include "tests/server/fault_vfs.h"

enum { OUT_MAX = 1 << 20, LINE_MAX_BYTES = 2048, NUMBER = 64, REST_MS = 1000 };

static void blame(struct house *h, const char *format, ...)
{
    va_list args;
    if (h->failed)
        return;
    h->failed = true;
    va_start(args, format);
    vsnprintf(h->why, sizeof h->why, format, args);
    va_end(args);
}

/* ---- the server ---- */

static void empty_folder(const char *folder)
{
    DIR *d = opendir(folder);
    for (const struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (e->d_name[0] != '.')
            unlink(path);
    }
    if (d != NULL)
        closedir(d);
}

void house_make_folder(struct house *h, const char *name)
{
    /* In memory: fast, and the files need not outlive the test. */
    snprintf(h->folder, sizeof h->folder, "%s/parlor-%s-%ld",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", name, (long)getpid());
    mkdir(h->folder, 0700);
    empty_folder(h->folder);
}

void house_remove_folder(struct house *h)
{
    empty_folder(h->folder);
    rmdir(h->folder);
}

bool house_start(struct house *h)
{
    const struct bot_limits limits = {.time_ns = 0};
    char why[256];
    struct server *s = memory_take_zeros(1, sizeof *s);
    signal(SIGPIPE, SIG_IGN);
    settings_init(&h->settings);
    h->settings.rate = 0;
    h->settings.address_connections = 0;
    h->settings.snapshot_events = 5;
    s->settings = &h->settings;
    s->epoll = epoll_create1(EPOLL_CLOEXEC);
    s->listener = s->signals = -1;
    s->now = moment_after(s->now, INT64_C(1700000000000));
    s->workers = workers_new(0, 0, &limits);
    s->store = store_open(h->folder, STORE_WRITE, why, sizeof why);
    s->store_good = true;
    h->server = s;
    for (int i = 0; i < HOUSE_PEOPLE; i++) {
        struct house_person *p = &h->person[i];
        p->fd = -1;
        p->id = 0;
        if (p->seen == NULL)
            p->seen = json_object();
        json_decref(p->lost);
        p->lost = json_object();
    }
    if (h->told == NULL)
        h->told = json_object();
    if (s->store == NULL)
        blame(h, "the store does not open: %s", why);
    return s->store != NULL;
}

void house_stop(struct house *h)
{
    struct server *s = h->server;
    for (int i = 0; i < s->conns; i++)
        if (s->conn[i] != NULL)
            socket_kill(s, s->conn[i]);
    if (s->store != NULL) {
        outbox_commit(s);
        outbox_commit(s);
    }
    load_stop(s);
    again_stop(s);
    for (int i = 0; i < SERVER_HASH; i++)
        while (s->bucket[i] != NULL)
            tables_forget(s, s->bucket[i]);
    for (int i = 0; i < HOUSE_PEOPLE; i++) {
        struct house_person *p = &h->person[i];
        if (p->fd >= 0)
            close(p->fd);
        p->fd = -1;
        p->conn = NULL;
        json_decref(p->reply);
        p->reply = NULL;
    }
    workers_free(s->workers);
    store_close(s->store);
    server_free_memory(s);
    close(s->epoll);
    free(s);
    h->server = NULL;
}

void house_end(struct house *h, char *why, size_t cap)
{
    house_stop(h);
    if (!h->failed) {
        if (house_start(h))
            house_check(h, false);
        house_stop(h);
    }
    snprintf(why, cap, "%s", h->why);
    house_remove_folder(h);
    house_clear(h);
}

void house_clear(struct house *h)
{
    for (int i = 0; i < HOUSE_PEOPLE; i++) {
        json_decref(h->person[i].seen);
        json_decref(h->person[i].sights);
        json_decref(h->person[i].lost);
    }
    json_decref(h->told);
    *h = (struct house){.server = NULL};
}

/* ---- what people are told ---- */

static void write_log(struct house *h, const char *kind, const char *table, const char *text)
{
    if (h->log == NULL)
        return;
    char *end = h->log + strlen(h->log);
    sprintf(end, "%s %s %s\n", kind, table, text);
}

static void keep_table(struct house *h, const char *id)
{
    for (int i = 0; i < h->tables; i++)
        if (strcmp(h->table[i], id) == 0)
            return;
    if (h->tables < HOUSE_TABLES)
        table_copy(h->table[h->tables++], TABLE_ID_MAX, id);
    write_log(h, "table", id, "-");
}

/* Remembers an event; two people may be told different parts of it. */
static void keep_event(struct house *h, const char *table, json_t *event)
{
    json_t *list = json_object_get(h->told, table);
    size_t n = (size_t)json_integer_value(json_object_get(event, "n"));
    if (list == NULL) {
        list = json_array();
        json_object_set_new(h->told, table, list);
    }
    while (json_array_size(list) <= n)
        json_array_append_new(list, json_null());
    json_t *known = json_array_get(list, n);
    if (json_is_object(known))
        json_object_update(known, event);
    else
        json_array_set(list, n, event);
    char *text = json_dumps(event, JSON_COMPACT);
    write_log(h, "event", table, text);
    free(text);
}

/* Puts `view` and `legal` in place of `sight`: the server must know what the person has. */
static void unfold_sight(struct house *h, struct house_person *p, const char *table, json_t *m)
{
    const json_t *folded = json_object_get(m, "sight"), *of = json_object_get(m, "of");
    const json_t *old = of != NULL ? json_object_get(p->sights, table) : NULL;
    struct strbuf text = STRBUF_EMPTY, braces = STRBUF_EMPTY;
    if (folded == NULL)
        return;
    if (of != NULL &&
        (old == NULL || !json_equal(of, json_object_get(json_object_get(p->seen, table), "n"))))
        blame(h, "a sight over one that the person lacks: %s", json_string_value(folded));
    if (old != NULL)
        strbuf_put_bytes(&text, json_string_value(old), json_string_length(old));
    bool good = fold_read(json_string_value(folded), json_string_length(folded), &text);
    strbuf_put(&braces, "{");
    strbuf_put_bytes(&braces, text.text, text.len);
    strbuf_put(&braces, "}");
    json_t *members = json_loadb(braces.text, braces.len, 0, NULL);
    if (!good || members == NULL)
        blame(h, "a sight cannot be unfolded: %s", json_string_value(folded));
    else
        json_object_update(m, members);
    json_object_set_new(p->sights, table, json_stringn(text.text, text.len));
    json_object_del(m, "sight");
    json_object_del(m, "of");
    json_decref(members);
    strbuf_clear(&text);
    strbuf_clear(&braces);
}

static void take_update(struct house *h, struct house_person *p, json_t *m)
{
    const char *table = json_string_value(json_object_get(m, "table"));
    size_t i;
    json_t *event;
    if (json_object_get(m, "closed") != NULL) {
        json_object_set_new(p->lost, table, json_true());
        return;
    }
    unfold_sight(h, p, table, m);
    json_array_foreach(json_object_get(m, "events"), i, event) keep_event(h, table, event);
    json_t *known = json_object_get(p->seen, table);
    if (known != NULL)
        json_object_update(known, m);
    else
        json_object_set(p->seen, table, m);
}

static void take_text(struct house *h, struct house_person *p, const char *text, size_t len)
{
    json_t *m = json_loadb(text, len, 0, NULL);
    if (m == NULL)
        blame(h, "a text is not JSON: %.*s", (int)len, text);
    else if (json_object_get(m, "re") != NULL) {
        json_decref(p->reply);
        p->reply = json_incref(m);
    } else if (json_object_get(m, "table") != NULL)
        take_update(h, p, m);
    json_decref(m);
}

/* One frame; returns its length. */
static size_t take_frame(struct house *h, struct house_person *p, const unsigned char *b)
{
    size_t bytes = b[1] < 126 ? 0 : b[1] == 126 ? 2 : 8, n = b[1] < 126 ? b[1] : 0;
    for (size_t i = 0; i < bytes; i++)
        n = n << 8 | b[2 + i];
    const void *text = b + 2 + bytes;
    if ((b[0] & 15) == 1)
        take_text(h, p, text, n);
    return 2 + bytes + n;
}

static void hear(struct house *h, struct house_person *p)
{
    static unsigned char out[OUT_MAX];
    size_t len = 0;
    if (p->fd < 0)
        return;
    for (ssize_t n; len < sizeof out && (n = read(p->fd, out + len, sizeof out - len)) > 0;)
        len += (size_t)n;
    for (size_t at = 0; at < len;)
        at += take_frame(h, p, out + at);
}

/* ---- requests ---- */

/* A turn of the loop. */
static void turn(struct house *h)
{
    struct server *s = h->server;
    tables_tick(s);
    tables_scan(s);
    load_step(s);
    retain_step(s);
    outbox_commit(s);
    for (int i = 0; i < HOUSE_PEOPLE; i++)
        hear(h, &h->person[i]);
}

static void connect_person(struct house *h, int i)
{
    struct house_person *p = &h->person[i];
    int ends[2];
    if (p->fd >= 0)
        return;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) != 0)
        abort();
    p->fd = ends[1];
    json_decref(p->sights);
    p->sights = json_object();
    char name[TABLE_NAME_MAX];
    identity_guest_name((uint64_t)i + 1, name);
    socket_open(h->server, ends[0], NULL, NULL, 0, (uint64_t)i + 1,
                p->name[0] != '\0' ? p->name : name, &(struct origin){.hash = (uint64_t)i + 1});
    p->conn = h->server->conn[h->server->conns - 1];
}

static const char *error_of(const struct house_person *p)
{
    const char *id = json_string_value(json_object_get(json_object_get(p->reply, "error"), "id"));
    return id != NULL ? id : "";
}

/* Sends a request and ends the turn; whether it was answered `ok`. */
static bool ask(struct house *h, int i, const char *format, ...)
{
    struct house_person *p = &h->person[i];
    char members[LINE_MAX_BYTES], line[LINE_MAX_BYTES + NUMBER];
    va_list args;
    va_start(args, format);
    vsnprintf(members, sizeof members, format, args);
    va_end(args);
    snprintf(line, sizeof line, "{\"id\":%d,%s}", ++p->id, members);
    json_decref(p->reply);
    p->reply = NULL;
    tables_mend(h->server);
    again_turn(h->server);
    session_handle(h->server, p->conn, line, strlen(line));
    h->server->now = moment_after(h->server->now, 50);
    turn(h);
    if (p->reply == NULL || json_integer_value(json_object_get(p->reply, "re")) != p->id)
        blame(h, "no reply to %s", members);
    bool good = json_is_true(json_object_get(p->reply, "ok"));
    if (!good && strcmp(error_of(p), "store.failed") == 0)
        h->refused++;
    return good;
}

/* Opens what the server has closed, and greets it first. */
static void come_back(struct house *h, int i)
{
    struct house_person *p = &h->person[i];
    const char *table;
    json_t *yes;
    void *next;
    connect_person(h, i);
    if (p->id == 0)
        p->greeted = false;
    if (!p->greeted)
        p->greeted = ask(h, i, "\"do\":\"hello\",\"protocol\":2");
    json_object_foreach_safe(p->lost, next, table, yes)
    {
        char id[TABLE_ID_MAX];
        table_copy(id, sizeof id, table);
        if (ask(h, i, "\"do\":\"open\",\"table\":\"%s\"", id))
            json_object_del(p->lost, id);
    }
}

static const char *phase_of(const struct house_person *p, const char *table)
{
    const char *phase =
        json_string_value(json_object_get(json_object_get(p->seen, table), "phase"));
    return phase != NULL ? phase : "";
}

/* Makes a table; false: refused. */
static bool create(struct house *h, int i, const char *members)
{
    if (h->tables == HOUSE_TABLES || !ask(h, i, "\"do\":\"create\",%s", members))
        return false;
    keep_table(h, json_string_value(json_object_get(h->person[i].reply, "table")));
    return true;
}

/* Plays a listed move; it must come back as an event in the same turn. */
static void move_once(struct house *h, int i, const char *table, int choice)
{
    struct house_person *p = &h->person[i];
    const json_t *legal = json_object_get(json_object_get(p->seen, table), "legal");
    size_t moves = json_array_size(legal);
    char text[256];
    if (moves == 0 || json_object_get(p->lost, table) != NULL)
        return;
    table_copy(text, sizeof text, json_string_value(json_array_get(legal, (size_t)choice % moves)));
    if (!ask(h, i, "\"do\":\"move\",\"table\":\"%s\",\"text\":\"%s\"", table, text))
        return;
    const json_t *list = json_object_get(h->told, table);
    bool told = false;
    for (size_t n = json_array_size(list); n-- > 0 && !told;) {
        const char *known = json_string_value(json_object_get(json_array_get(list, n), "text"));
        told = known != NULL && strcmp(known, text) == 0;
    }
    if (!told && json_object_get(p->lost, table) == NULL)
        blame(h, "the move %s was accepted and not shown", text);
}

static void play_at(struct house *h, const char *table, int round)
{
    for (int i = 0; i < HOUSE_PEOPLE; i++) {
        struct house_person *p = &h->person[i];
        come_back(h, i);
        if (json_object_get(p->seen, table) == NULL &&
            !ask(h, i, "\"do\":\"open\",\"table\":\"%s\"", table))
            continue;
        if (strcmp(phase_of(p, table), "open") == 0)
            ask(h, i, "\"do\":\"sit\",\"table\":\"%s\"", table);
        move_once(h, i, table, round);
    }
}

static void wait_ms(struct house *h, int ms)
{
    h->server->now = moment_after(h->server->now, ms);
    turn(h);
}

static void give_name(struct house *h, int i, int round)
{
    struct house_person *p = &h->person[i];
    char name[TABLE_NAME_MAX];
    snprintf(name, sizeof name, "Person %d", round);
    if (!ask(h, i, "\"do\":\"name\",\"name\":\"%s\"", name))
        return;
    table_copy(p->name, sizeof p->name, name);
    write_log(h, "name", i == 0 ? "0" : "1", name);
}

/* Another program that uses the database: SQLite drops what it has read before. */
static void disturb(struct house *h)
{
    char path[256];
    sqlite3 *db;
    snprintf(path, sizeof path, "%s/parlor.db", h->folder);
    fault_exempt(true);
    if (sqlite3_open(path, &db) == SQLITE_OK)
        sqlite3_exec(db,
                     "INSERT INTO meta VALUES('noise', x'00') ON CONFLICT(name) DO UPDATE SET "
                     "value = value || x'00'",
                     NULL, NULL, NULL);
    sqlite3_close(db);
    fault_exempt(false);
}

static void finish_table(struct house *h, const char *table)
{
    const char *verbs[] = {"share", "record", "rematch"};
    for (int i = 0; i < 3; i++)
        if (ask(h, 0, "\"do\":\"%s\",\"table\":\"%s\"", verbs[i], table) && i == 2)
            keep_table(h, json_string_value(json_object_get(h->person[0].reply, "table")));
}

/* A table that is left before its game begins. */
static void leave_open(struct house *h)
{
    if (h->old[0] != '\0' ||
        !ask(h, 0, "\"do\":\"create\",\"game\":\"luz\",\"seats\":3,\"start\":\"host\""))
        return;
    const char *id = json_string_value(json_object_get(h->person[0].reply, "table"));
    table_copy(h->old, sizeof h->old, id);
    write_log(h, "old", id, "-");
    ask(h, 0, "\"do\":\"close\",\"table\":\"%s\"", h->old);
}

/* Nobody comes to the table for longer than finished games, and those not begun, are kept. */
static void grow_old(struct house *h, const char *table)
{
    for (int i = 0; i < HOUSE_PEOPLE; i++)
        ask(h, i, "\"do\":\"close\",\"table\":\"%s\"", table);
    h->server->now = moment_after(h->server->now, INT64_C(8) * 86400000);
    for (int i = 0; i < 2 * STORE_SHELVES; i++)
        wait_ms(h, 200);
}

void house_play(struct house *h, int rounds)
{
    static const char with_bot[] = "\"game\":\"luz\",\"seats\":3,\"bots\":[\"random\"],"
                                   "\"listed\":true",
                      short_one[] = "\"game\":\"null\",\"seats\":2,\"listed\":true";
    int first = -1, second = -1;
    for (int round = 0; round < rounds && !h->failed; round++) {
        for (int i = 0; i < HOUSE_PEOPLE; i++)
            come_back(h, i);
        if (first < 0 && create(h, 0, with_bot))
            first = h->tables - 1;
        if (first >= 0)
            play_at(h, h->table[first], round);
        if (h->disturbed)
            disturb(h);
        wait_ms(h, round % 2 == 0 ? TABLE_STUCK_MS + 2000 : 1500);
        if (round % 4 == 2)
            give_name(h, round / 4 % 2, round);
        if (round % 4 == 3 && first >= 0) {
            ask(h, 1, "\"do\":\"talk\",\"table\":\"%s\",\"phrase\":\"hello\"", h->table[first]);
            ask(h, 1, "\"do\":\"%s\",\"table\":\"%s\"", round % 8 == 3 ? "leave" : "back",
                h->table[first]);
        }
        if (round >= 2 && second < 0 && create(h, 1, short_one))
            second = h->tables - 1;
        if (second >= 0 && strcmp(phase_of(&h->person[0], h->table[second]), "over") != 0)
            play_at(h, h->table[second], round);
        else if (second >= 0 && round % 4 == 1) {
            finish_table(h, h->table[second]);
            leave_open(h);
            grow_old(h, h->table[second]);
        } else if (second >= 0 && round % 4 == 3) /* a record becomes a journal again */
            ask(h, 0, "\"do\":\"talk\",\"table\":\"%s\",\"phrase\":\"hello\"", h->table[second]);
        ask(h, 1, round % 2 ? "\"do\":\"mine\"" : "\"do\":\"lobby\",\"watch\":true");
    }
}

/* ---- the promises ---- */

struct journal {
    struct house *h;
    const char *table;
    const json_t *told;
    int n;
};

static bool same_member(const json_t *told, const json_t *stored, const char *name)
{
    const json_t *t = json_object_get(told, name);
    return t == NULL || json_equal(t, json_object_get(stored, name));
}

static bool check_event(void *context, int n, int64_t at, const char *text, size_t len)
{
    struct journal *j = context;
    const json_t *told = json_array_get(j->told, (size_t)n);
    json_t *stored = json_loadb(text, len, 0, NULL);
    (void)at;
    if (n != j->n++)
        blame(j->h, "table %s: a gap before event %d", j->table, n);
    if (json_is_object(told) &&
        (!same_member(told, stored, "e") || !same_member(told, stored, "seat") ||
         !same_member(told, stored, "text") || !same_member(told, stored, "player")))
        blame(j->h, "table %s: event %d is not the one that was told", j->table, n);
    json_decref(stored);
    return true;
}

static void check_journal(struct house *h, const char *table)
{
    struct journal j = {.h = h, .table = table, .told = json_object_get(h->told, table)};
    struct table_reading r = {.id = table};
    if (store_read_events(h->server->store, table, 0, check_event, &j) != STORE_OK)
        blame(h, "table %s: no journal: %s", table, store_why(h->server->store));
    if (j.n < (int)json_array_size(j.told))
        blame(h, "table %s: %d events were told, %d are stored", table,
              (int)json_array_size(j.told), j.n);
    store_read_events(h->server->store, table, 0, table_read_on, &r);
    if (r.broken)
        blame(h, "table %s: its journal is broken", table);
    table_free(r.t);
}

/* The table in memory is the one of its journal. */
static void check_live(struct house *h, const struct live_table *live)
{
    struct table_reading r = {.id = live->t->id};
    struct strbuf now, again;
    int result = store_read_events(h->server->store, live->t->id, 0, table_read_on, &r);
    if (result != STORE_OK || r.broken || r.t->n != live->t->n) {
        blame(h, "table %s: %d events in memory, %d stored (%d)", live->t->id, live->t->n,
              r.t != NULL ? r.t->n : 0, result);
        table_free(r.t);
        return;
    }
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        r.t->chair[i].here = live->t->chair[i].here;
    for (uint64_t player = 1; player <= HOUSE_PEOPLE; player++) {
        strbuf_init(&now);
        strbuf_init(&again);
        table_write_whole(live->t, player, NULL, 0, &h->server->now, &now);
        table_write_whole(r.t, player, NULL, 0, &h->server->now, &again);
        if (now.len != again.len || memcmp(now.text, again.text, now.len) != 0)
            blame(h, "table %s: memory and journal differ", live->t->id);
        strbuf_clear(&now);
        strbuf_clear(&again);
    }
    table_free(r.t);
}

static bool ignore_event(void *context, int n, int64_t at, const char *text, size_t len)
{
    (void)context, (void)n, (void)at, (void)text, (void)len;
    return false;
}

static bool count_table(void *context, const struct store_table *t)
{
    struct house *h = context;
    int known = 0;
    while (known < h->tables && strcmp(h->table[known], t->id) != 0)
        known++;
    if (known == h->tables && strcmp(h->old, t->id) != 0)
        blame(h, "table %s is stored and was refused", t->id);
    if (store_read_events(h->server->store, t->id, 0, ignore_event, NULL) != STORE_OK)
        blame(h, "table %s has no journal", t->id);
    return true;
}

/* A table where a player sits has a journal. */
static bool check_seat(void *context, const struct store_table *t)
{
    struct house *h = context;
    if (store_read_events(h->server->store, t->id, 0, ignore_event, NULL) != STORE_OK)
        blame(h, "a seat at table %s, which has no journal", t->id);
    return true;
}

static void check_person(struct house *h, int i)
{
    const struct house_person *p = &h->person[i];
    struct store_player stored;
    int result = store_find_player(h->server->store, (uint64_t)i + 1, &stored);
    if (p->name[0] != '\0' && (result != STORE_OK || strcmp(stored.name, p->name) != 0))
        blame(h, "the name %s is not stored, but %s", p->name, stored.name);
    if (p->name[0] != '\0' && p->conn != NULL && strcmp(p->conn->name, p->name) != 0)
        blame(h, "the name in memory is %s, not %s", p->conn->name, p->name);
}

static void check_opens(struct house *h, int i, const char *table)
{
    struct house_person *p = &h->person[i];
    if (!ask(h, i, "\"do\":\"open\",\"table\":\"%s\"", table)) {
        blame(h, "table %s does not open: %s", table, error_of(p));
        return;
    }
    json_object_del(p->lost, table);
    int n = (int)json_integer_value(json_object_get(json_object_get(p->seen, table), "n"));
    int told = (int)json_array_size(json_object_get(h->told, table));
    if (n + 1 < told)
        blame(h, "table %s shows event %d, %d were told", table, n, told);
}

/* After a failure the server rests for a moment before it reads tables again. */
static void let_rest(struct house *h)
{
    h->server->now = moment_after(h->server->now, REST_MS);
    tables_mend(h->server);
    turn(h);
    if (h->server->stale > 0)
        blame(h, "%d tables are not read again", h->server->stale);
}

void house_check(struct house *h, bool maybe)
{
    let_rest(h);
    for (int i = 0; i < HOUSE_PEOPLE; i++)
        come_back(h, i);
    for (int t = 0; t < h->tables && !h->failed; t++) {
        check_journal(h, h->table[t]);
        for (int i = 0; i < HOUSE_PEOPLE; i++)
            check_opens(h, i, h->table[t]);
    }
    for (int i = 0; i < SERVER_HASH; i++)
        for (const struct live_table *live = h->server->bucket[i]; live != NULL; live = live->next)
            check_live(h, live);
    if (!maybe)
        store_list_tables(h->server->store, count_table, h);
    for (int i = 0; i < HOUSE_PEOPLE; i++) {
        store_list_seats(h->server->store, (uint64_t)i + 1, 100, check_seat, h);
        if (!maybe)
            check_person(h, i);
    }
}

void house_read_log(struct house *h, const char *log)
{
    char kind[16], table[32], text[LINE_MAX_BYTES];
    int len;
    h->told = json_object();
    for (; sscanf(log, "%15s %31s %2047[^\n]\n%n", kind, table, text, &len) == 3; log += len) {
        if (strcmp(kind, "table") == 0)
            keep_table(h, table);
        if (strcmp(kind, "old") == 0)
            table_copy(h->old, sizeof h->old, table);
        if (strcmp(kind, "name") == 0)
            table_copy(h->person[table[0] - '0'].name, TABLE_NAME_MAX, text);
        if (strcmp(kind, "event") != 0)
            continue;
        json_t *event = json_loads(text, 0, NULL);
        keep_event(h, table, event);
        json_decref(event);
    }
}
