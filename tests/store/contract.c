/*
 * The store against a model of it: random changes, commits, rollbacks and new starts, and after
 * each commit or rollback every reading agrees with the model. Then the promises of store.h that a
 * random run would hit seldom.
 *
 * usage: contract [PLACE]      (a PostgreSQL database that is emptied; default: files of SQLite)
 * CONTRACT_RUNS sets the number of runs (default 40).
 */
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/rng.h"
#include "store/store.h"
#include "tests/store/contract.h"
#include "tests/tap.h"

enum { TABLES = 5, EVENTS = 24, PLAYERS = 4, LOGINS = 3, STEPS = 400, TEXT = 32, NEVER_TURN = -1 };

struct event {
    int64_t at;
    uint32_t turn;
    char text[TEXT];
};

/* The expected contents of the store. */
struct model {
    struct {
        int events;
        struct event event[EVENTS];
        bool row, listed, seat[PLAYERS], snapshot, share, packed;
        int phase, snapshot_n, chair[PLAYERS];
        int64_t due, due_date, changed, seat_changed[PLAYERS];
        char text[TEXT];
    } table[TABLES];
    struct {
        bool there;
        int generation, login; /* 0: none */
        char name[TEXT];
    } player[PLAYERS];
    int64_t count;
};

/* One run. */
struct run {
    struct store *store;
    struct model now, stored; /* with and without the changes since the last commit */
    struct rng rng;
    int packs;
    char folder[256];
    char why[512]; /* what is wrong; empty: nothing */
};

static void blame(struct run *r, const char *what, int i)
{
    if (r->why[0] == '\0')
        snprintf(r->why, sizeof r->why, "%s (%d): %s", what, i,
                 r->store != NULL ? store_why(r->store) : "");
}

static int below(struct run *r, int n)
{
    return (int)rng_below(&r->rng, (uint32_t)n);
}

static const char *id_of(int table)
{
    static const char *const id[TABLES] = {"aaaa", "bbbb", "cccc", "dddd", "eeee"};
    return id[table];
}

static void key_of(int table, char out[TEXT])
{
    snprintf(out, TEXT, "key-%d", table);
}

static uint64_t number_of(int player)
{
    return UINT64_C(0x8000000000000001) + (uint64_t)player; /* more than a signed number holds */
}

static void login_of(int login, char out[TEXT])
{
    out[0] = '\0';
    if (login != 0)
        snprintf(out, TEXT, "login%d", login);
}

/* Texts with quotes, other alphabets and the longest UTF-8 letters. */
static void make_text(struct run *r, char out[TEXT])
{
    static const char *const part[] = {"x", "'", "\"", "\xd1\x97", "\xf0\x9f\x8e\xb4", "%s"};
    snprintf(out, TEXT, "%s%s%d", part[below(r, 6)], part[below(r, 6)], below(r, 1000));
}

/* Nearly all events can be packed. */
static void make_event(struct run *r, char out[TEXT])
{
    char text[TEXT];
    make_text(r, text);
    if (below(r, 40) == 0)
        memcpy(out, text, TEXT);
    else
        snprintf(out, TEXT, "{%.20s", text);
}

/* ---- changes ---- */

static void append(struct run *r)
{
    int t = below(r, TABLES), n = r->now.table[t].events;
    int shift = below(r, 8) == 0 ? 1 + below(r, 2) : 0; /* a gap is refused */
    int again = below(r, 8) == 0 ? 1 : 0;               /* and a number that is taken */
    struct event e = {.at = below(r, 1000), .turn = (uint32_t)below(r, 32)};
    make_event(r, e.text);
    if (n == EVENTS)
        return;
    int at = n + shift > 0 && again ? n - 1 : n + shift;
    int want = at == n ? STORE_OK : STORE_CONFLICT;
    if (at >= 0 &&
        store_append_event(r->store, id_of(t), at, e.at, e.turn, e.text, strlen(e.text)) != want)
        blame(r, "append", at);
    r->now.table[t].packed = r->now.table[t].packed && at < 0;
    if (at == n)
        r->now.table[t].event[r->now.table[t].events++] = e;
}

