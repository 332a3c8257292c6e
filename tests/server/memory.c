/*
 * Memory runs out. SQLite's own allocations fail once, for a while or until they are mended: that
 * is a failure of the store like any other. Ours fail once or for good, and end the program with a
 * message, or are noticed by code that goes on without: nothing that was told is lost.
 *
 * MEMORY_RUNS sets the number of runs of each kind (default 60).
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <jansson.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "table/memory.h"
#include "tests/server/fault_vfs.h"
#include "tests/server/house.h"
#include "tests/tap.h"

enum { ROUNDS = 8, LOG_BYTES = 1 << 22, FOR_GOOD = FAULT_FOR_GOOD };

static struct {
    long at, times, counted;
} plan[2] = {{FOR_GOOD, 0, 0}, {FOR_GOOD, 0, 0}}; /* of SQLite, and our own */

static bool runs_out(int of)
{
    long n = ++plan[of].counted;
    return n >= plan[of].at && n - plan[of].at < plan[of].times;
}

static void start(int of, long at, long times)
{
    plan[of].at = at;
    plan[of].times = times;
    plan[of].counted = 0;
}

/* ---- SQLite's ---- */

static sqlite3_mem_methods usual;

static void *sqlite_take(int bytes)
{
    return runs_out(0) ? NULL : usual.xMalloc(bytes);
}

static void *sqlite_resize(void *taken, int bytes)
{
    return runs_out(0) ? NULL : usual.xRealloc(taken, bytes);
}

static void install(void)
{
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &usual);
    sqlite3_mem_methods ours = usual;
    ours.xMalloc = sqlite_take;
    ours.xRealloc = sqlite_resize;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &ours);
    fault_install();
}

/* One run; `why` gets what is wrong. Returns the allocations counted. */
static long run(long at, long times, char *why, size_t cap)
{
    struct house h = {.disturbed = at % 2 == 1};
    long counted = 0;
    house_make_folder(&h, "memory");
    if (house_start(&h)) {
        start(0, at, times);
        house_play(&h, ROUNDS);
        counted = plan[0].counted;
        start(0, FOR_GOOD, 0);
        house_check(&h, false);
        house_play(&h, 2);
        house_check(&h, false);
    }
    house_end(&h, why, cap);
    return counted;
}

static void test_sqlite(int runs)
{
    static const long times[] = {1, 20, FOR_GOOD};
    char why[512];
    int bad = 0, done = 0;
    long all = run(FOR_GOOD, 0, why, sizeof why);
    tap_ok(why[0] == '\0' && all > 200, "SQLite allocates %ld times %s", all, why);
    double step = all > runs ? (double)all / runs : 1;
    for (double at = 1; at <= (double)all; at += step, done++) {
        run((long)at, times[done % 3], why, sizeof why);
        if (why[0] != '\0' && bad++ < 5)
            tap_note("allocation %ld, %ld times: %s", (long)at, times[done % 3], why);
    }
    tap_ok(bad == 0, "SQLite's memory runs out at %d places", done);
}

/* ---- our own: the linker leads our calls here ---- */

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t each);
void *__real_realloc(void *taken, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t each);
void *__wrap_realloc(void *taken, size_t bytes);

void *__wrap_malloc(size_t bytes)
{
    return runs_out(1) ? NULL : __real_malloc(bytes);
}

void *__wrap_calloc(size_t count, size_t each)
{
    return runs_out(1) ? NULL : __real_calloc(count, each);
}

void *__wrap_realloc(void *taken, size_t bytes)
{
    return runs_out(1) ? NULL : __real_realloc(taken, bytes);
}

/* In a process of its own: plays until memory runs out. */
static void play_until_out(struct house *h, long at, long times, int said)
{
    dup2(said, STDERR_FILENO);
    if (!house_start(h))
        _exit(2);
    start(1, at, times);
    house_play(h, ROUNDS);
    char *end = h->log + strlen(h->log);
    sprintf(end, "allocations - %ld\n", plan[1].counted);
    start(1, FOR_GOOD, 0);
    house_check(h, false);
    _exit(h->failed ? 3 : 0);
}

static bool says_out(int said)
{
    static char text[1 << 16];
    ssize_t n = read(said, text, sizeof text - 1);
    text[n > 0 ? n : 0] = '\0';
    return strstr(text, "out of memory") != NULL;
}

/* Returns whether memory ran out. */
static bool run_own(long at, long times, char *log, char *why, size_t cap)
{
    struct house h = {.log = log};
    int said[2], status;
    log[0] = '\0';
    house_make_folder(&h, "own");
    if (pipe(said) != 0)
        abort();
    pid_t child = fork();
    if (child == 0)
        play_until_out(&h, at, times, said[1]);
    close(said[1]);
    waitpid(child, &status, 0);
    bool out = WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT, clear = says_out(said[0]);
    close(said[0]);
    h.log = NULL;
    house_read_log(&h, log);
    if (house_start(&h))
        house_check(&h, true);
    house_stop(&h);
    snprintf(why, cap, "%s", h.why);
    if (out && !clear)
        snprintf(why, cap, "no message");
    else if (!out && status != 0)
        snprintf(why, cap, "status %d", status);
    house_remove_folder(&h);
    house_clear(&h);
    return out;
}

static void test_own(int runs)
{
    char why[512],
        *log = mmap(NULL, LOG_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int bad = 0, done = 0, outs = 0;
    run_own(FOR_GOOD, 0, log, why, sizeof why);
    const char *counted = strstr(log, "allocations - ");
    long all = counted != NULL ? atol(counted + 14) : 0;
    tap_ok(why[0] == '\0' && all > 200, "our code allocates %ld times %s", all, why);
    double step = all > runs ? (double)all / runs : 1;
    for (double at = 1; at <= (double)all; at += step, done++) {
        outs += run_own((long)at, FOR_GOOD, log, why, sizeof why);
        if (why[0] != '\0' && bad++ < 5)
            tap_note("allocation %ld and all after it: %s", (long)at, why);
        run_own((long)(at + step / 2), 1, log, why, sizeof why);
        if (why[0] != '\0' && bad++ < 5)
            tap_note("allocation %ld alone: %s", (long)(at + step / 2), why);
    }
    /* Runs differ a little in length, so some of the last places are never reached. */
    tap_ok(bad == 0 && outs > done * 3 / 4, "our memory runs out at %d places, and once at %d",
           outs, done);
}

int main(void)
{
    const char *wish = getenv("MEMORY_RUNS");
    int runs = wish != NULL ? atoi(wish) : tap_part(60);
    install();
    json_set_alloc_funcs(memory_take, free);
    if (!fair_init())
        abort();
    test_own(runs);
    if (freopen("/dev/null", "w", stderr) == NULL) /* the log is long */
        abort();
    test_sqlite(3 * runs);
    return tap_done();
}
