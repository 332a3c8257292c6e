/*
 * The store itself, on a real file: an event is stored only right after the last one of its table,
 * whatever was taken back, cut or written by somebody else before; and what is gathered before a
 * write to the WAL is read by its own transaction, and by others after the commit.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/store.h"
#include "tests/tap.h"

static const char table[] = "abcdefghijklmnop";

static int append(struct store *s, const char *id, int n)
{
    return store_append_event(s, id, n, 1000 + n, 1, "{}", 2);
}

static bool count_event(void *context, int n, int64_t at, const char *text, size_t len)
{
    int *count = context;
    (void)at, (void)text, (void)len;
    return n == (*count)++;
}

/* The events of a journal; -1: there is a gap. */
static int count_events(struct store *s, const char *id)
{
    int count = 0, n = -1;
    int64_t turn;
    store_read_events(s, id, 0, count_event, &count);
    store_find_last(s, id, &n, &turn);
    return n + 1 == count ? count : -1;
}

static void check_order(struct store *s)
{
    tap_ok(append(s, table, 1) == STORE_CONFLICT, "a journal begins with event 0");
    tap_ok(append(s, table, 0) == STORE_OK && append(s, table, 1) == STORE_OK, "events in order");
    tap_ok(append(s, table, 3) == STORE_CONFLICT, "a gap is refused");
    tap_ok(strstr(store_why(s), "event 3 does not follow event 1") != NULL, "and named");
    tap_ok(append(s, table, 1) == STORE_CONFLICT, "an event is stored once");
    tap_ok(append(s, table, 2) == STORE_OK && store_commit(s) == STORE_OK &&
               count_events(s, table) == 3,
           "refusals leave the transaction whole");
}

static void check_taken_back(struct store *s)
{
    append(s, table, 3);
    store_rollback(s);
    tap_ok(append(s, table, 4) == STORE_CONFLICT, "what was taken back is not the last event");
    tap_ok(append(s, table, 3) == STORE_OK && append(s, table, 4) == STORE_OK &&
               store_commit(s) == STORE_OK,
           "the journal goes on where it was");
    store_cut_journal(s, table, 2);
    tap_ok(append(s, table, 5) == STORE_CONFLICT && append(s, table, 2) == STORE_OK,
           "after a cut it goes on there");
    store_commit(s);
    tap_ok(count_events(s, table) == 3, "and has no gap");
}

static void check_others(struct store *s, const char *path)
{
    sqlite3 *other;
    append(s, table, 3);
    store_commit(s);
    sqlite3_open(path, &other);
    sqlite3_exec(other, "INSERT INTO events VALUES('abcdefghijklmnop', 4, 0, '{}', 1)", NULL, NULL,
                 NULL);
    sqlite3_close(other);
    tap_ok(append(s, table, 4) == STORE_CONFLICT, "somebody else has stored that event");
    tap_ok(append(s, table, 5) == STORE_OK && store_commit(s) == STORE_OK &&
               count_events(s, table) == 6,
           "the next one is stored");
}

static void count_flaw(void *context, const struct store_flaw *f)
{
    int *count = context;
    (void)f;
    (*count)++;
}

/* More tables and bytes than any memory for them. */
static void check_many(struct store *s, const char *folder)
{
    enum { TABLES = 5000, EVENTS = 4 };
    char id[20], why[256];
    static char text[500];
    int bad = 0, all = 0;
    memset(text, 'x', sizeof text);
    for (int n = 0; n < EVENTS; n++)
        for (int i = 0; i < TABLES; i++) {
            snprintf(id, sizeof id, "table%011d", i * 7919 % TABLES);
            bad += store_append_event(s, id, n, 1, 1, text, sizeof text) != STORE_OK;
        }
    for (int i = 0; i < TABLES; i += 100) {
        snprintf(id, sizeof id, "table%011d", i);
        all += count_events(s, id);
    }
    tap_ok(bad == 0 && all == TABLES / 100 * EVENTS, "%d tables in one transaction, read in it",
           TABLES);
    struct store *reader = store_open(folder, STORE_READ, why, sizeof why);
    tap_ok(reader != NULL && count_events(reader, id) == 0, "nobody else sees them yet");
    tap_ok(store_commit(s) == STORE_OK && count_events(reader, id) == EVENTS,
           "after the commit others do");
    why[0] = '\0';
    tap_ok(store_check(folder, NULL, count_flaw, &bad, why, sizeof why) == STORE_OK && bad == 0,
           "the file is sound %s", why);
    store_close(reader);
}

int main(void)
{
    char folder[] = "/tmp/parlor-store-XXXXXX", path[128], why[256] = "";
    static const char *const files[] = {"parlor.db", "parlor.db-wal", "parlor.db-shm",
                                        "parlor.last"};
    if (mkdtemp(folder) == NULL)
        abort();
    struct store *s = store_open(folder, STORE_WRITE, why, sizeof why);
    if (!tap_ok(s != NULL, "the store opens %s", why))
        return tap_done();
    snprintf(path, sizeof path, "%s/parlor.db", folder);
    check_order(s);
    check_taken_back(s);
    check_others(s, path);
    check_many(s, folder);
    store_close(s);
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        unlink(path);
    }
    rmdir(folder);
    return tap_done();
}
