/* Memory for bots in the page. */
#include "table/scratch.h"

#include <stdlib.h>
#include <string.h>

#include "table/memory.h"

enum { ALIGN = 64 };

void *scratch_take(size_t bytes)
{
    void *memory = memory_check(aligned_alloc(ALIGN, bytes));
    return memset(memory, 0, bytes);
}

void scratch_free(void *scratch)
{
    free(scratch);
}
