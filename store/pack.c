/* See pack.h. */
#include "store/pack.h"

#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_ROOM = 24, DICT_LEAST = 4096, DICT_MOST = 1 << 20, FINE_MOST = 16384, SPARE = 128 };

/* ---- lines ---- */

/* Numbers of no sense wrap around, and give what went in when they are read. */
static long long add(int64_t a, int64_t b)
{
    return (long long)((uint64_t)a + (uint64_t)b);
}

static long long subtract(int64_t a, int64_t b)
{
    return (long long)((uint64_t)a - (uint64_t)b);
}

static const char steady[] = "\"steady\":";

/* The number that ends the text, after `"steady":` and `mark`; NULL: there is none. */
static const char *find_number(const char *text, size_t len, const char *mark)
{
    size_t name = sizeof steady - 1, marked = strlen(mark), at = len - 1;
    if (len < 2 || text[len - 1] != '}')
        return NULL;
    while (at > 0 && text[at - 1] >= '0' && text[at - 1] <= '9')
        at--;
    if (marked > 0 && at > 0 && text[at - 1] == '-')
        at--;
    size_t head = name + marked, digits = len - 1 - at;
    bool found = digits > 0 && digits < NUMBER_ROOM - 5 && at > head &&
                 memcmp(text + at - marked, mark, marked) == 0 &&
                 memcmp(text + at - head, steady, name) == 0;
    return found ? text + at : NULL;
}

struct pack_cut pack_find_key(const char *text, size_t len)
{
    static const char kind[] = "{\"e\":\"", key[] = "\",\"key\":\"";
    size_t head = sizeof kind - 1, name = sizeof key - 1;
    const struct pack_cut none = {len, len};
    const char *end = text + len;
    if (len <= head || memcmp(text, kind, head) != 0)
        return none;
    const char *from = memchr(text + head, '"', len - head);
    if (from == NULL || (size_t)(end - from) <= name || memcmp(from, key, name) != 0)
        return none;
    const char *to = memchr(from + name, '"', (size_t)(end - from) - name);
    return to != NULL ? (struct pack_cut){(size_t)(from - text), (size_t)(to - text)} : none;
}

/* Room for `more` bytes after the first `len`; false: memory ran out. */
static bool make_room(char **text, size_t *cap, size_t len, size_t more)
{
    if (len + more <= *cap)
        return true;
    size_t want = 2 * (len + more);
    char *larger = realloc(*text, want);
    if (larger == NULL)
        return false;
    *text = larger;
    *cap = want;
    return true;
}

void pack_clear(struct pack_text *p)
{
    free(p->text);
    *p = (struct pack_text){.text = NULL};
}

void pack_add(struct pack_text *p, int64_t at, const char *text, size_t len)
{
    if (p->failed || len == 0 || text[0] != '{' || memchr(text, '\n', len) != NULL ||
        memchr(text, '\0', len) != NULL ||
        !make_room(&p->text, &p->cap, p->len, len + 3 * NUMBER_ROOM)) {
        p->failed = true;
        return;
    }
    const char *number = find_number(text, len, "");
    size_t kept = number != NULL ? (size_t)(number - text) : len;
    struct pack_cut cut = pack_find_key(text, kept);
    p->len += (size_t)sprintf(p->text + p->len, "%lld", subtract(at, p->at));
    memcpy(p->text + p->len, text, cut.from);
    memcpy(p->text + p->len + cut.from, text + cut.to, kept - cut.to);
    p->len += cut.from + kept - cut.to;
    if (number != NULL)
        p->len +=
            (size_t)sprintf(p->text + p->len, "~%lld}", subtract(strtoll(number, NULL, 10), at));
    p->text[p->len++] = '\n';
    p->at = at;
    p->n++;
}

void pack_start(struct pack_reader *r, const char *text, size_t len)
{
    *r = (struct pack_reader){.next = text, .end = text + len, .n = -1};
}

void pack_end(struct pack_reader *r)
{
    free(r->text);
    *r = (struct pack_reader){.text = NULL};
}

bool pack_next(struct pack_reader *r)
{
    char *text;
    size_t left = (size_t)(r->end - r->next);
    const char *end = left > 0 ? memchr(r->next, '\n', left) : NULL;
    if (left == 0 || r->failed)
        return false;
    r->at = add(r->at, strtoll(r->next, &text, 10)); /* ends at the line's end at the latest */
    r->len = end != NULL && text < end ? (size_t)(end - text) : 0;
    r->failed = r->len == 0 || !make_room(&r->text, &r->cap, 0, r->len + NUMBER_ROOM);
    if (r->failed)
        return false;
    memcpy(r->text, text, r->len);
    const char *number = find_number(r->text, r->len, "~");
    if (number != NULL) {
        size_t at = (size_t)(number - r->text) - 1;
        r->len = at + (size_t)sprintf(r->text + at, "%lld}", add(strtoll(number, NULL, 10), r->at));
    }
    r->text[r->len] = '\0';
    r->next = end + 1;
    r->n++;
    return true;
}

