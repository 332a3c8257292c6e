/* A text that grows: see grow.h. */
#include "table/grow.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "table/memory.h"

void grow_init(struct grow *g)
{
    *g = (struct grow){.text = NULL};
}

void grow_clear(struct grow *g)
{
    free(g->text);
    grow_init(g);
}

void grow_reset(struct grow *g)
{
    g->len = 0;
}

/* Makes sure that `more` bytes fit behind the text. */
static void reserve(struct grow *g, size_t more)
{
    if (g->cap - g->len >= more)
        return;
    size_t cap = g->cap < 256 ? 256 : g->cap;
    while (cap - g->len < more)
        cap *= 2;
    g->text = memory_resize(g->text, cap, 1);
    g->cap = cap;
}

void grow_put(struct grow *g, const char *text)
{
    grow_put_bytes(g, text, strlen(text));
}

void grow_put_bytes(struct grow *g, const char *text, size_t len)
{
    if (len == 0)
        return;
    reserve(g, len);
    memcpy(g->text + g->len, text, len);
    g->len += len;
}

struct buf grow_room(struct grow *g, size_t room)
{
    struct buf b;
    reserve(g, room + 1);
    buf_init(&b, g->text + g->len, room + 1);
    return b;
}

void grow_take(struct grow *g, const struct buf *b)
{
    assert(b->text == g->text + g->len && !b->full);
    g->len += b->len;
}
