/*
 * A text that grows. It joins the engine's fixed buffers into lines of any length: `grow_room`
 * lends a struct buf over the free end, `grow_take` keeps what was written there.
 * Running out of memory ends the program by abort(): nothing useful can be done then.
 */
#ifndef PARLOR_TABLE_GROW_H
#define PARLOR_TABLE_GROW_H

#include <stddef.h>

#include "core/buf.h"

struct grow {
    char *text; /* not closed by a NUL; NULL while nothing was ever put in */
    size_t len;
    size_t cap;
};

void grow_init(struct grow *g);
void grow_clear(struct grow *g);

/* Back to the empty text; keeps the memory. */
void grow_reset(struct grow *g);

void grow_put(struct grow *g, const char *text);
void grow_put_bytes(struct grow *g, const char *text, size_t len);

/* A buffer over the free end, with room for `room` bytes of text; valid until the next call. */
struct buf grow_room(struct grow *g, size_t room);
/* Keeps what was written to that buffer, which must not have been full (asserted). */
void grow_take(struct grow *g, const struct buf *b);

#endif
