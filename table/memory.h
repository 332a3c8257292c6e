/*
 * Checked allocation, and growing arrays. All of these end the program if out of memory. Code that
 * can go on with less memory calls malloc itself, as lib/ always does. free() frees the memory.
 */
#ifndef PARLOR_TABLE_MEMORY_H
#define PARLOR_TABLE_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifndef __wasm__
#include <unistd.h>
#endif

/* Ends the program, and says why where there is somebody to say it to. */
static inline void memory_end(void)
{
#ifndef __wasm__
    static const char why[] = "parlor: out of memory\n";
    if (write(STDERR_FILENO, why, sizeof why - 1) < 0)
        abort();
#endif
    abort();
}

/* Checks memory that another function allocated. */
static inline void *memory_check(void *taken)
{
    if (taken == NULL)
        memory_end();
    return taken;
}

static inline void *memory_take(size_t bytes)
{
    return memory_check(malloc(bytes > 0 ? bytes : 1));
}

static inline void *memory_take_zeros(size_t count, size_t each)
{
    return memory_check(calloc(count > 0 ? count : 1, each));
}

static inline char *memory_take_text(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(memory_take(size), text, size);
}

/* Room for `count` elements, at least one, of `each` bytes; `taken` may be NULL. */
static inline void *memory_resize(void *taken, size_t count, size_t each)
{
    if (count > SIZE_MAX / each)
        memory_end();
    return memory_check(realloc(taken, count * each));
}

/* Makes room for one more in an array of `n` elements with room for `cap`; both counts are of any
   integer type. The array may move. Evaluates its arguments more than once. */
#define ARRAY_ROOM(array, n, cap)                                                                  \
    do {                                                                                           \
        if ((n) == (cap)) {                                                                        \
            size_t each = sizeof(array)[0]; /* NOLINT(bugprone-sizeof-expression): of pointers */  \
            (cap) = (cap) > 0 ? 2 * (cap) : 4;                                                     \
            (array) = memory_resize((array), (size_t)(cap), each);                                 \
        }                                                                                          \
    } while (0)

#endif
