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

const struct bot *bots_usual(const struct game *g)
{
    static const char *const names[] = {"medium", "easy", "random"};
    const struct bot *bot = NULL;
    for (int i = 0; i < 3 && bot == NULL; i++)
        bot = bots_find(g, names[i]);
    return bot;
}

const struct bot *bots_adviser(const struct game *g)
{
    const struct bot *bot = bots_find(g, "hard");
    return bot != NULL ? bot : bots_usual(g);
}
