/*
 * The steady time of the server: a count of milliseconds that goes on while the loop turns, and
 * stands still while the server is down, stopped (SIGSTOP, a frozen container) or asleep with its
 * machine. It never jumps, whatever happens to the system's date. Limits, codes, bots and live
 * clocks go by it; see table/moment.h. It also stands still while the store does not answer or
 * takes nothing: nobody loses time in which no move can be made.
 *
 * The count lives in the store, so that it goes on after a restart: it is stored with commits, and
 * by itself every few seconds. After a crash it is a few seconds behind, which players gain.
 *
 * Several nodes count each for themselves, and one that was stopped is behind the others. So each
 * table has a steady time of its own, in which its journal is written: the node's count and an
 * offset (`live_table.ahead`). A node that reads a table chooses the offset. The table's time is
 * not before its last event, nor has it gone on for longer than the date has since then. A node
 * that only caught up with the count of the others changes no table's time.
 */
#include "server/steady.h"
#include "server/server.h"
#include "server/tables.h"
#include "table/clock.h"

enum {
    BEHIND_MS = 1000,          /* so much behind the others a node may be */
    SLACK_MS = 1000,           /* a turn may take so long; more does not count, */
    STORE_MS = 100,            /* nor more than this in which it waits for the store */
    WITH_COMMIT_MS = 1000,     /* how often it is stored: with a commit, */
    WITH_TABLES_MS = 5000,     /* by itself while tables are in memory, or others use the store, */
    WITHOUT_TABLES_MS = 60000, /* and else */
    AWAY_MS = 1000,            /* how often the store is tried while it is away */
    DATE_STEP_MS = 20,
    OFFSET_STEP_MS = 100, /* a difference from the database's date that the way explains */
};

bool steady_start(struct server *s)
{
    s->now = (struct moment){.steady = clock_date_ms(), .date = clock_date_ms()};
    int found = store_find_count(s->store, &s->now.steady);
    s->steady = (struct steady){
        .read = clock_ms(), .stored = s->now.steady, .ahead = s->now.steady - s->now.date};
    return found != STORE_FAILED;
}

void steady_reach(struct server *s, int64_t count)
{
    int64_t behind = count - s->now.steady;
    if (!s->nodes.on || behind < BEHIND_MS)
        return;
    s->now.steady += behind;
    s->steady.ahead += behind;
    for (int i = 0; i < SERVER_HASH; i++)
        for (struct live_table *live = s->bucket[i]; live != NULL; live = live->next)
            live->ahead -= behind;
    tables_find_dues(s);
}

struct moment steady_at(const struct server *s, const struct live_table *live)
{
    return (struct moment){.steady = s->now.steady + live->ahead, .date = s->now.date};
}

void steady_place(struct server *s, struct live_table *live, int64_t served)
{
    const struct moment *beat = &live->t->beat;
    if (!s->nodes.on || beat->steady == 0)
        return;
    int64_t until = served < s->now.date ? served : s->now.date, now = steady_at(s, live).steady;
    int64_t most = beat->steady + (until > beat->date ? until - beat->date : 0);
    int64_t right = now > most ? most : now < beat->steady ? beat->steady : now;
    live->ahead += right - now;
}

/* All nodes have the date of their database. */
void steady_meet(struct server *s, int64_t date)
{
    int64_t offset = date - clock_date_ms(), step = offset - s->steady.offset;
    if (step > OFFSET_STEP_MS || step < -OFFSET_STEP_MS)
        s->steady.offset = offset;
}

/* The date keeps its distance from the steady time until it was set, or time did not count: so the
   dates that people are told do not tremble by a millisecond. */
static void read_date(struct server *s)
{
    int64_t date = clock_date_ms() + s->steady.offset;
    s->now.date = s->now.steady - s->steady.ahead;
    if (!s->steady.dated && date - s->now.date <= DATE_STEP_MS &&
        s->now.date - date <= DATE_STEP_MS)
        return;
    s->now.date = date;
    s->steady.ahead = s->now.steady - date;
    s->steady.dated = !s->store_good; /* nothing is due before the store is back */
    if (s->store_good)
        tables_find_dues(s);
}

void steady_read(struct server *s, int64_t wait_ms)
{
    int64_t read = clock_ms(), passed = read - s->steady.read;
    int64_t waited = s->wait.ns / 1000000 - STORE_MS;
    if (waited > 0)
        passed -= waited;
    if (passed > wait_ms + SLACK_MS)
        passed = wait_ms + SLACK_MS;
    if (!s->was_stopped && passed > 0)
        *(s->store_good ? &s->now.steady : &s->steady.away) += passed;
    s->was_stopped = false;
    s->steady.read = read;
    read_date(s);
}

int64_t steady_pace(const struct server *s)
{
    return s->now.steady + s->steady.away;
}

/* Whether the store has to be tried: it was away, or somebody was told so. */
static bool needs_try(struct server *s)
{
    bool doubt = s->store_doubt && s->store_good;
    s->store_doubt = false;
    if (!doubt && (s->store_good || s->health.damage[0] != '\0' ||
                   steady_pace(s) - s->steady.tried < AWAY_MS))
        return false;
    s->steady.tried = steady_pace(s);
    return true;
}

static bool is_due(const struct server *s)
{
    int64_t since = s->now.steady - s->steady.stored;
    bool often = s->tables > 0 || store_is_shared(settings_find_store(s->settings));
    return since >= (store_is_dirty(s->store) ? WITH_COMMIT_MS
                     : often                  ? WITH_TABLES_MS
                                              : WITHOUT_TABLES_MS);
}

void steady_keep(struct server *s, bool at_once)
{
    if (!needs_try(s) && !is_due(s) && (!at_once || s->now.steady == s->steady.stored))
        return;
    if (store_put_count(s->store, s->now.steady) != STORE_OK)
        s->turn_failed = true;
    s->steady.stored = s->now.steady;
}
