/*
 * A server whose store obeys a test. Everything is the real server, but for a few functions of the
 * store (linked by --wrap), which behave as if a database stood behind them: they wait for it by
 * the server's own wait function, or fail. The test writes lines into a FIFO, whose path is in
 * PARLOR_TEST_CONTROL:
 *
 *   works          the database answers at once
 *   waits          it does not answer
 *   fails          it is absent: all fails at once
 *   faster N TABLE EVENT
 *                  at the next N commits that append to this table another node is faster: its
 *                  event, as JSON, stands in the journal instead
 *
 * The arguments are those of `parlor serve`: --NAME VALUE.
 */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/server.h"

enum { PATIENCE_MS = 20000, LINE_BYTES = 512 };

static int control;
static enum { WORKS, WAITS, FAILS } mode;
static store_wait *wait_function;
static void *wait_context;

/* The other node. */
static struct {
    int times;
    char table[TABLE_ID_MAX], event[LINE_BYTES];
    bool appended; /* by this node, in this turn */
    bool won;      /* at the last commit */
} other;

static void obey(const char *line)
{
    if (sscanf(line, "faster %d %16s %511[^\n]", &other.times, other.table, other.event) == 3)
        return;
    mode = strcmp(line, "waits") == 0 ? WAITS : strcmp(line, "fails") == 0 ? FAILS : WORKS;
}

/* Takes the lines that have come. */
static void take_lines(void)
{
    static char line[LINE_BYTES];
    static size_t n;
    for (char c; read(control, &c, 1) == 1;) {
        if (c != '\n' && n + 1 < sizeof line) {
            line[n++] = c;
            continue;
        }
        line[n] = '\0';
        n = 0;
        obey(line);
    }
}

/* Whether the database answers. */
static bool reach(void)
{
    take_lines();
    while (mode == WAITS && wait_function != NULL) {
        if (wait_function(wait_context, control, POLLIN, PATIENCE_MS) <= 0)
            return false;
        take_lines();
    }
    return mode != FAILS;
}

/* ---- the store's functions ---- */

void __wrap_store_set_wait(struct store *s, store_wait *wait, void *context);
void __wrap_store_set_wait(struct store *s, store_wait *wait, void *context)
{
    (void)s;
    wait_function = wait;
    wait_context = context;
}

int __real_store_append_event(struct store *s, const char *table, int n, int64_t at, uint32_t turn,
                              const char *text, size_t len);
int __wrap_store_append_event(struct store *s, const char *table, int n, int64_t at, uint32_t turn,
                              const char *text, size_t len);
int __wrap_store_append_event(struct store *s, const char *table, int n, int64_t at, uint32_t turn,
                              const char *text, size_t len)
{
    take_lines();
    other.appended = other.appended || strcmp(table, other.table) == 0;
    return __real_store_append_event(s, table, n, at, turn, text, len);
}

int __real_store_commit(struct store *s);

/* The other node's event takes the place of this node's. */
static int lose(struct store *s)
{
    int n = 0;
    int64_t turn = 0;
    other.times--;
    if (store_find_last(s, other.table, &n, &turn) != STORE_OK ||
        __real_store_append_event(s, other.table, n + 1, 0, (uint32_t)turn, other.event,
                                  strlen(other.event)) != STORE_OK ||
        __real_store_commit(s) != STORE_OK)
        abort();
    other.won = true;
    return STORE_CONFLICT;
}

int __wrap_store_commit(struct store *s);
int __wrap_store_commit(struct store *s)
{
    bool there = reach(), meets = other.times > 0 && other.appended;
    other.appended = other.won = false;
    if (there && !meets)
        return __real_store_commit(s);
    store_rollback(s);
    return there ? lose(s) : STORE_FAILED;
}

bool __wrap_store_has_lost_table(struct store *s, const char *table);
bool __wrap_store_has_lost_table(struct store *s, const char *table)
{
    (void)s;
    return other.won && strcmp(table, other.table) == 0;
}

int __real_store_read_events(struct store *s, const char *table, int from, store_event_visit *visit,
                             void *context);
int __wrap_store_read_events(struct store *s, const char *table, int from, store_event_visit *visit,
                             void *context);
int __wrap_store_read_events(struct store *s, const char *table, int from, store_event_visit *visit,
                             void *context)
{
    return reach() ? __real_store_read_events(s, table, from, visit, context) : STORE_FAILED;
}

int __real_store_find_player(struct store *s, uint64_t id, struct store_player *out);
int __wrap_store_find_player(struct store *s, uint64_t id, struct store_player *out);
int __wrap_store_find_player(struct store *s, uint64_t id, struct store_player *out)
{
    return reach() ? __real_store_find_player(s, id, out) : STORE_FAILED;
}

int main(int argc, char **argv)
{
    static struct settings settings;
    char bad[64];
    bool known, good = true;
    settings_init(&settings);
    good = settings_read_environment(&settings, bad, sizeof bad);
    for (int i = 2; i + 1 < argc && good; i += 2) /* after `serve` */
        good = strncmp(argv[i], "--", 2) == 0 &&
               settings_set(&settings, argv[i] + 2, argv[i + 1], &known);
    const char *path = getenv("PARLOR_TEST_CONTROL");
    control = path != NULL ? open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) : -1;
    if (!good || control < 0) {
        fprintf(stderr, "wrong arguments, or no PARLOR_TEST_CONTROL\n");
        return 2;
    }
    return server_run(&settings);
}
