/* The small module goes without Smitten's book of first turns: it only spares the solver time. */
#include "solve/smitten.h"

bool solve_smitten_book(const struct view *v, const struct solve_limits *limits, move *out)
{
    (void)v, (void)limits, (void)out;
    return false;
}
