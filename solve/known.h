/* The exact chances of winning whole games, as far as they have been counted. */
#ifndef PARLOR_SOLVE_KNOWN_H
#define PARLOR_SOLVE_KNOWN_H

#include "core/game.h"

/* The mean over all deals with best play, for one player alone; -1: nobody knows it. */
double solve_known(const struct game *g, int seats, const int *opt);

#endif
