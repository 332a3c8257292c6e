/* Playing games by machine: see play.h. */
#include "table/play.h"

#include <assert.h>
#include <string.h>

static move choose_random(const struct play_turn *turn, struct rng *r)
{
    return turn->moves[rng_below(r, (uint32_t)turn->n)];
}

static const struct play_bot random_bot = {.name = "random", .looks = 0, .choose = choose_random};

const struct play_bot *const play_bots[] = {&random_bot, NULL};

const struct play_bot *play_find_bot(const char *name)
{
    for (int i = 0; play_bots[i] != NULL; i++)
        if (strcmp(play_bots[i]->name, name) == 0)
            return play_bots[i];
    return NULL;
}

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

int play_choose(const struct game *g, const struct state *s, const struct play_bot *const *bot,
                struct rng *r, struct play_event *out)
{
    move moves[GAME_SEATS_MAX][GAME_MOVES_MAX];
    int counts[GAME_SEATS_MAX];
    struct view_room room;
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
    int seat = choose_seat(movers, r);
    struct play_turn turn = {
        .game = g, .seat = seat, .view = NULL, .moves = moves[seat], .n = counts[seat]};
    if (bot[seat]->looks) {
        g->observe(s, seat, view_in(&room));
        turn.view = view_in(&room);
    }
    out->seat = seat;
    out->move = bot[seat]->choose(&turn, r);
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

long play_out(const struct game *g, struct state *s, const struct play_bot *const *bot,
              struct rng *r)
{
    struct play_event e;
    long n = 0;
    for (; play_choose(g, s, bot, r, &e); n++)
        play_apply(g, s, &e);
    return n;
}
