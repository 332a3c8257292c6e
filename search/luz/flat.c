/*
 * Luz: flat Monte Carlo. Every move of the root is played out in the same worlds, with the same
 * random numbers: only the move differs. With many moves (bids), the worse ones drop out after a
 * third and after two thirds of the budget.
 */
#include <assert.h>

#include "search/luz/think.h"

/* Keeps the best `keep` of the remaining moves. */
static uint32_t drop_worst(const struct think *t, uint32_t in, int keep)
{
    for (int n = __builtin_popcount(in); n > keep; n--) {
        int worst = -1;
        for (int i = 0; i < t->n; i++)
            if ((in >> i & 1) && (worst < 0 || t->option[i].value < t->option[worst].value))
                worst = i;
        assert(worst >= 0);
        in ^= UINT32_C(1) << worst;
    }
    return in;
}

/* One world for every remaining move. */
static void try_world(struct think *t, uint32_t in)
{
    int world = belief_draw(&t->belief, &t->rng);
    struct rng luck;
    rng_seed(&luck, rng_next(&t->rng));
    for (; in != 0; in &= in - 1) {
        int i = __builtin_ctz(in);
        struct rng r = luck;
        struct sim s;
        struct outcome o;
        belief_world(&t->belief, world, &s);
        think_play(t, &s, i);
        sim_finish(&t->lore, &s, &r);
        worth_of(&t->worth, &s, &o);
        think_add(&t->option[i], &o);
        t->spent++;
    }
}

void flat_search(struct think *t)
{
    uint32_t in = t->only >= 0 ? UINT32_C(1) << t->only : (UINT32_C(1) << t->n) - 1;
    uint64_t cut = t->n > TUNE_FLAT_CROWD ? t->budget / 3 : UINT64_MAX;
    int keep = TUNE_FLAT_FIRST_CUT;
    while (!think_over(t)) {
        try_world(t, in);
        if (t->spent >= cut) {
            in = drop_worst(t, in, keep);
            cut = keep == TUNE_FLAT_FIRST_CUT ? t->budget / 3 * 2 : UINT64_MAX;
            keep = TUNE_FLAT_SECOND_CUT;
        }
    }
}
