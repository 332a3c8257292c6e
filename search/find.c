/* Which level plays where nobody says which: see bot.h. */
#include "search/bot.h"

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
