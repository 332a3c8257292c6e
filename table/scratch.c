#include "table/scratch.h"

#include <stdint.h>
#include <stdlib.h>

enum { ALIGN = 64 };

/* `calloc` takes large pieces from the system as they are: zeros that cost nothing until they are
   written to. Where it came from stands before the aligned part. */
void *scratch_take(size_t bytes)
{
    unsigned char *raw = calloc(1, bytes + (size_t)2 * ALIGN);
    if (raw == NULL)
        abort();
    unsigned char *aligned = raw + ALIGN - (uintptr_t)raw % ALIGN + ALIGN;
    void **from = (void *)(aligned - sizeof(void *));
    *from = raw;
    return aligned;
}

void scratch_free(void *scratch)
{
    if (scratch == NULL)
        return;
    void **from = (void *)((unsigned char *)scratch - sizeof(void *));
    free(*from);
}
