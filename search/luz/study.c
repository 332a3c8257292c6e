/*
 * Luz: the forecast behind a bid: the tricks that the seat makes if it aims at each of the 22 bids,
 * over the worlds that it cannot tell apart, with all players by the policy, with the same worlds
 * and the same luck for every bid.
 */
#include <assert.h>

#include "search/luz/think.h"
#include "search/study.h"

static int number(move m)
{
    return (m & ~(move)LUZ_MOVE_NUMBER) == LUZ_MOVE_BID ? (int)(m & LUZ_MOVE_NUMBER) : -1;
}

/* Plays every bid out in one world; counts the tricks made. */
static void try_bids(struct study_room *room, int world, uint64_t luck, struct study *out)
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
    }
}

static void look(const struct view *v, int seat, const struct bot_limits *limits, uint64_t seed,
                 void *scratch, struct study *out)
{
    struct study_room *room = scratch;
    struct belief *b = &room->belief;
    struct rng r;
    uint64_t started = bot_start(limits);
    uint64_t playouts = limits->iterations > 0 ? limits->iterations : TUNE_STUDY_PLAYOUTS;
    *out = (struct study){0};
    rng_seed(&r, seed);
    sim_learn(&room->lore, v->open.seats, SIM_FORECAST);
    belief_list(b, v, TUNE_STUDY_WORLDS, &r);
    assert(v->seat == seat && b->base.turn == seat && sim_bidding(&b->base));
    belief_weigh(b, &room->lore, v, limits, started);
    belief_settle(b);
    b->base.mode[seat] = SIM_OWN;
    do {
        int world = belief_draw(b, &r);
        try_bids(room, world, rng_next(&r), out);
    } while (out->playouts * STUDY_BIDS < playouts &&
             !bot_should_stop(limits, started, out->playouts));
    settle(out, b->base.deal);
}

extern const struct study_kind luz_study;

const struct study_kind luz_study = {
    .game = &luz_game, .scratch = sizeof(struct study_room), .number = number, .look = look};
