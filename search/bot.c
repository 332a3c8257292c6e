/* When a bot has to stop thinking, and whether waiting is worth more than moving. */
#include "search/bot.h"

uint64_t bot_start(const struct bot_limits *limits)
{
    return limits->clock != NULL ? limits->clock(limits->clock_source) : 0;
}

bool bot_should_stop(const struct bot_limits *limits, uint64_t started_ns, uint64_t count)
{
    if (limits->stop != NULL && atomic_load_explicit(limits->stop, memory_order_relaxed))
        return true;
    if (limits->time_ns == 0 || limits->clock == NULL || (count & 63) != 0)
        return false;
    return limits->clock(limits->clock_source) - started_ns >= limits->time_ns;
}

/* Rounding errors of sums are smaller. */
#define NOTHING 1e-9

bool bot_is_worth_more(const struct bot_value *a, const struct bot_value *b)
{
    if (a->win > b->win + NOTHING || b->win > a->win + NOTHING)
        return a->win > b->win;
    if (a->points > b->points + NOTHING || b->points > a->points + NOTHING)
        return a->points > b->points;
    return a->value > b->value + NOTHING;
}

bool bot_would_wait(const struct bot_choice *c)
{
    bool better = c->weighed;
    for (int i = 0; i < c->n; i++)
        better = better && c->wait.win > c->seen[i].win + NOTHING;
    return better;
}

move bot_advice(const struct bot_choice *c, bool must)
{
    bool talks = c->m != MOVE_NONE && (c->m & MOVE_TALK) != 0;
    return !must && !talks && bot_would_wait(c) ? MOVE_NONE : c->m;
}