static void put_table(struct run *r)
{
    int t = below(r, TABLES);
    struct store_table row = {.id = id_of(t),
                              .phase = below(r, 3),
                              .listed = below(r, 2) == 0,
                              .due = below(r, 4) == 0 ? INT64_MAX : below(r, 100),
                              .due_date = below(r, 4) == 0 ? INT64_MAX : below(r, 100),
                              .changed = below(r, 100)};
    char text[TEXT];
    make_text(r, text);
    row.row = text;
    if (r->now.table[t].packed)
        row.phase = 2; /* it is over */
    if (store_put_table(r->store, &row) != STORE_OK)
        blame(r, "put_table", t);
    r->now.table[t].row = true;
    r->now.table[t].phase = row.phase;
    r->now.table[t].listed = row.listed;
    r->now.table[t].due = row.due;
    r->now.table[t].due_date = row.due_date;
    r->now.table[t].changed = row.changed;
    snprintf(r->now.table[t].text, TEXT, "%s", text);
}

static void put_seat(struct run *r)
{
    int t = below(r, TABLES), p = below(r, PLAYERS), chair = below(r, 4), changed = below(r, 1000);
    bool drop = below(r, 3) == 0;
    int result = drop ? store_drop_seat(r->store, id_of(t), number_of(p))
                      : store_put_seat(r->store, id_of(t), number_of(p), chair, changed);
    if (result != STORE_OK)
        blame(r, "put_seat", t);
    r->now.table[t].seat[p] = !drop;
    r->now.table[t].chair[p] = chair;
    r->now.table[t].seat_changed[p] = changed;
}

static void put_player(struct run *r)
{
    int p = below(r, PLAYERS), login = below(r, LOGINS + 1), want = STORE_OK;
    struct store_player row = {.id = number_of(p), .generation = below(r, 9)};
    char text[TEXT];
    make_text(r, text);
    snprintf(row.name, sizeof row.name, "%s", text);
    login_of(login, text);
    snprintf(row.login, sizeof row.login, "%s", text);
    snprintf(row.hash, sizeof row.hash, "hash of %s", text);
    for (int i = 0; i < PLAYERS; i++)
        if (i != p && login != 0 && r->now.player[i].there && r->now.player[i].login == login)
            want = STORE_CONFLICT;
    if (store_put_player(r->store, &row) != want)
        blame(r, "put_player", p);
    if (want != STORE_OK)
        return;
    r->now.player[p].there = true;
    r->now.player[p].generation = row.generation;
    r->now.player[p].login = login;
    memcpy(r->now.player[p].name, row.name, TEXT);
}

static void drop_player(struct run *r)
{
    int p = below(r, PLAYERS);
    if (store_drop_player(r->store, number_of(p)) != STORE_OK)
        blame(r, "drop_player", p);
    r->now.player[p].there = false;
    for (int t = 0; t < TABLES; t++)
        r->now.table[t].seat[p] = false;
}

static void put_snapshot(struct run *r)
{
    int t = below(r, TABLES);
    struct store_snapshot snapshot = {.n = r->now.table[t].events,
                                      .format = "test",
                                      .tail = UINT64_MAX,
                                      .sum = 7,
                                      .text = "{\"a\":0}",
                                      .len = 7};
    if (snapshot.n == 0)
        return;
    if (store_put_snapshot(r->store, id_of(t), &snapshot) != STORE_OK)
        blame(r, "put_snapshot", t);
    r->now.table[t].snapshot = true;
    r->now.table[t].snapshot_n = snapshot.n;
}

static void put_share(struct run *r)
{
    int t = below(r, TABLES);
    char key[TEXT];
    key_of(t, key);
    int want = r->now.table[t].share ? STORE_CONFLICT : STORE_OK;
    if (store_put_share(r->store, key, id_of(t)) != want)
        blame(r, "put_share", t);
    r->now.table[t].share = true;
}

