/* The text buffer: see buf.h. */
#include "core/buf.h"

#include <assert.h>
#include <string.h>

void buf_init(struct buf *b, char *memory, size_t cap)
{
    assert(cap > 0);
    *b = (struct buf){.text = memory, .cap = cap};
    b->text[0] = '\0';
}

void buf_reset(struct buf *b)
{
    b->len = 0;
    b->full = false;
    b->text[0] = '\0';
}

void buf_put_char(struct buf *b, char c)
{
    if (b->cap - 1 - b->len < 1) {
        b->full = true;
        return;
    }
    b->text[b->len++] = c;
    b->text[b->len] = '\0';
}

void buf_put(struct buf *b, const char *text)
{
    buf_put_bytes(b, text, strlen(text));
}

void buf_put_bytes(struct buf *b, const char *text, size_t len)
{
    size_t room = b->cap - 1 - b->len;
    if (len > room) {
        b->full = true;
        len = room;
    }
    memcpy(b->text + b->len, text, len);
    b->len += len;
    b->text[b->len] = '\0';
}

void buf_put_int(struct buf *b, long long n)
{
    char digits[24];
    size_t first = sizeof digits;
    unsigned long long rest = n < 0 ? 0 - (unsigned long long)n : (unsigned long long)n;
    do {
        digits[--first] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (n < 0)
        digits[--first] = '-';
    buf_put_bytes(b, digits + first, sizeof digits - first);
}

static bool is_plain(unsigned char c)
{
    return c >= 0x20 && c != '"' && c != '\\' && c != 0x7f;
}

void buf_put_json(struct buf *b, const char *text)
{
    static const char hex[] = "0123456789abcdef";
    buf_put_char(b, '"');
    for (const char *p = text; *p != '\0';) {
        size_t run = 0; /* nearly all texts are one run without escapes */
        while (is_plain((unsigned char)p[run]))
            run++;
        buf_put_bytes(b, p, run);
        p += run;
        unsigned char c = (unsigned char)*p;
        if (c == '"' || c == '\\') {
            const char escape[] = {'\\', *p++};
            buf_put_bytes(b, escape, sizeof escape);
        } else if (c != '\0') {
            const char escape[] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
            buf_put_bytes(b, escape, sizeof escape);
            p++;
        }
    }
    buf_put_char(b, '"');
}

void buf_put_comma(struct buf *b)
{
    char last = b->len > 0 ? b->text[b->len - 1] : ',';
    if (last != '[' && last != '{' && last != ':' && last != ',')
        buf_put_char(b, ',');
}

void buf_put_key(struct buf *b, const char *name)
{
    buf_put_comma(b);
    buf_put_json(b, name);
    buf_put_char(b, ':');
}
