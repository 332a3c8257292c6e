/* Tables for the terminal: see columns.h. */
#include "tui/columns.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS_GAP = 2, COLUMNS_LEAST = 10 };

void columns_init(struct columns *c)
{
    memset(c, 0, sizeof *c);
    strbuf_init(&c->text);
}

void columns_clear(struct columns *c)
{
    strbuf_clear(&c->text);
}

void columns_start_row(struct columns *c)
{
    c->rows++;
}

void columns_put(struct columns *c, const char *text)
{
    if (c->count == COLUMNS_CELLS)
        return;
    c->cell[c->count] = c->text.len;
    c->row[c->count++] = c->rows - 1;
    strbuf_put_bytes(&c->text, text, strlen(text) + 1);
}

void columns_format(struct columns *c, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    columns_put(c, text);
}

/* Characters of UTF-8 text; in all our scripts a character is one column wide. */
static int width_of_bytes(const char *text, size_t len)
{
    int n = 0;
    for (size_t i = 0; i < len; i++)
        n += ((unsigned char)text[i] & 0xc0) != 0x80;
    return n;
}

static int width_of(const char *text)
{
    return width_of_bytes(text, strlen(text));
}

static void put_spaces(int n, struct strbuf *out)
{
    for (; n > 0; n--)
        strbuf_put(out, " ");
}

/* Whether a line may end before this text: not between a space and a sign that belongs to the word
   before it, as in French. */
static bool may_break(const char *text)
{
    return text[0] == ' ' && (text[1] == '\0' || strchr(":;!?%", text[1]) == NULL);
}

/* The bytes of the next line of a text: as many whole words as fit, or a part of a word. `*rest` is
   what follows. */
static size_t cut_line(const char *text, int room, const char **rest)
{
    size_t end = 0, at = 0;
    int width = 0;
    while (text[at] != '\0') {
        size_t len = 1;
        while (((unsigned char)text[at + len] & 0xc0) == 0x80)
            len++;
        if (may_break(text + at))
            end = at;
        if (++width > room)
            break;
        at += len;
    }
    if (text[at] == '\0' || end == 0)
        end = at;
    *rest = text + end;
    while (**rest == ' ')
        (*rest)++;
    return end;
}

void columns_wrap(const char *text, int room, int indent, struct strbuf *out)
{
    bool first = true;
    do {
        const char *rest;
        size_t len = cut_line(text, first ? room : room - indent, &rest);
        put_spaces(first ? 0 : indent, out);
        strbuf_put_bytes(out, text, len);
        strbuf_put(out, "\n");
        text = rest;
        first = false;
    } while (*text != '\0');
}

/* The widths of all columns; the one that wraps gets what room is left. */
static void measure(const struct columns *c, int indent, int width[COLUMNS_MAX])
{
    int columns = 0, all = indent;
    for (int i = 0, column = 0; i < c->count; i++) {
        column = i > 0 && c->row[i] == c->row[i - 1] ? column + 1 : 0;
        int w = width_of(c->text.text + c->cell[i]);
        if (column < COLUMNS_MAX && w > width[column])
            width[column] = w;
        if (column < COLUMNS_MAX && column >= columns)
            columns = column + 1;
    }
    for (int i = 0; i < columns; i++)
        all += width[i] + (i > 0 ? COLUMNS_GAP : 0);
    if (c->room == 0 || all <= c->room)
        return;
    int *wide = &width[c->wraps];
    *wide = *wide - (all - c->room) > COLUMNS_LEAST ? *wide - (all - c->room) : COLUMNS_LEAST;
}

static void end_line(size_t from, struct strbuf *out)
{
    while (out->len > from && out->text[out->len - 1] == ' ')
        out->len--;
    strbuf_put(out, "\n");
}

/* Writes the row whose first cell is `first`, except the rest of its wrapped cell, which it
   returns. */
static const char *write_row(const struct columns *c, int first, const int *width,
                             struct strbuf *out)
{
    const char *rest = "";
    for (int i = first; i < c->count && c->row[i] == c->row[first]; i++) {
        const char *text = c->text.text + c->cell[i];
        int column = i - first;
        size_t len = strlen(text);
        if (c->room > 0 && column == c->wraps)
            len = cut_line(text, width[column], &rest);
        bool left = column == 0 || (column < COLUMNS_MAX && c->left >> column & 1);
        int space = column < COLUMNS_MAX ? width[column] - width_of_bytes(text, len) : 0;
        put_spaces(column == 0 ? 0 : COLUMNS_GAP, out);
        put_spaces(left ? 0 : space, out);
        strbuf_put_bytes(out, text, len);
        put_spaces(left ? space : 0, out);
    }
    return rest;
}

void columns_write(const struct columns *c, int indent, struct strbuf *out)
{
    int width[COLUMNS_MAX] = {0}, at = indent;
    measure(c, indent, width);
    for (int i = 0; i < c->wraps; i++)
        at += width[i] + COLUMNS_GAP;
    for (int i = 0; i < c->count; i++) {
        size_t from = out->len;
        if (i > 0 && c->row[i] == c->row[i - 1])
            continue;
        put_spaces(indent, out);
        const char *rest = write_row(c, i, width, out);
        end_line(from, out);
        while (*rest != '\0') {
            const char *text = rest;
            size_t len = cut_line(text, width[c->wraps], &rest);
            put_spaces(at, out);
            strbuf_put_bytes(out, text, len);
            strbuf_put(out, "\n");
        }
    }
}

void columns_print(const struct columns *c, int indent)
{
    struct strbuf out = STRBUF_EMPTY;
    columns_write(c, indent, &out);
    fwrite(out.text, 1, out.len, stdout);
    strbuf_clear(&out);
}
