/*
 * A disk that fails once, for a while or for good, at every place where the server uses it: what
 * was told stays, what was refused has not happened, and play goes on afterwards.
 *
 * DISK_RUNS sets the number of runs (default 300); 0: every place in every way.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/retain.h"
#include "table/memory.h"
#include "tests/server/fault_vfs.h"
#include "tests/server/house.h"
#include "tests/tap.h"

enum { ROUNDS = 10 };

struct failure {
    unsigned ops;
    enum fault_kind kind;
    int times;
    const char *name;
};

static const struct failure failures[] = {
    {FAULT_ALL, FAULT_EIO, 1, "any operation fails once"},
    {FAULT_ALL, FAULT_EIO, 3, "three operations fail"},
    {FAULT_ALL, FAULT_EIO, 25, "the disk fails for a while"},
    {FAULT_ALL, FAULT_EIO, FAULT_FOR_GOOD, "the disk fails until it is mended"},
    {FAULT_WRITE, FAULT_ENOSPC, 1, "one write finds no space"},
    {FAULT_WRITE, FAULT_ENOSPC, FAULT_FOR_GOOD, "the disk is full"},
    {FAULT_WRITE, FAULT_SHORT, 2, "two writes are short"},
    {FAULT_READ, FAULT_EIO, 4, "four reads fail"},
    {FAULT_SYNC | FAULT_READ, FAULT_EIO, 2, "a sync fails, then a read"},
    {FAULT_SYNC, FAULT_EIO, 1, "a sync fails"},
};
enum { FAILURES = sizeof failures / sizeof failures[0] };

static void copy_file(const char *from, const char *to, const char *name)
{
    char path[256];
    static char bytes[1 << 16];
    snprintf(path, sizeof path, "%s/%s", from, name);
    FILE *in = fopen(path, "rb");
    snprintf(path, sizeof path, "%s/%s", to, name);
    FILE *out = fopen(path, "wb");
    for (size_t n; in != NULL && (n = fread(bytes, 1, sizeof bytes, in)) > 0;)
        fwrite(bytes, 1, n, out);
    if (in != NULL)
        fclose(in);
    fclose(out);
}

/* The files as a killed server leaves them: what was told is there. */
static void check_after_kill(struct house *h)
{
    struct house after = {.server = NULL};
    house_make_folder(&after, "killed");
    pid_t child = fork(); /* who closes a database's file here drops SQLite's locks on it */
    if (child == 0) {
        copy_file(h->folder, after.folder, "parlor.db");
        copy_file(h->folder, after.folder, "parlor.db-wal");
        _exit(0);
    }
    waitpid(child, NULL, 0);
    after.tables = h->tables;
    memcpy(after.table, h->table, sizeof after.table);
    memcpy(after.old, h->old, sizeof after.old);
    after.told = json_deep_copy(h->told); /* time goes on there */
    if (house_start(&after))
        house_check(&after, true);
    if (after.failed && !h->failed) {
        h->failed = true;
        snprintf(h->why, sizeof h->why, "after a kill: %.480s", after.why);
    }
    house_stop(&after);
    house_remove_folder(&after);
    house_clear(&after);
}

static int without_snapshot; /* runs that stored none */

/* One run; `why` gets what is wrong. Returns the operations counted. */
static int run(const struct failure *f, int at, char *why, size_t cap)
{
    struct house h = {.disturbed = at % 2 == 1 || at == FAULT_FOR_GOOD};
    house_make_folder(&h, "disk");
    int counted = 0;
    if (house_start(&h)) {
        fault_start(f->ops, at, f->times, f->kind);
        house_play(&h, ROUNDS);
        counted = fault_stop();
        const struct retained *old = &h.server->retain.all;
        if (at == FAULT_FOR_GOOD && (old->packed == 0 || old->expired == 0) && !h.failed) {
            h.failed = true;
            snprintf(h.why, sizeof h.why, "nothing has grown old");
        }
        if (at % 2 == 0)
            check_after_kill(&h);
        house_check(&h, false);
        house_play(&h, 2); /* play goes on */
        house_check(&h, false);
        without_snapshot += h.server->metrics.snapshots == 0;
    }
    house_end(&h, why, cap);
    return counted;
}

/* Fails at each operation of a start: the store opens or says why not, and opens later. */
static void test_start(void)
{
    struct house h = {.server = NULL};
    int bad = 0, at = 1;
    house_make_folder(&h, "disk");
    if (house_start(&h))
        house_play(&h, 4);
    check_after_kill(&h);
    for (bool more = true; more && !h.failed; at++) {
        char why[256] = "";
        fault_start(FAULT_ALL, at, 1 + at % 3, (enum fault_kind)(at % FAULT_KINDS));
        struct store *second = store_open(h.folder, STORE_WRITE, why, sizeof why);
        more = fault_count() > 0;
        fault_stop();
        bad += second == NULL && why[0] == '\0';
        store_close(second);
        house_check(&h, false);
    }
    house_stop(&h);
    tap_ok(bad == 0 && !h.failed && at > 5, "a start that fails at any of %d places %s", at, h.why);
    house_remove_folder(&h);
    house_clear(&h);
}

static void test_failure(const struct failure *f, int runs)
{
    char why[512];
    int all = run(f, FAULT_FOR_GOOD, why, sizeof why), bad = 0, done = 0;
    double step = runs == 0 || runs > all ? 1 : (double)all / runs;
    if (why[0] != '\0')
        tap_note("without a failure: %s", why);
    tap_ok(why[0] == '\0' && all > 10, "%s: the disk is used %d times", f->name, all);
    for (double at = 1; at <= all; at += step, done++) {
        run(f, (int)at, why, sizeof why);
        if (why[0] != '\0' && bad++ < 3)
            tap_note("operation %d of %d: %s", (int)at, all, why);
    }
    tap_ok(bad == 0, "%s: %d places", f->name, done);
}

int main(void)
{
    const char *wish = getenv("DISK_RUNS");
    int runs = wish != NULL ? atoi(wish) : tap_part(300);
    if (!fair_init() || freopen("/dev/null", "w", stderr) == NULL) /* the log is long */
        abort();
    fault_install();
    for (int i = 0; i < FAILURES; i++)
        test_failure(&failures[i], runs == 0 ? 0 : 1 + runs / FAILURES);
    tap_ok(without_snapshot == 0, "every run stores snapshots too");
    test_start();
    return tap_done();
}
