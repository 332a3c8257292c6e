/* Memory for bots in the page. */
#include "table/bot_memory.h"

#include <stdlib.h>
#include <string.h>

#include "table/memory.h"

enum { ALIGN = 64 };

void *bot_memory_take(size_t bytes)
{
    void *memory = memory_check(aligned_alloc(ALIGN, bytes));
    return memset(memory, 0, bytes);
}

void bot_memory_free(void *memory)
{
    free(memory);
}