static void replace_event(struct run *r)
{
    int t = below(r, TABLES), n = r->now.table[t].events;
    if (n == 0)
        return;
    struct event *e = &r->now.table[t].event[below(r, n)];
    make_event(r, e->text);
    if (store_replace_event(r->store, id_of(t), (int)(e - r->now.table[t].event), e->text,
                            strlen(e->text)) != STORE_OK)
        blame(r, "replace_event", t);
    r->now.table[t].packed = false;
    r->now.table[t].snapshot = false;
}

static void cut_journal(struct run *r)
{
    int t = below(r, TABLES), n = below(r, r->now.table[t].events + 1);
    if (store_cut_journal(r->store, id_of(t), n) != STORE_OK)
        blame(r, "cut_journal", t);
    r->now.table[t].packed = false;
    r->now.table[t].events = n;
    r->now.table[t].snapshot = r->now.table[t].snapshot && r->now.table[t].snapshot_n <= n;
}

static void drop_table(struct run *r)
{
    int t = below(r, TABLES);
    if (store_drop_table(r->store, id_of(t)) != STORE_OK)
        blame(r, "drop_table", t);
    memset(&r->now.table[t], 0, sizeof r->now.table[t]);
}

/* A compact record reads as the journal did, but for turns and the snapshot. */
static void pack(struct run *r)
{
    int t = below(r, TABLES), events = r->now.table[t].events, n;
    bool good = events > 0;
    if (!r->now.table[t].row || r->now.table[t].phase != 2)
        return;
    for (int i = 0; i < events; i++)
        good = good && r->now.table[t].event[i].text[0] == '{';
    int result = store_pack_table(r->store, id_of(t), &n);
    if (result != (good ? STORE_OK : STORE_NONE) || (good && n != events))
        blame(r, "pack", t);
    if (!good)
        return;
    if (!r->now.table[t].packed)
        r->now.table[t].snapshot = false;
    r->now.table[t].packed = true;
    for (int i = 0; i < events; i++)
        r->now.table[t].event[i].turn = 0;
    r->packs++;
}

static void put_count(struct run *r)
{
    r->now.count += 1 + below(r, 1000000); /* it never goes back */
    if (store_put_count(r->store, r->now.count) != STORE_OK)
        blame(r, "put_count", 0);
}

/* ---- readings ---- */

struct reading {
    struct run *r;
    int table, n; /* the next event, or the rows that were read */
    bool seen[TABLES];
    const char *last;
};

static bool check_event(void *context, int n, int64_t at, const char *text, size_t len)
{
    struct reading *reading = context;
    const struct event *e = &reading->r->now.table[reading->table].event[n];
    if (n != reading->n++ || e->at != at || strlen(e->text) != len ||
        memcmp(e->text, text, len) != 0)
        blame(reading->r, "read_events", n);
    return true;
}

static void check_snapshot(void *context, const struct store_snapshot *snapshot)
{
    struct reading *reading = context;
    if (snapshot->n != reading->r->now.table[reading->table].snapshot_n || snapshot->len != 7 ||
        snapshot->tail != UINT64_MAX || snapshot->sum != 7 || strcmp(snapshot->format, "test") != 0)
        blame(reading->r, "read_snapshot", snapshot->n);
    reading->n++;
}

static void check_journal(struct run *r, int t)
{
    int n = r->now.table[t].events, from = below(r, EVENTS), last = -2;
    int64_t turn = NEVER_TURN;
    char share[TEXT] = "", key[TEXT], id[TEXT];
    struct reading all = {.r = r, .table = t, .n = from}, one = {.r = r, .table = t};
    int want = from < n ? STORE_OK : STORE_NONE;
    if (store_read_events(r->store, id_of(t), from, check_event, &all) != want ||
        all.n != (from < n ? n : from))
        blame(r, "the events", t);
    if (store_find_last(r->store, id_of(t), &last, &turn) != (n > 0 ? STORE_OK : STORE_NONE) ||
        (n > 0 && (last != n - 1 || turn != r->now.table[t].event[n - 1].turn)))
        blame(r, "find_last", t);
    want = r->now.table[t].snapshot ? STORE_OK : STORE_NONE;
    if (store_read_snapshot(r->store, id_of(t), check_snapshot, &one) != want ||
        one.n != (want == STORE_OK))
        blame(r, "the snapshot", t);
    key_of(t, key);
    want = r->now.table[t].share ? STORE_OK : STORE_NONE;
    if (store_find_share_of(r->store, id_of(t), share, sizeof share) != want ||
        store_find_share(r->store, key, id, sizeof id) != want ||
        (want == STORE_OK && (strcmp(share, key) != 0 || strcmp(id, id_of(t)) != 0)))
        blame(r, "the share", t);
}

