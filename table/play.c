/* Random play: see play.h. */
#include "table/play.h"

#include <assert.h>

/* The legal moves of every actor; returns the actors that have any. */
static uint32_t list_movers(const struct game *g, const struct state *s, uint32_t actors,
                            move moves[GAME_SEATS_MAX][GAME_MOVES_MAX], int *counts)
{
    uint32_t movers = 0;
    for (int i = 0; i < GAME_SEATS_MAX; i++) {
        if ((actors >> i & 1) == 0)
            continue;
        counts[i] = g->legal(s, i, moves[i]);
        if (counts[i] > 0)
            movers |= UINT32_C(1) << i;
    }
    return movers;
}

/* One of the seats, uniformly; draws no number if there is but one. */
static int choose_seat(uint32_t seats, struct rng *r)
{
    int list[GAME_SEATS_MAX];
    int n = 0;
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        if (seats >> i & 1)
            list[n++] = i;
    return list[n > 1 ? rng_below(r, (uint32_t)n) : 0];
}

int play_choose(const struct game *g, const struct state *s, struct rng *r, struct play_event *out)
{
    move moves[GAME_SEATS_MAX][GAME_MOVES_MAX];
    int counts[GAME_SEATS_MAX];
    uint32_t actors = g->actors(s);
    if (actors == 0)
        return 0;
    if (actors == GAME_DEALER) {
        out->seat = PLAY_DEAL;
        g->shuffle(s, r, &out->deal);
        return 1;
    }
    uint32_t movers = list_movers(g, s, actors, moves, counts);
    assert(movers != 0); /* a game whose actors cannot move is over */
    out->seat = choose_seat(movers, r);
    out->move = moves[out->seat][rng_below(r, (uint32_t)counts[out->seat])];
    return 1;
}

void play_apply(const struct game *g, struct state *s, const struct play_event *e)
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
