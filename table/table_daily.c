/* The bots at a table with a daily deal: see daily.h. */
#include <string.h>

#include "table/table.h"

/* The step from which secret choices are not yet settled; leaves the state before it in `s`. */
static int find_round(const struct table *t, struct state *s)
{
    const struct game *g = t->plan.setup.game;
    struct state_room now;
    int from = 0;
    table_replay(t, 0, state_in(&now));
    memcpy(s, &now, g->state_size);
    for (int i = 0; i < t->steps; i++) {
        bool sealed = game_is_sealed(g, state_in(&now));
        uint32_t before = g->actors(state_in(&now));
        table_replay_step(t, i, state_in(&now));
        if (turns_leave_open(sealed, before, t->step[i].seat, g->actors(state_in(&now))))
            continue;
        memcpy(s, &now, g->state_size);
        from = i + 1;
    }
    return from;
}

uint64_t table_ask_daily(const struct table *t, int seat, struct view *out)
{
    struct state_room round;
    int step = find_round(t, state_in(&round));
    memset(out, 0, t->plan.setup.game->view_size);
    t->plan.setup.game->observe(state_in(&round), seat, out);
    return day_bot_seed(t->seed, step, seat);
}
