/* Private to store/: a journal as one text, and that text compressed. */
#ifndef PARLOR_STORE_PACK_H
#define PARLOR_STORE_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PACK_FORMAT = 1 };

/*
 * Format 1: a line per event, numbered from 0 by their order. A line is the milliseconds since the
 * event before it (since 1970 for the first), then the event's text. At the end of a text
 * `"steady":N}` is written `"steady":~D}`, with D = N - the event's own time: that hardly changes.
 * The member `key` after `e` is left out: nobody repeats a request of a game that is long over, and
 * random letters would take most of the room. The lines are compressed as raw LZMA2 (lc = lp = pb =
 * 0).
 */
struct pack_text {
    char *text;
    size_t len, cap;
    int n;
    int64_t at;  /* of the last event */
    bool failed; /* memory ran out, or an event does not fit into a line */
};

/* The text of an event without its key is what comes before `from` and from `to` on. */
struct pack_cut {
    size_t from, to;
};
struct pack_cut pack_find_key(const char *text, size_t len);

void pack_clear(struct pack_text *p);
void pack_add(struct pack_text *p, int64_t at, const char *text, size_t len);

struct pack_reader {
    const char *next, *end;
    int n; /* the number of the last event read */
    int64_t at;
    char *text; /* of that event, closed by a NUL */
    size_t len, cap;
    bool failed; /* memory ran out, or this is no journal */
};

void pack_start(struct pack_reader *r, const char *text, size_t len);
void pack_end(struct pack_reader *r);
/* Reads the next event; false: there is none, or `failed`. */
bool pack_next(struct pack_reader *r);

enum pack_state { PACK_MORE, PACK_DONE, PACK_DAMAGED };

/* A text that is compressed part by part, into `len` bytes. */
struct pack_pressing {
    void *lzma;       /* the encoder; NULL: none */
    const char *text; /* what is left of it */
    size_t left, len, room;
    uint8_t *bytes;
};
/* The text stays the caller's until the end. False: memory ran out. */
bool pack_press_start(struct pack_pressing *p, const char *text, size_t len);
/* Goes on with at most `most` bytes of the text. */
enum pack_state pack_press_on(struct pack_pressing *p, size_t most);
void pack_press_end(struct pack_pressing *p);

/* A text that is expanded part by part. */
struct pack_expansion {
    void *lzma; /* the decoder; NULL: none */
    char *text; /* room for `len` bytes and one more, which a sound one does not need */
    size_t len, done;
};
/* Expands `bytes`, which stay the caller's until the end, to `out_len` bytes. False: memory ran
   out. */
bool pack_expand_start(struct pack_expansion *e, const uint8_t *bytes, size_t len, size_t out_len);
/* Goes on for about `most` bytes; PACK_DONE: `text` is whole, and closed by a NUL. */
enum pack_state pack_expand_on(struct pack_expansion *e, size_t most);
/* Frees all but `text`, which is the caller's if it is done, else gone. */
char *pack_expand_end(struct pack_expansion *e);

uint64_t pack_sum(const char *text, size_t len);

#endif
