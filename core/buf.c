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

/* Views are mostly single characters and keys, so these are quick. */
static inline void put_char(struct buf *b, char c)
{
    if (b->len + 1 >= b->cap) {
        b->full = true;
        return;
    }
    b->text[b->len++] = c;
    b->text[b->len] = '\0';
}

void buf_put_char(struct buf *b, char c)
{
    put_char(b, c);
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
    if (rest < 10 && n >= 0) { /* nearly all numbers */
        put_char(b, (char)('0' + rest));
        return;
    }
    do {
        digits[--first] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (n < 0)
        digits[--first] = '-';
    buf_put_bytes(b, digits + first, sizeof digits - first);
}

const char *buf_write_int(char memory[BUF_INT_MAX], long long n)
{
    struct buf b;
    buf_init(&b, memory, BUF_INT_MAX);
    buf_put_int(&b, n);
    return b.text;
}

/* Most characters are small letters: they take two comparisons. */
static bool is_plain(unsigned char c)
{
    return c > '\\' ? c != 0x7f : c >= 0x20 && c != '"' && c != '\\';
}

/* Puts the characters before the first one to escape, and returns that one's place. */
static const char *put_plain(struct buf *b, const char *p)
{
    char *to = b->text + b->len;
    const char *end = b->text + b->cap - 1;
    while (is_plain((unsigned char)*p) && to < end)
        *to++ = *p++;
    *to = '\0';
    b->len = (size_t)(to - b->text);
    for (; is_plain((unsigned char)*p); p++)
        b->full = true;
    return p;
}

static void put_escape(struct buf *b, unsigned char c)
{
    static const char hex[] = "0123456789abcdef";
    bool quoted = c == '"' || c == '\\';
    buf_put(b, quoted ? "\\" : "\\u00");
    if (!quoted)
        buf_put_char(b, hex[c >> 4]);
    buf_put_char(b, quoted ? (char)c : hex[c & 15]);
}

void buf_put_json(struct buf *b, const char *text)
{
    put_char(b, '"');
    for (const char *p = put_plain(b, text); *p != '\0'; p = put_plain(b, p + 1))
        put_escape(b, (unsigned char)*p);
    put_char(b, '"');
}

static bool needs_comma(const struct buf *b)
{
    char last = b->len > 0 ? b->text[b->len - 1] : ',';
    return last != '[' && last != '{' && last != ':' && last != ',';
}

void buf_put_comma(struct buf *b)
{
    if (needs_comma(b))
        put_char(b, ',');
}

/* With room for all of it the key is copied; a key that is cut is put bit by bit. */
void buf_put_key(struct buf *b, const char *name)
{
    enum { AROUND = sizeof ",\"\":" };
    size_t len = strlen(name);
    if (b->cap - b->len < len + AROUND) {
        buf_put_comma(b);
        buf_put_json(b, name);
        put_char(b, ':');
        return;
    }
    char *to = b->text + b->len;
    if (needs_comma(b))
        *to++ = ',';
    *to++ = '"';
    memcpy(to, name, len);
    to += len;
    *to++ = '"';
    *to++ = ':';
    *to = '\0';
    b->len = (size_t)(to - b->text);
}

void buf_put_key_int(struct buf *b, const char *name, long long n)
{
    buf_put_key(b, name);
    buf_put_int(b, n);
}

void buf_put_key_bool(struct buf *b, const char *name, bool yes)
{
    buf_put_key(b, name);
    buf_put(b, yes ? "true" : "false");
}

void buf_put_key_text(struct buf *b, const char *name, const char *text)
{
    buf_put_key(b, name);
    if (text != NULL)
        buf_put_json(b, text);
    else
        buf_put(b, "null");
}
