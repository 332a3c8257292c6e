/*
 * A text buffer over the caller's memory. It never allocates: text that does not fit is cut, and
 * `full` is set. The text always ends with a NUL.
 */
#ifndef PARLOR_CORE_BUF_H
#define PARLOR_CORE_BUF_H

#include <stdbool.h>
#include <stddef.h>

struct buf {
    char *text;
    size_t len;
    size_t cap; /* size of the memory at `text`, with room for the NUL */
    bool full;  /* something did not fit */
};

/* Starts an empty text in `cap` bytes (at least 1) of the caller's memory. */
void buf_init(struct buf *b, char *memory, size_t cap);

/* An empty text in that many bytes (a constant) that live as long as the enclosing block. */
#define BUF_ROOM(bytes) ((struct buf){.text = (char[bytes]){""}, .cap = (bytes)})

/* Empties the text. */
void buf_reset(struct buf *b);

void buf_put_char(struct buf *b, char c);
void buf_put(struct buf *b, const char *text);
void buf_put_bytes(struct buf *b, const char *text, size_t len);
void buf_put_int(struct buf *b, long long n);

/* A number as text, in memory that lives as long as the enclosing block. */
#define BUF_INT(n) buf_write_int((char[BUF_INT_MAX]){""}, (long long)(n))
enum { BUF_INT_MAX = 24 };
const char *buf_write_int(char memory[BUF_INT_MAX], long long n);

/* A JSON string with its quotes; `text` must be UTF-8. */
void buf_put_json(struct buf *b, const char *text);

/* `"name":`, with a comma before it unless it opens an object or list. The name needs no escapes.
 */
void buf_put_key(struct buf *b, const char *name);

/* Such a key with its value; a text may be NULL: `null`. */
void buf_put_key_int(struct buf *b, const char *name, long long n);
void buf_put_key_bool(struct buf *b, const char *name, bool yes);
void buf_put_key_text(struct buf *b, const char *name, const char *text);

/* A comma, unless the text ends with an opening bracket, a colon or a comma, or is empty. */
void buf_put_comma(struct buf *b);

#endif
