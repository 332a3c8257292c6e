/* The small module omits Smitten's book of first turns, which only saves the solver time. */
#include "solve/smitten.h"

bool solve_smitten_book(const struct view *v, const struct solve_limits *limits, move *out)
{
    (void)v, (void)limits, (void)out;
    return false;
}
