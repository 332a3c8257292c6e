/* Memory for bots and solvers: aligned as they need it, all zeros, used only as far as touched. */
#ifndef PARLOR_TABLE_BOT_MEMORY_H
#define PARLOR_TABLE_BOT_MEMORY_H

#include <stddef.h>

/* Ends the process where there is none. */
void *bot_memory_take(size_t bytes);
/* NULL is nothing. */
void bot_memory_free(void *memory);

#endif
