/* Memory for bots and solvers: zeroed, and aligned to 64 bytes. */
#ifndef PARLOR_TABLE_BOT_MEMORY_H
#define PARLOR_TABLE_BOT_MEMORY_H

#include <stddef.h>

#include "search/bot.h"

/* Aborts if out of memory. */
void *bot_memory_take(size_t bytes);
/* NULL is ignored. */
void bot_memory_free(void *memory);

/* The memory of one bot. */
struct bot_memory {
    const struct bot *bot; /* NULL: free */
    void *bytes;
};

/* The bot's memory among `n`; a bot that has none takes a free one, or the last. */
static inline void *bot_memory_find(struct bot_memory *list, int n, const struct bot *bot)
{
    int i = 0;
    while (i < n - 1 && list[i].bot != NULL && list[i].bot != bot)
        i++;
    if (list[i].bot == bot)
        return list[i].bytes;
    bot_memory_free(list[i].bytes);
    list[i] = (struct bot_memory){bot, bot_memory_take(bot->scratch)};
    return list[i].bytes;
}

#endif
