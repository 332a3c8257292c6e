/*
 * Memory for the modules, in a tenth of the bytes of the C library's: blocks by powers of two, each
 * kind with a list of free ones; large blocks by whole pages, first fit. What is free stays with
 * its kind: a module has few kinds of things, and lives as long as its worker.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 65536, ALIGN = 16, LEAST = 5, KINDS = 16 }; /* small blocks have 2^5 to 2^16 bytes */

/* Stands before each block. */
struct head {
    size_t size;       /* bytes of the block, without this */
    struct head *next; /* while it is free */
    size_t skipped;    /* bytes between the head of the whole block and this one */
    size_t unused;
};

extern unsigned char __heap_base;
static uintptr_t end;                 /* of what was ever handed out */
static struct head *spare[KINDS + 1]; /* by power of two; the last: large ones */

static int kind_of(size_t n)
{
    int kind = LEAST;
    while (kind < KINDS && (size_t)1 << kind < n)
        kind++;
    return n > (size_t)1 << KINDS ? KINDS + 1 : kind;
}

/* New bytes from the end of memory, which grows if it must; NULL: it cannot. */
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
    /* A block that is far too large is kept for what needs it. */
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

/* The compiler must not make a call of calloc out of this. */
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

/* A block within a larger one, with a head of its own that says where that begins. */
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
