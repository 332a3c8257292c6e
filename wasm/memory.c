/*
 * An allocator for the modules, a tenth of the size of the C library's: blocks of powers of two
 * with one free list per size; large blocks of whole pages, first fit. Free blocks keep their size:
 * a module has few sizes, and lives as long as its worker.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 65536, ALIGN = 16, LEAST = 5, KINDS = 16 }; /* small blocks have 2^5 to 2^16 bytes */

/* The header of each block. */
struct head {
    size_t size;       /* bytes of the block, without the header */
    struct head *next; /* while it is free */
    size_t skipped;    /* bytes between the header of the whole block and this one */
    size_t unused;
};

extern unsigned char __heap_base;
static uintptr_t end;                 /* of the memory handed out so far */
static struct head *spare[KINDS + 1]; /* by power of two; the last: large ones */

static int kind_of(size_t n)
{
    int kind = LEAST;
    while (kind < KINDS && (size_t)1 << kind < n)
        kind++;
    return n > (size_t)1 << KINDS ? KINDS + 1 : kind;
}

/* New bytes at the end of memory, which grows if needed; NULL: out of memory. */
static struct head *extend(size_t size)
{
    if (end == 0)
        end = ((uintptr_t)&__heap_base + ALIGN - 1) / ALIGN * ALIGN;
    uintptr_t from = end, to = from + sizeof(struct head) + size;
    size_t pages = (to + PAGE - 1) / PAGE, has = __builtin_wasm_memory_size(0);
    if (to < from || (pages > has && __builtin_wasm_memory_grow(0, pages - has) == SIZE_MAX))
        return NULL;
    end = to;
    struct head *head = (struct head *)from;
    head->size = size;
    return head;
}

void *malloc(size_t n)
{
    int kind = kind_of(n);
    bool large = kind > KINDS;
    if (n > SIZE_MAX - 2 * PAGE)
        return NULL;
    size_t size = large ? (n + PAGE - 1) / PAGE * PAGE : (size_t)1 << kind;
    struct head **at = &spare[large ? 0 : kind];
    /* A block that is much too large stays for larger requests. */
    while (*at != NULL && ((*at)->size < size || (*at)->size / 4 > size))
        at = &(*at)->next;
    struct head *head = *at;
    if (head != NULL)
        *at = head->next;
    else
        head = extend(size);
    if (head == NULL)
        return NULL;
    head->skipped = 0;
    return head + 1;
}

void free(void *p)
{
    if (p == NULL)
        return;
    struct head *head = (struct head *)p - 1;
    head = (struct head *)((uintptr_t)head - head->skipped);
    int kind = kind_of(head->size);
    struct head **list = &spare[kind > KINDS ? 0 : kind];
    head->next = *list;
    *list = head;
}

/* The compiler must not turn this into a call of calloc. */
__attribute__((no_builtin)) void *calloc(size_t count, size_t each)
{
    size_t n;
    if (__builtin_mul_overflow(count, each, &n))
        return NULL;
    void *p = malloc(n);
    return p != NULL ? memset(p, 0, n) : NULL;
}

void *realloc(void *p, size_t n)
{
    const struct head *head = (const struct head *)p - 1;
    if (p != NULL && n <= head->size)
        return p;
    void *larger = malloc(n);
    if (larger != NULL && p != NULL) {
        memcpy(larger, p, head->size);
        free(p);
    }
    return larger;
}

/* A block within a larger one, with a header of its own that points to the larger one. */
void *aligned_alloc(size_t align, size_t n)
{
    unsigned char *whole = n <= SIZE_MAX - align ? malloc(n + align) : NULL;
    if (whole == NULL)
        return NULL;
    size_t skipped = (align - (uintptr_t)whole % align) % align;
    if (skipped == 0)
        return whole;
    struct head *head = (struct head *)(whole + skipped) - 1;
    *head = (struct head){.size = n, .skipped = skipped};
    return head + 1;
}
