/*
 * The power is cut at any operation of the disk, and only synced bytes survive, or with them any
 * sectors of those that were not: every table goes on with all that was told.
 *
 * POWER_RUNS sets the number of runs (default 300); 0: every operation, three times.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/server/fault_vfs.h"
#include "tests/server/house.h"
#include "tests/tap.h"

enum { ROUNDS = 20 };

/* One cut; `why` gets what is wrong. Returns the operations counted. */
static int run(int at, unsigned seed, char *why, size_t cap)
{
    struct house h = {.server = NULL};
    house_make_folder(&h, "power");
    fault_track();
    if (house_start(&h)) {
        fault_cut_power(at);
        house_play(&h, ROUNDS);
    }
    int counted = fault_stop();
    fault_cut_power(1);
    house_stop(&h);
    fault_restore(seed);
    if (!h.failed) {
        if (house_start(&h)) {
            const char *table;
            int n;
            if (store_has_lost(h.server->store, &table, &n))
                snprintf(h.why, sizeof h.why, "event %d of table %s is gone", n, table);
            house_check(&h, true);
        }
        house_stop(&h);
    }
    snprintf(why, cap, "%s", h.why);
    house_remove_folder(&h);
    house_clear(&h);
    return counted;
}

int main(void)
{
    const char *wish = getenv("POWER_RUNS");
    char why[512];
    int runs = wish != NULL ? atoi(wish) : tap_part(300), bad = 0, done = 0;
    if (!fair_init() || freopen("/dev/null", "w", stderr) == NULL) /* the log is long */
        abort();
    fault_install();
    int all = run(FAULT_FOR_GOOD, 0, why, sizeof why);
    tap_ok(why[0] == '\0' && all > 50, "the disk is used %d times %s", all, why);
    double step = runs == 0 ? 1.0 / 3 : (double)all / runs;
    for (double at = 1; at <= all; at += step, done++) {
        run((int)at, (unsigned)(done % 3), why, sizeof why);
        if (why[0] != '\0' && bad++ < 5)
            tap_note("operation %d, seed %d: %s", (int)at, done % 3, why);
    }
    tap_ok(bad == 0, "the power is cut at %d places", done);
    return tap_done();
}
