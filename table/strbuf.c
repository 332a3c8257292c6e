/* A string buffer that grows: see strbuf.h. */
#include "table/strbuf.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "table/memory.h"

void strbuf_init(struct strbuf *s)
{
    *s = (struct strbuf){.text = NULL};
}

void strbuf_clear(struct strbuf *s)
{
    free(s->text);
    strbuf_init(s);
}

void strbuf_reset(struct strbuf *s)
{
    s->len = 0;
}

/* Reserves `more` bytes after the text. */
static void reserve(struct strbuf *s, size_t more)
{
    if (s->cap - s->len >= more)
        return;
    size_t cap = s->cap < 256 ? 256 : s->cap;
    while (cap - s->len < more)
        cap *= 2;
    s->text = memory_resize(s->text, cap, 1);
    s->cap = cap;
}

void strbuf_put(struct strbuf *s, const char *text)
{
    strbuf_put_bytes(s, text, strlen(text));
}

void strbuf_put_bytes(struct strbuf *s, const char *text, size_t len)
{
    if (len == 0)
        return;
    reserve(s, len);
    memcpy(s->text + s->len, text, len);
    s->len += len;
}

struct buf strbuf_room(struct strbuf *s, size_t room)
{
    struct buf b;
    reserve(s, room + 1);
    buf_init(&b, s->text + s->len, room + 1);
    return b;
}

void strbuf_take(struct strbuf *s, const struct buf *b)
{
    assert(b->text == s->text + s->len && !b->full);
    s->len += b->len;
}