/* ---- compression ---- */

/* The filter for a text of this length. Its memory is no larger than it must be, because it is
   taken and zeroed each time. A long text is compressed less well, to be quick: see PERF.md. */
static void choose(lzma_options_lzma *o, size_t len)
{
    lzma_lzma_preset(o, len <= FINE_MOST ? 6 : 0);
    o->lc = o->lp = o->pb = 0;
    for (o->dict_size = DICT_LEAST; o->dict_size < len && o->dict_size < DICT_MOST;)
        o->dict_size *= 2;
}

bool pack_press_start(struct pack_pressing *p, const char *text, size_t len)
{
    static const lzma_stream fresh = LZMA_STREAM_INIT;
    lzma_options_lzma o;
    choose(&o, len);
    const lzma_filter chain[] = {{LZMA_FILTER_LZMA2, &o}, {LZMA_VLI_UNKNOWN, NULL}};
    size_t room = len + len / 16 + SPARE;
    lzma_stream *lzma = malloc(sizeof *lzma);
    *p = (struct pack_pressing){
        .lzma = lzma, .text = text, .left = len, .bytes = malloc(room), .room = room};
    if (lzma != NULL)
        *lzma = fresh;
    if (lzma != NULL && p->bytes != NULL && lzma_raw_encoder(lzma, chain) == LZMA_OK)
        return true;
    pack_press_end(p);
    return false;
}

enum pack_state pack_press_on(struct pack_pressing *p, size_t most)
{
    lzma_stream *lzma = p->lzma;
    size_t part = most < p->left ? most : p->left;
    lzma->next_in = (const uint8_t *)p->text;
    lzma->avail_in = part;
    lzma->next_out = p->bytes + p->len;
    lzma->avail_out = p->room - p->len;
    lzma_ret result = lzma_code(lzma, part == p->left ? LZMA_FINISH : LZMA_RUN);
    p->text += part - lzma->avail_in;
    p->left -= part - lzma->avail_in;
    p->len = p->room - lzma->avail_out;
    return result == LZMA_STREAM_END ? PACK_DONE : result == LZMA_OK ? PACK_MORE : PACK_DAMAGED;
}

void pack_press_end(struct pack_pressing *p)
{
    if (p->lzma != NULL)
        lzma_end(p->lzma);
    free(p->lzma);
    free(p->bytes);
    *p = (struct pack_pressing){.lzma = NULL};
}

bool pack_expand_start(struct pack_expansion *e, const uint8_t *bytes, size_t len, size_t out_len)
{
    static const lzma_stream fresh = LZMA_STREAM_INIT;
    lzma_options_lzma o;
    choose(&o, out_len);
    const lzma_filter chain[] = {{LZMA_FILTER_LZMA2, &o}, {LZMA_VLI_UNKNOWN, NULL}};
    *e = (struct pack_expansion){.text = malloc(out_len + 1), .len = out_len};
    lzma_stream *lzma = malloc(sizeof *lzma);
    if (lzma != NULL) {
        *lzma = fresh;
        lzma->next_in = bytes;
        lzma->avail_in = len;
    }
    e->lzma = lzma;
    if (lzma != NULL && e->text != NULL && lzma_raw_decoder(lzma, chain) == LZMA_OK)
        return true;
    pack_expand_end(e);
    return false;
}

enum pack_state pack_expand_on(struct pack_expansion *e, size_t most)
{
    lzma_stream *lzma = e->lzma;
    size_t left = e->len + 1 - e->done, room = most < left ? most : left;
    lzma->next_out = (uint8_t *)e->text + e->done;
    lzma->avail_out = room;
    lzma_ret result = lzma_code(lzma, LZMA_FINISH);
    e->done += room - lzma->avail_out;
    if (result == LZMA_STREAM_END && e->done == e->len) {
        e->text[e->len] = '\0';
        return PACK_DONE;
    }
    return result == LZMA_OK && e->done <= e->len ? PACK_MORE : PACK_DAMAGED;
}

char *pack_expand_end(struct pack_expansion *e)
{
    bool done = e->lzma != NULL && e->text != NULL && e->done == e->len;
    char *text = done ? e->text : NULL;
    if (!done)
        free(e->text);
    if (e->lzma != NULL)
        lzma_end(e->lzma);
    free(e->lzma);
    *e = (struct pack_expansion){.text = NULL};
    return text;
}

uint64_t pack_sum(const char *text, size_t len)
{
    return lzma_crc64((const uint8_t *)text, len, 0);
}
