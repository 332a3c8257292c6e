/*
 * Luz: the belief: the possible own hands and their probabilities.
 *
 * By the cards alone all worlds are equally likely, one free choice of cards per gap. The others
 * see this hand, so their bids and plays carry information: each world is weighted by the softened
 * likelihood of their choices under the policy (Bayes).
 */
#ifndef PARLOR_SEARCH_LUZ_BELIEF_H
#define PARLOR_SEARCH_LUZ_BELIEF_H

#include "search/bot.h"
#include "search/luz/sim.h"

enum { BELIEF_MAX = 8192, BELIEF_EVENTS = LUZ_SEATS_MAX * (LUZ_TRICKS + 1), BELIEF_SOFT = 512 };

struct belief {
    struct sim base; /* the position; hand[seat] and aside are those of one world */
    int seat;
    uint64_t unseen; /* in the own hand or set aside */
    uint64_t count;  /* worlds that the cards permit */
    int n;           /* worlds kept: all, or an exact uniform sample */
    uint64_t hand[BELIEF_MAX];
    double weight[BELIEF_MAX]; /* sum 1 */
    /* Alias tables for exact draws. */
    double keep[BELIEF_MAX];
    uint16_t alias[BELIEF_MAX];
    uint16_t todo[BELIEF_MAX];
    double soft[BELIEF_SOFT]; /* powers for plays */
};

/* All worlds of a view with equal weights if there are at most `max`, else a sample of `max`. */
void belief_list(struct belief *b, const struct view *v, int max, struct rng *r);
/* A single world: the truth. */
void belief_one(struct belief *b, const struct state *s, int seat);
/* Weights the worlds by the others' choices; stops early (with equal weights) when told to. */
void belief_weigh(struct belief *b, const struct sim_lore *l, const struct view *v,
                  const struct bot_limits *limits, uint64_t started);
/* Another hand for this seat, drawn uniformly among those that it cannot tell from its own. */
void belief_resample(struct sim *s, int seat, struct rng *r);
/* Prepares the draws; call after the weights are settled. */
void belief_settle(struct belief *b);
/* The base position in world i. */
static inline void belief_world(const struct belief *b, int i, struct sim *s)
{
    *s = b->base;
    s->hand[b->seat] = b->hand[i];
    s->aside = b->unseen ^ b->hand[i];
}
/* A world by weight. */
static inline int belief_draw(const struct belief *b, struct rng *r)
{
    uint64_t x = rng_next(r);
    uint32_t i = (uint32_t)(((x >> 32) * (uint64_t)b->n) >> 32);
    return (double)(uint32_t)x * (1.0 / 4294967296.0) < b->keep[i] ? (int)i : b->alias[i];
}

#endif
