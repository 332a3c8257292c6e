/* When a bot has to stop thinking. */
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
