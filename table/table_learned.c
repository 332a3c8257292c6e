/*
 * Whether a move told anybody something. The test works for every game: in worlds drawn from the
 * seat's view before the move, the same move must be legal and lead to the seat's true view after
 * it. A single world where it does not proves that the move told the seat something.
 */
#include <string.h>

#include "table/table.h"

enum { WORLDS = 48 };

static void look(const struct game *g, const struct state *s, int seat, struct view_room *room)
{
    memset(room, 0, sizeof *room);
    g->observe(s, seat, view_in(room));
}

static bool seat_learned(const struct table *t, int step, const struct state *before,
                         const struct state *after, int seat)
{
    const struct game *g = t->plan.setup.game;
    const struct table_step *last = &t->step[step];
    struct view_room knew, knows, would;
    struct state_room world;
    struct rng r;
    look(g, before, seat, &knew);
    look(g, after, seat, &knows);
    rng_seed_pair(&r, (uint64_t)t->n, (uint64_t)seat + 1);
    for (int i = 0; i < WORLDS; i++) {
        g->determinize(view_in(&knew), &r, state_in(&world));
        if (g->refuse(state_in(&world), last->seat, last->m) != NULL)
            return true;
        g->apply(state_in(&world), last->seat, last->m);
        look(g, state_in(&world), seat, &would);
        if (memcmp(&would, &knows, sizeof would) != 0)
            return true;
    }
    return false;
}

bool table_has_told(const struct table *t, int step)
{
    struct state_room before, after;
    table_replay(t, step, state_in(&before));
    after = before;
    table_replay_step(t, step, state_in(&after));
    for (int i = GAME_SPECTATOR; i < t->plan.setup.seats; i++)
        if (seat_learned(t, step, state_in(&before), state_in(&after), i))
            return true;
    return false;
}
