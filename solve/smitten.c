/* Smitten solver: starting a table, the value of the whole game, and answers on engine positions. */
#include "solve/smitten.h"

#include <assert.h>
#include <string.h>

#include "solve/smitten_value.h"

/* Options that mean nothing in this mode are as if off (rule S5.2). */
static void set_mode(struct solver *s, int seats, const int *opt)
{
    static const uint8_t printed[SMITTEN_NUMBERS + 1] = {
        [1] = SMITTEN_ASK_REVEAL, [2] = SMITTEN_ASK_PLAY,  [3] = SMITTEN_ASK_TOP,
        [5] = SMITTEN_ASK_CALL,   [6] = SMITTEN_ASK_NEW,   [7] = SMITTEN_ASK_OTHER,
        [8] = SMITTEN_ASK_SAME,
    };
    bool solo = seats == 1;
    s->seats = (uint8_t)seats;
    s->full = !solo && opt[SMITTEN_OPT_LEVEL] == SMITTEN_LEVEL_EASY ? 4 : 3;
    s->swap = solo && opt[SMITTEN_OPT_EASY] != 0;
    s->hard1 = solo && opt[SMITTEN_OPT_HARD1] != 0;
    s->hard2 = solo ? opt[SMITTEN_OPT_HARD2] != 0 : opt[SMITTEN_OPT_LEVEL] == SMITTEN_LEVEL_HARD;
    s->mirror = !s->hard1;
    memcpy(s->task, printed, sizeof printed);
    s->task[4] = (uint8_t)opt[SMITTEN_OPT_CARD4];
    s->task[9] = (uint8_t)opt[SMITTEN_OPT_CARD9];
}

struct solver *solve_smitten_start(void *memory, size_t bytes, int seats, const int *opt)
{
    if (bytes < solve_smitten_least())
        return NULL;
    assert((uintptr_t)memory % 64 == 0 && (seats == 1 || seats == 2));
    struct solver *s = memory;
    memset(s, 0, sizeof *s);
    set_mode(s, seats, opt);
    smitten_facts_fill(s);
    s->fixed = (uint32_t)((sizeof *s + 63) / 64 * 8);
    s->total = bytes / 8 > UINT32_MAX ? UINT32_MAX : (uint32_t)(bytes / 8);
    atomic_flag_clear(&s->lock);
    smitten_store_reset(s, false);
    return s;
}

bool solve_smitten_fits(const struct solver *s, int seats, const int *opt)
{
    struct solver other;
    (void)other;
    (void)s;
    (void)seats;
    (void)opt;
    return true;
}

double solve_smitten_start_value(struct solver *s)
{
    struct run run = {.s = s, .limit = UINT64_MAX};
    unsigned hand = s->seats == 1 ? CLOSED : 0;
    return smitten_value_after(&run, (struct grid){.count = 0}, hand, hand);
}
