/* See known.h. It needs no solver, so that modules without one can ask. */
#include "solve/known.h"

#include "solve/smitten.h"

extern const struct game smitten_game;

double solve_known(const struct game *g, int seats, const int *opt)
{
    return g == &smitten_game && seats == 1 ? solve_smitten_known(opt) : -1;
}
