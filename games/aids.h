/* The games that have aids. */
#ifndef PARLOR_GAMES_AIDS_H
#define PARLOR_GAMES_AIDS_H

#include "core/aids.h"

/* The writer of a game's aids, or NULL. It stands beside `struct game`, so that the page can fetch
   it apart. */
aids_writer *games_find_aids(const struct game *g);

#endif