/* Marks a row that a list has, and compares it. */
static bool see_row(void *context, const struct store_table *row)
{
    struct reading *reading = context;
    int t = row->id[0] - 'a';
    if (t < 0 || t >= TABLES || strcmp(row->id, id_of(t)) != 0 || reading->seen[t]) {
        blame(reading->r, "a row", t);
        return false;
    }
    if (!reading->r->now.table[t].row || row->phase != reading->r->now.table[t].phase ||
        row->listed != reading->r->now.table[t].listed ||
        row->changed != reading->r->now.table[t].changed ||
        strcmp(row->row, reading->r->now.table[t].text) != 0)
        blame(reading->r, "the row", t);
    reading->seen[t] = true;
    reading->table = t;
    reading->n++;
    return true;
}

static void check_tables(struct run *r)
{
    struct reading all = {.r = r}, listed = {.r = r}, due = {.r = r}, turnless = {.r = r};
    int64_t since = below(r, 100), until = below(r, 100), date = below(r, 100);
    store_list_tables(r->store, see_row, &all);
    store_list_listed(r->store, since, TABLES, see_row, &listed);
    store_list_due(r->store, until, date, see_row, &due);
    store_list_turnless(r->store, see_row, &turnless);
    for (int t = 0; t < TABLES; t++) {
        bool row = r->now.table[t].row, play = row && r->now.table[t].phase == 1;
        if (all.seen[t] != row)
            blame(r, "list_tables", t);
        if (listed.seen[t] != (row && r->now.table[t].listed && r->now.table[t].changed > since))
            blame(r, "list_listed", t);
        if (due.seen[t] !=
            (play && (r->now.table[t].due <= until || r->now.table[t].due_date <= date)))
            blame(r, "list_due", t);
        if (turnless.seen[t] != (play && r->now.table[t].events == 0))
            blame(r, "list_turnless", t);
    }
}

/* A player's tables come newest first, and tell whether the player may move. */
static bool see_seat(void *context, const struct store_table *row)
{
    struct reading *reading = context;
    int player = reading->table, t = row->id[0] - 'a', before = reading->n;
    int64_t changed = reading->r->now.table[t].seat_changed[player];
    struct reading one = {.r = reading->r};
    if (!see_row(&one, row) || !reading->r->now.table[t].seat[player] || reading->seen[t] ||
        (before >= 0 && reading->r->now.table[before].seat_changed[player] < changed))
        blame(reading->r, "list_seats", t);
    int n = reading->r->now.table[t].events, phase = reading->r->now.table[t].phase;
    int chair = reading->r->now.table[t].chair[player], turn = -phase;
    if (n > 0)
        turn = (int)(reading->r->now.table[t].event[n - 1].turn >> chair & 1);
    if (row->turn != (phase < 2 ? turn : 0))
        blame(reading->r, "the turn in list_seats", t);
    reading->seen[t] = true;
    reading->n = t;
    return true;
}

/* Pages of a player's list. */
struct paging {
    struct reading *reading;
    bool seen[TABLES];
    int n; /* rows of this page */
    int64_t changed;
    char table[TEXT];
    bool wrong;
};

