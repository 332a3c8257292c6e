/* The only file that names all games. The page's engine is built without the sample, to stay
   small. */
#include "games/list.h"

#include <string.h>

extern const struct game photograph_game, luz_game, smitten_game, null_game;

const struct game *const games_list[] = {
    &photograph_game,
    &luz_game,
    &smitten_game,
#ifndef WITHOUT_SAMPLES
    &null_game,
#endif
    NULL,
};

const struct game *games_find(const char *name)
{
    for (int i = 0; games_list[i] != NULL; i++)
        if (strcmp(games_list[i]->name, name) == 0)
            return games_list[i];
    return NULL;
}
