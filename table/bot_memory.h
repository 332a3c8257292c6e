/* Memory for bots and solvers: zeroed, and aligned to 64 bytes. */
#ifndef PARLOR_TABLE_BOT_MEMORY_H
#define PARLOR_TABLE_BOT_MEMORY_H

#include <stddef.h>

/* Aborts if out of memory. */
void *bot_memory_take(size_t bytes);
/* NULL is ignored. */
void bot_memory_free(void *memory);

#endif
