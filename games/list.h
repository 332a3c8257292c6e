/* All built-in games. */
#ifndef PARLOR_GAMES_LIST_H
#define PARLOR_GAMES_LIST_H

#include "core/game.h"

/* Closed by NULL. */
extern const struct game *const games_list[];

/* The game of that name, or NULL. */
const struct game *games_find(const char *name);

#endif
