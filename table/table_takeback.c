/*
 * When a move may be taken back: it is the last step of the game, and nobody learned anything
 * by it. What a seat learns is found without knowing any game: in worlds drawn from what the
 * seat knew before, the same move must be legal and must lead to the very view that the seat has
 * now. One world where it does not shows that the true move told the seat something.
 */
#include <string.h>

#include "table/record.h"
#include "table/table.h"

enum { WORLDS = 48 };

static void look(const struct game *g, const struct state *s, int seat, struct view_room *room)
{
    memset(room, 0, sizeof *room);
    g->observe(s, seat, view_in(room));
}

static bool seat_learned(const struct table *t, const struct state *before, int seat)
{
    const struct game *g = t->plan.setup.game;
    const struct table_step *last = &t->step[t->steps - 1];
    struct view_room knew, knows, would;
    struct state_room world;
    struct rng r;
    look(g, before, seat, &knew);
    look(g, table_state(t), seat, &knows);
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

const char *table_refuse_takeback(const struct table *t, int seat)
{
    struct state_room before;
    if (t->steps == 0 || t->step[t->steps - 1].seat != seat)
        return MSG("takeback.not-last");
    table_replay(t, t->steps - 1, state_in(&before));
    for (int i = GAME_SPECTATOR; i < t->plan.setup.seats; i++)
        if (seat_learned(t, state_in(&before), i))
            return MSG("takeback.reveal");
    return NULL;
}
