/* Bots by name, and the usual ones where nobody names a level: see bot.h. */
#include <string.h>

#include "search/bot.h"

const struct bot *bots_find(const struct game *g, const char *name)
{
    for (int i = 0; bots_list[i] != NULL; i++)
        if (strcmp(bots_list[i]->name, name) == 0 &&
            (bots_list[i]->game == NULL || bots_list[i]->game == g))
            return bots_list[i];
    return NULL;
}

/* The strongest bot of the game up to this level. Every game has `random`. */
enum level { EXPERT, HARD, MEDIUM, LEVELS = 5 };

static const struct bot *find_strongest(const struct game *g, enum level most)
{
    static const char *const names[LEVELS] = {
        [EXPERT] = "expert", [HARD] = "hard", [MEDIUM] = "medium", "easy", "random"};
    const struct bot *bot = NULL;
    for (int i = (int)most; i < LEVELS && bot == NULL; i++)
        bot = bots_find(g, names[i]);
    return bot;
}

const struct bot *bots_strongest(const struct game *g)
{
    return find_strongest(g, EXPERT);
}

const struct bot *bots_adviser(const struct game *g)
{
    return find_strongest(g, HARD);
}

const struct bot *bots_usual(const struct game *g)
{
    return find_strongest(g, MEDIUM);
}