static bool see_game(void *context, const struct store_table *row)
{
    struct paging *paging = context;
    const struct run *r = paging->reading->r;
    int p = paging->reading->table, t = row->id[0] - 'a';
    if (t < 0 || t >= TABLES || strcmp(row->id, id_of(t)) != 0) {
        paging->wrong = true;
        return false;
    }
    int order = strcmp(row->id, paging->table);
    bool later = row->changed < paging->changed || (row->changed == paging->changed && order < 0);
    paging->wrong = paging->wrong || !later || paging->seen[t] ||
                    row->changed != r->now.table[t].seat_changed[p] ||
                    strcmp(row->row, r->now.table[t].text) != 0;
    paging->seen[t] = true;
    paging->changed = row->changed;
    snprintf(paging->table, sizeof paging->table, "%s", row->id);
    paging->n++;
    return true;
}

static bool see_finished(void *context, const struct store_table *row)
{
    struct paging *paging = context;
    paging->wrong = paging->wrong || row->phase != 2;
    paging->n++;
    return true;
}

/* Page by page the same tables as at once, each once, in their order. */
static void check_pages(struct run *r, int p, struct reading *seats)
{
    struct paging paging = {.reading = seats, .changed = INT64_MAX};
    int finished = 0;
    do {
        struct store_place after = {.changed = paging.changed, .table = paging.table};
        paging.n = 0;
        store_list_games(r->store, number_of(p), paging.table[0] != '\0' ? &after : NULL, 2,
                         see_game, &paging);
    } while (paging.n == 2);
    for (int t = 0; t < TABLES; t++) {
        paging.wrong = paging.wrong || paging.seen[t] != seats->seen[t];
        finished += seats->seen[t] && r->now.table[t].phase == 2;
    }
    paging.n = 0;
    store_list_finished(r->store, number_of(p), TABLES, see_finished, &paging);
    if (paging.wrong || paging.n != finished)
        blame(r, "list_games", p);
}

static void check_player(struct run *r, int p)
{
    struct store_player found;
    struct reading seats = {.r = r, .table = p, .n = -1};
    int want = r->now.player[p].there ? STORE_OK : STORE_NONE;
    char login[TEXT];
    login_of(r->now.player[p].login, login);
    if (store_find_player(r->store, number_of(p), &found) != want)
        blame(r, "find_player", p);
    else if (want == STORE_OK &&
             (found.id != number_of(p) || found.generation != r->now.player[p].generation ||
              strcmp(found.login, login) != 0 || strcmp(found.name, r->now.player[p].name) != 0))
        blame(r, "the player", p);
    if (want == STORE_OK && login[0] != '\0' &&
        (store_find_login(r->store, login, &found) != STORE_OK || found.id != number_of(p)))
        blame(r, "find_login", p);
    store_list_seats(r->store, number_of(p), TABLES, see_seat, &seats);
    for (int t = 0; t < TABLES; t++)
        if (seats.seen[t] != (r->now.table[t].seat[p] && r->now.table[t].row))
            blame(r, "the seats", t);
    check_pages(r, p, &seats);
}

static void check_all(struct run *r)
{
    int64_t count = 0;
    for (int t = 0; t < TABLES; t++)
        check_journal(r, t);
    check_tables(r);
    for (int p = 0; p < PLAYERS; p++)
        check_player(r, p);
    if (r->now.count != 0 &&
        (store_find_count(r->store, &count) != STORE_OK || count != r->now.count))
        blame(r, "find_count", 0);
}

/* ---- runs ---- */

static bool start(struct run *r)
{
    char why[256];
    r->store = store_open(r->folder, STORE_WRITE, why, sizeof why);
    if (r->store == NULL)
        snprintf(r->why, sizeof r->why, "it does not open: %s", why);
    return r->store != NULL;
}

static const char *shared; /* the database; NULL: a new folder for each run */

static void remove_folder(const char *folder)
{
    static const char *const names[] = {"parlor.db",   "parlor.db-wal",  "parlor.db-shm",
                                        "parlor.last", "copy/parlor.db", "copy"};
    char path[512];
    for (size_t i = 0; shared == NULL && i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        remove(path);
    }
    if (shared == NULL)
        rmdir(folder);
}

