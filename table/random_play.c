/* Random play: see random_play.h. */
#include "table/random_play.h"

#include <assert.h>

#include "core/turns.h"

/* One of the seats, uniformly; draws no number if there is only one. */
static int choose_seat(uint32_t seats, struct rng *r)
{
    int list[GAME_SEATS_MAX];
    int n = 0;
    assert(seats != 0); /* a game whose actors cannot move is over */
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        if (seats >> i & 1)
            list[n++] = i;
    return list[n > 1 ? rng_below(r, (uint32_t)n) : 0];
}

int random_play_choose(const struct game *g, const struct state *s, struct rng *r,
                       struct play_event *out)
{
    move moves[GAME_MOVES_MAX];
    uint32_t actors = g->actors(s);
    if (actors == 0)
        return 0;
    if (actors == GAME_DEALER) {
        out->seat = PLAY_DEAL;
        g->shuffle(s, r, &out->deal);
        return 1;
    }
    bool several = (actors & (actors - 1)) != 0;
    out->seat = choose_seat(several ? turns_list_movers(g, s, actors) : actors, r);
    int n = g->legal(s, out->seat, moves);
    assert(n > 0);
    out->move = moves[rng_below(r, (uint32_t)n)];
    return 1;
}

void play_event_apply(const struct game *g, struct state *s, const struct play_event *e)
{
    if (e->seat != PLAY_DEAL) {
        g->apply(s, e->seat, e->move);
        return;
    }
    int at;
    const char *why = g->deal(s, &e->deal, &at);
    assert(why == NULL);
    (void)why;
}
