#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "table/bot_memory.h"
#include "table/memory.h"

#include <stdlib.h>
#include <sys/mman.h>

enum { HEAD = 64 }; /* holds the size before the memory, and keeps it aligned */

/* Fresh pages are zero, and become physical memory only when written: a bot may ask for more than a
   small machine has, and use little of it. */
void *bot_memory_take(size_t bytes)
{
    size_t size = bytes + HEAD;
    unsigned char *pages = mmap(NULL, size, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED)
        memory_end();
    size_t *head = (void *)pages;
    *head = size;
    return pages + HEAD;
}

void bot_memory_free(void *memory)
{
    if (memory == NULL)
        return;
    size_t *head = (void *)((unsigned char *)memory - HEAD);
    munmap(head, *head);
}
