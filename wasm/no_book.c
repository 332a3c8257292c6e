/* The small module goes without Smitten's book of first turns: it only spares the solver time. */
#include "solve/smitten.h"

bool solve_smitten_book(const struct view *v, move *out)
{
    (void)v, (void)out;
    return false;
}
