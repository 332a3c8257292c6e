/* Tables for the terminal: see columns.h. */
#include "cli/columns.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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
static int width_of(const char *text)
{
    int n = 0;
    for (; *text != '\0'; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

static void print_spaces(int n)
{
    for (; n > 0; n--)
        putchar(' ');
}

void columns_print(const struct columns *c, int indent)
{
    int width[COLUMNS_MAX] = {0};
    for (int i = 0, column = 0; i < c->count; i++) {
        column = i > 0 && c->row[i] == c->row[i - 1] ? column + 1 : 0;
        int w = width_of(c->text.text + c->cell[i]);
        if (column < COLUMNS_MAX && w > width[column])
            width[column] = w;
    }
    for (int i = 0, column = 0; i < c->count; i++) {
        const char *text = c->text.text + c->cell[i];
        column = i > 0 && c->row[i] == c->row[i - 1] ? column + 1 : 0;
        bool last = i + 1 == c->count || c->row[i + 1] != c->row[i];
        bool left = column == 0 || (column < COLUMNS_MAX && c->left >> column & 1);
        int space = column < COLUMNS_MAX ? width[column] - width_of(text) : 0;
        print_spaces(column == 0 ? indent : 2);
        print_spaces(left ? 0 : space);
        fputs(text, stdout);
        if (last)
            putchar('\n');
        else
            print_spaces(left ? space : 0);
    }
}
