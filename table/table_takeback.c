/*
 * A move may be taken back if it is the last one of the game (later signals do not count) and
 * nobody learned anything from it. The test for learning works for every game: in worlds drawn from
 * the seat's view before the move, the same move must be legal and lead to the seat's true view
 * after it. A single world where it does not proves that the move told the seat something.
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

int table_count_takeback(const struct table *t)
{
    int i = t->steps - 1;
    while (i >= 0 && (t->step[i].m & MOVE_TALK) != 0)
        i--;
    return i < 0 ? 0 : t->steps - i;
}

const char *table_refuse_takeback(const struct table *t, int seat)
{
    struct state_room before, after;
    int step = t->steps - table_count_takeback(t);
    if (step == t->steps || t->step[step].seat != seat)
        return MSG("takeback.not-last");
    table_replay(t, step, state_in(&before));
    after = before;
    table_replay_step(t, step, state_in(&after));
    for (int i = GAME_SPECTATOR; i < t->plan.setup.seats; i++)
        if (seat_learned(t, step, state_in(&before), state_in(&after), i))
            return MSG("takeback.reveal");
    return NULL;
}
