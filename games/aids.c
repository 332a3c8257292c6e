/* The games that have aids: see aids.h. */
#include "games/aids.h"

extern const struct game photograph_game, luz_game, smitten_game;
aids_writer photograph_write_aids, luz_write_aids, smitten_write_aids;

aids_writer *games_find_aids(const struct game *g)
{
    const struct {
        const struct game *game;
        aids_writer *write;
    } list[] = {
        {&photograph_game, photograph_write_aids},
        {&luz_game, luz_write_aids},
        {&smitten_game, smitten_write_aids},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        if (list[i].game == g)
            return list[i].write;
    return NULL;
}
