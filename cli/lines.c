/* Lines of a file in bounded memory: see lines.h. */
#include "cli/lines.h"

#include <string.h>

void lines_init(struct lines *l, FILE *file)
{
    l->file = file;
    l->at = l->end = 0;
    l->too_long = false;
    strbuf_init(&l->line);
}

void lines_clear(struct lines *l)
{
    strbuf_clear(&l->line);
}

static void keep(struct lines *l, const char *bytes, size_t n)
{
    if (!l->too_long && l->line.len + n > LINES_MAX) {
        l->too_long = true;
        strbuf_reset(&l->line);
    }
    if (!l->too_long)
        strbuf_put_bytes(&l->line, bytes, n);
}

bool lines_next(struct lines *l)
{
    bool any = false;
    strbuf_reset(&l->line);
    l->too_long = false;
    for (;;) {
        if (l->at == l->end) {
            l->at = 0;
            l->end = fread(l->chunk, 1, sizeof l->chunk, l->file);
            if (l->end == 0)
                return any && !ferror(l->file);
        }
        any = true;
        const char *from = l->chunk + l->at;
        const char *newline = memchr(from, '\n', l->end - l->at);
        size_t n = newline != NULL ? (size_t)(newline - from) : l->end - l->at;
        keep(l, from, n);
        l->at += n + (newline != NULL);
        if (newline != NULL)
            return true;
    }
}
