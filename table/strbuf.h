/*
 * A string buffer that grows. It joins the engine's fixed buffers into lines of any length:
 * `strbuf_room` lends a struct buf over the free end, `strbuf_take` keeps the text written there.
 * Aborts if out of memory.
 */
#ifndef PARLOR_TABLE_STRBUF_H
#define PARLOR_TABLE_STRBUF_H

#include <stddef.h>

#include "core/buf.h"

struct strbuf {
    char *text; /* not closed by a NUL; NULL before the first text */
    size_t len;
    size_t cap;
};

#define STRBUF_EMPTY ((struct strbuf){.text = NULL})
void strbuf_init(struct strbuf *s);
void strbuf_clear(struct strbuf *s);

/* Empties the text; keeps the memory. */
void strbuf_reset(struct strbuf *s);

void strbuf_put(struct strbuf *s, const char *text);
void strbuf_put_bytes(struct strbuf *s, const char *text, size_t len);

/* A buffer over the free end, with room for `room` bytes of text; valid until the next call. */
struct buf strbuf_room(struct strbuf *s, size_t room);
/* Keeps the text of that buffer, which must not have been full (asserted). */
void strbuf_take(struct strbuf *s, const struct buf *b);

#endif