static void empty_database(const char *place)
{
    const char *rest = strchr(place, ':') + 1;
    PGconn *conn = PQconnectdb(strncmp(rest, "//", 2) == 0 ? place : rest);
    PGresult *result = PQexec(conn, "SET client_min_messages = error; DROP SCHEMA public CASCADE; "
                                    "CREATE SCHEMA public");
    if (PQresultStatus(result) != PGRES_COMMAND_OK) {
        tap_note("%s", PQerrorMessage(conn));
        abort();
    }
    PQclear(result);
    PQfinish(conn);
}

static void make_folder(char out[256])
{
    if (shared != NULL) {
        snprintf(out, 256, "%s", shared);
        empty_database(shared);
        return;
    }
    snprintf(out, 256, "%s/parlor-contract-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (mkdtemp(out) == NULL)
        abort();
}

/* Ends the transaction; every reading agrees with the model then. */
static void end_turn(struct run *r)
{
    if (below(r, 4) == 0) {
        store_rollback(r->store);
        r->now = r->stored;
    } else if (store_commit(r->store) == STORE_OK) {
        r->stored = r->now;
    } else {
        blame(r, "commit", 0);
    }
    if (store_is_dirty(r->store))
        blame(r, "something waits after a commit", 0);
    if (below(r, 16) == 0) {
        store_close(r->store);
        if (!start(r))
            return;
    }
    check_all(r);
}

static void change(struct run *r)
{
    static void (*const changes[])(struct run *) = {
        append,      append,      append,       append,    put_table,     put_seat, put_player,
        put_table,   drop_player, put_snapshot, put_share, replace_event, put_seat, put_count,
        cut_journal, put_table,   append,       append,    pack,
    };
    int which = below(r, 60);
    if (which == 0)
        drop_table(r);
    else
        changes[which % (int)(sizeof changes / sizeof changes[0])](r);
}

static void run_model(uint64_t seed, struct run *r)
{
    *r = (struct run){.store = NULL};
    rng_seed_pair(&r->rng, 16, seed);
    make_folder(r->folder);
    if (start(r))
        for (int i = 0; i < STEPS && r->why[0] == '\0'; i++) {
            change(r);
            if (below(r, 6) == 0)
                check_all(r); /* changes are read back before they are stored */
            if (below(r, 5) == 0)
                end_turn(r);
        }
    store_close(r->store);
    remove_folder(r->folder);
}

static void test_model(int runs)
{
    static struct run r;
    int bad = 0, packs = 0;
    for (int i = 0; i < runs; i++) {
        run_model((uint64_t)i, &r);
        packs += r.packs;
        if (r.why[0] != '\0' && bad++ < 5)
            tap_note("run %d: %s", i, r.why);
    }
    tap_ok(bad == 0, "%d runs of %d changes agree with the model", runs, STEPS);
    tap_ok(packs > runs, "%d journals became compact records", packs);
}

/* ---- single promises ---- */

static void test_secret(struct run *r)
{
    uint8_t first[32], again[32];
    memset(first, 1, sizeof first);
    memset(again, 2, sizeof again);
    tap_ok(!store_has_secret(r->store, "key"), "a new store has no secret");
    bool kept = store_keep_secret(r->store, "key", first, sizeof first) == STORE_OK &&
                store_commit(r->store) == STORE_OK;
    tap_ok(kept && store_keep_secret(r->store, "key", again, sizeof again) == STORE_OK &&
               memcmp(first, again, sizeof first) == 0 && store_has_secret(r->store, "key"),
           "a secret stays the first one");
}

static const struct store_maker *maker_of(int t, bool known)
{
    static struct store_maker maker;
    maker = (struct store_maker){(uint64_t)t % 2, UINT64_C(7) << 40 | 6, UINT64_C(9) << 32, known};
    return &maker;
}

static void test_lobby(struct run *r)
{
    struct store_listings count;
    struct reading seen = {.r = r};
    for (int t = 0; t < TABLES; t++) {
        struct store_table row = {.id = id_of(t),
                                  .listed = true,
                                  .due = INT64_MAX,
                                  .due_date = INT64_MAX,
                                  .changed = 10 + t,
                                  .row = ""};
        r->now.table[t].row = r->now.table[t].listed = true;
        r->now.table[t].changed = row.changed;
        if (store_put_table(r->store, &row) != STORE_OK ||
            store_put_listing(r->store, row.id, maker_of(t, false)) != STORE_OK)
            blame(r, "a listing", t);
    }
    store_commit(r->store);
    tap_ok(store_count_listings(r->store, 0, maker_of(0, true), &count) == STORE_OK &&
               count.of_maker == 3 && count.of_address == TABLES && r->why[0] == '\0',
           "listings are counted by maker and address");
    tap_ok(store_count_listings(r->store, 12, maker_of(0, false), &count) == STORE_OK &&
               count.of_maker == 1,
           "older ones do not count");
    store_list_lobby(r->store, 0, 2, see_row, &seen);
    tap_ok(seen.n == 2 && seen.seen[TABLES - 1] && seen.seen[TABLES - 2] && r->why[0] == '\0',
           "the lobby has the newest tables of an address first, and no more than asked for");
}

static void test_frozen(struct run *r)
{
    store_freeze(r->store, "for a test");
    tap_ok(store_put_count(r->store, 1) == STORE_FAILED &&
               strstr(store_why(r->store), "for a test") != NULL && !store_is_dirty(r->store),
           "a frozen store refuses changes and says why");
    store_freeze(r->store, "");
    tap_ok(store_put_count(r->store, 5) == STORE_OK && store_commit(r->store) == STORE_OK,
           "and takes them afterwards");
}

static void test_copy(struct run *r)
{
    char path[512], folder[300], why[256];
    int64_t count = 0;
    snprintf(folder, sizeof folder, "%s/copy", r->folder);
    if (mkdir(folder, 0700) != 0)
        abort();
    snprintf(path, sizeof path, "%s/parlor.db", folder);
    bool made = store_backup(r->store, path) == STORE_OK;
    tap_ok(made && store_backup(r->store, path) == STORE_FAILED, "a copy never replaces a file");
    struct store *copy = store_open(folder, STORE_READ, why, sizeof why);
    tap_ok(copy != NULL && store_find_count(copy, &count) == STORE_OK && count == 5,
           "a copy has what was stored");
    store_close(copy);
}

/* ---- two nodes ---- */

static int append_text(struct store *s, const char *table, int n, const char *text)
{
    return store_append_event(s, table, n, 1, 0, text, strlen(text));
}

static bool join_text(void *context, int n, int64_t at, const char *text, size_t len)
{
    char *all = context;
    (void)n, (void)at;
    strncat(all, text, len);
    return true;
}

/* The texts of a journal, one after the other. */
static bool has_journal(struct store *s, const char *table, const char *want)
{
    char all[256] = "";
    int result = store_read_events(s, table, 0, join_text, all);
    return result == (want[0] != '\0' ? STORE_OK : STORE_NONE) && strcmp(all, want) == 0;
}

static bool find_row(void *context, const struct store_table *row)
{
    if (strcmp(row->id, "race") == 0)
        snprintf(context, TEXT, "%s", row->row);
    return true;
}

static void test_race(struct store *a, struct store *b)
{
    store_drop_table(a, "race"), store_drop_table(a, "rest");
    bool good = append_text(a, "race", 0, "{0") == STORE_OK && store_commit(a) == STORE_OK &&
                has_journal(b, "race", "{0");
    tap_ok(good, "a node reads what another has stored");
    struct store_table row = {.id = "race", .row = "a", .due = 1, .due_date = 1}, lost = row;
    lost.row = "b";
    good = append_text(a, "race", 1, "{a1") == STORE_OK && store_put_table(a, &row) == STORE_OK &&
           append_text(b, "rest", 0, "{r0") == STORE_OK &&
           append_text(b, "race", 1, "{b1") == STORE_OK &&
           append_text(b, "race", 2, "{b2") == STORE_OK && store_put_table(b, &lost) == STORE_OK;
    tap_ok(good && store_commit(a) == STORE_OK, "two nodes append the same event: the first wins");
    tap_ok(store_commit(b) == STORE_CONFLICT && store_has_lost_table(b, "race") &&
               !store_has_lost_table(b, "rest"),
           "the second learns at its commit which table it has lost");
    tap_ok(has_journal(b, "race", "{0{a1") && has_journal(a, "rest", "{r0"),
           "nothing of that table is stored, and all else is");
    char kept[TEXT] = "";
    store_list_tables(a, find_row, kept);
    tap_ok(strcmp(kept, "a") == 0, "nor does the loser's row replace the winner's: %s", kept);
    tap_ok(append_text(b, "race", 2, "{b2") == STORE_OK && store_commit(b) == STORE_OK &&
               has_journal(a, "race", "{0{a1{b2"),
           "and it goes on after the events of the other");
    tap_ok(append_text(a, "race", 5, "{a5") == STORE_CONFLICT &&
               append_text(a, "race", 2, "{a2") == STORE_CONFLICT,
           "a gap, and a number that is taken, are refused at once");
    store_rollback(a);
}

static void test_packed_race(struct store *a, struct store *b)
{
    int n;
    struct store_table row = {.id = "pack", .phase = 2, .row = "x", .due = 1, .due_date = 1};
    bool good = append_text(a, "pack", 0, "{0") == STORE_OK &&
                store_put_table(a, &row) == STORE_OK && store_commit(a) == STORE_OK &&
                has_journal(b, "pack", "{0") && append_text(b, "pack", 1, "{1") == STORE_OK &&
                store_pack_table(a, "pack", &n) == STORE_OK && store_commit(a) == STORE_OK;
    tap_ok(good && store_commit(b) == STORE_CONFLICT && store_has_lost_table(b, "pack"),
           "a journal that became a record meanwhile is not continued");
    tap_ok(has_journal(b, "pack", "{0") && append_text(b, "pack", 1, "{1") == STORE_OK &&
               store_commit(b) == STORE_OK && has_journal(a, "pack", "{0{1"),
           "until it was read again: then it is a journal again");
    good = append_text(b, "pack", 2, "{2") == STORE_OK &&
           store_pack_table(a, "pack", &n) == STORE_OK && store_commit(b) == STORE_OK;
    tap_ok(good && store_commit(a) == STORE_CONFLICT && has_journal(a, "pack", "{0{1{2"),
           "a journal that was continued meanwhile does not become a record");
    good = append_text(b, "pack", 3, "{3") == STORE_OK && store_drop_table(a, "pack") == STORE_OK &&
           store_commit(a) == STORE_OK;
    tap_ok(good && store_commit(b) == STORE_CONFLICT && has_journal(b, "pack", ""),
           "a table that was removed meanwhile does not come back");
}

static void test_two_nodes(struct run *r)
{
    char why[256];
    struct store *other = store_open(r->folder, STORE_WRITE, why, sizeof why);
    if (!tap_ok(other != NULL, "a second node opens the same database"))
        return;
    test_race(r->store, other);
    test_packed_race(r->store, other);
    int64_t count = 0;
    tap_ok(store_put_count(other, 3) == STORE_OK && store_commit(other) == STORE_OK &&
               store_find_count(r->store, &count) == STORE_OK && count == 5,
           "the count does not go back when a slower node stores it");
    tap_ok(store_open(r->folder, STORE_ALONE, why, sizeof why) == NULL &&
               strstr(why, "in use") != NULL,
           "nobody is alone while nodes are there");
    test_telling(r->folder, r->store, other);
    store_close(other);
}

static void test_promises(void)
{
    static struct run r;
    make_folder(r.folder);
    if (!tap_ok(start(&r), "a new store opens %s", r.why))
        return;
    test_secret(&r);
    test_lobby(&r);
    test_frozen(&r);
    if (shared == NULL)
        test_copy(&r);
    else
        test_two_nodes(&r);
    store_close(r.store);
    remove_folder(r.folder);
}

int main(int argc, char **argv)
{
    shared = argc > 1 ? argv[1] : NULL;
    const char *wish = getenv("CONTRACT_RUNS");
    test_model(wish != NULL ? atoi(wish) : tap_part(40));
    test_promises();
    return tap_done();
}
