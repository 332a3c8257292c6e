/* Luz: the tricks behind a bid. See study.h. */
#include <assert.h>

#include "search/luz/study.h"
#include "search/luz/think.h"

struct room {
    struct sim_lore lore;
    struct belief belief;
};

static int number(move m)
{
    return (m & ~(move)LUZ_MOVE_NUMBER) == LUZ_MOVE_BID ? (int)(m & LUZ_MOVE_NUMBER) : -1;
}

/* Plays every bid out in one world; counts the tricks made. */
static void try_bids(struct room *room, int world, uint64_t luck, struct study *out)
{
    for (int bid = 0; bid < STUDY_BIDS; bid++) {
        struct sim s;
        struct rng r;
        rng_seed(&r, luck);
        belief_world(&room->belief, world, &s);
        sim_bid(&s, bid + 1);
        sim_finish(&room->lore, &s, &r);
        out->chance[bid][s.won[room->belief.seat]]++;
    }
    out->playouts++;
}

/* From counts to chances and points. */
static void settle(struct study *out, int deal)
{
    for (int bid = 0; bid < STUDY_BIDS; bid++) {
        for (int i = 0; i < STUDY_TRICKS; i++) {
            int points = luz_points(deal, bid + 1, i);
            out->chance[bid][i] /= (double)out->playouts;
            out->points[bid] += out->chance[bid][i] * points;
            out->met[bid] += points > 0 ? out->chance[bid][i] : 0;
        }
        if (out->points[bid] > out->points[out->best])
            out->best = bid;
    }
    for (int i = 0; i < STUDY_TRICKS; i++)
        out->tricks[i] = out->chance[out->best][i];
}

static void study(struct room *room, const struct bot_limits *limits, uint64_t started,
                  struct rng *r, struct study *out)
{
    uint64_t playouts = limits->iterations > 0 ? limits->iterations : TUNE_STUDY_PLAYOUTS;
    *out = (struct study){.worlds = room->belief.count};
    assert(room->belief.base.turn == room->belief.seat && sim_bidding(&room->belief.base));
    belief_settle(&room->belief);
    room->belief.base.mode[room->belief.seat] = SIM_OWN;
    do {
        int world = belief_draw(&room->belief, r);
        try_bids(room, world, rng_next(r), out);
    } while (out->playouts * STUDY_BIDS < playouts &&
             !bot_should_stop(limits, started, out->playouts));
    settle(out, room->belief.base.deal);
}

static void look(const struct view *v, int seat, const struct bot_limits *limits, uint64_t seed,
                 void *scratch, struct study *out)
{
    struct room *room = scratch;
    struct rng r;
    uint64_t started = bot_start(limits);
    assert(v->seat == seat);
    rng_seed(&r, seed);
    sim_learn(&room->lore, v->open.seats, SIM_FORECAST);
    belief_list(&room->belief, v, TUNE_STUDY_WORLDS, &r);
    belief_weigh(&room->belief, &room->lore, v, &belief_usual, limits, started);
    study(room, limits, started, &r, out);
}

void luz_study_truth(const struct state *s, int seat, const struct bot_limits *limits,
                     uint64_t seed, void *scratch, struct study *out)
{
    struct room *room = scratch;
    struct rng r;
    uint64_t started = bot_start(limits);
    rng_seed(&r, seed);
    sim_learn(&room->lore, s->open.seats, SIM_FORECAST);
    belief_one(&room->belief, s, seat);
    study(room, limits, started, &r, out);
}

const struct study_kind luz_study = {
    .game = &luz_game, .scratch = sizeof(struct room), .number = number, .look = look};
