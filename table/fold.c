/*
 * Folded texts: see fold.h. The writer looks for copies as LZ77 does. Most of a view stays where it
 * was, so the place right after the last copy, as far ahead as the new text is, is tried first;
 * then a hash of the next bytes finds another place. All copies of SPAN + STRIDE - 1 bytes
 * are found, and many shorter ones.
 */
#include "table/fold.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

enum {
    DIGITS = 28, /* a number's digits, lowest first: from `#` on the last one, */
    FIRST = '#', /* DIGITS later one that others follow */
    NUMBER_MAX = DIGITS * DIGITS * DIGITS * DIGITS,
    WORD = 8,   /* bytes that are compared at once */
    SPAN = 6,   /* bytes that are hashed, */
    STRIDE = 4, /* at every fourth place of the old text */
    GAIN = 2,   /* bytes that a copy must save */
    LONG = 16,  /* bytes of a copy that is good enough */
    HEADS_BITS = 11
};

struct folder {
    const char *old, *text;
    size_t old_len, len;
    size_t at;   /* the end of the last copy, in the old text followed by the new one */
    size_t done; /* bytes of the new text that are written */
    char *out;
    uint16_t *head; /* a place with this hash, plus 1; 0: none. NULL: nothing is hashed yet */
};

/* A copy for `text` from `to` on. */
struct copy {
    size_t from, to, len;
};

static uint64_t read_word(const char *p)
{
    uint64_t w;
    memcpy(&w, p, sizeof w);
    return w;
}

static size_t count_same(const char *a, const char *b, size_t most)
{
    size_t n = 0;
    while (n + WORD <= most && read_word(a + n) == read_word(b + n))
        n += WORD;
    while (n < most && a[n] == b[n])
        n++;
    return n;
}

static bool starts_same(const char *a, const char *b)
{
    return memcmp(a, b, SPAN) == 0;
}

/* Where the hash of these SPAN bytes is kept. */
static uint16_t *find_head(struct folder *f, const char *p)
{
    uint32_t first;
    uint16_t rest;
    memcpy(&first, p, sizeof first);
    memcpy(&rest, p + sizeof first, sizeof rest);
    uint64_t w = (uint64_t)rest << 32 | first;
    return &f->head[w * UINT64_C(0x9e3779b97f4a7c15) >> (64 - HEADS_BITS)];
}

static void hash_old(struct folder *f, uint16_t head[1 << HEADS_BITS])
{
    memset(head, 0, sizeof head[0] << HEADS_BITS);
    f->head = head;
    for (size_t i = 0; i + SPAN <= f->old_len; i += STRIDE)
        *find_head(f, f->old + i) = (uint16_t)(i + 1);
}

/* ---- numbers ---- */

static size_t count_digits(size_t n)
{
    return n < DIGITS ? 1 : n < DIGITS * DIGITS ? 2 : n < DIGITS * DIGITS * DIGITS ? 3 : 4;
}

static void put_number(struct folder *f, size_t n)
{
    assert(n < NUMBER_MAX);
    for (; n >= DIGITS; n /= DIGITS)
        *f->out++ = (char)(FIRST + DIGITS + n % DIGITS);
    *f->out++ = (char)(FIRST + n);
}

/* A place before or after `at` as one number: even ahead, odd back. */
static size_t code_skip(size_t at, size_t from)
{
    return from >= at ? 2 * (from - at) : 2 * (at - from) - 1;
}

/* ---- writing ---- */

/* Makes the copy from this place as long as possible, also backwards; false: it saves nothing. */
static bool extend(const struct folder *f, size_t from, size_t to, struct copy *out)
{
    bool is_old = from < f->old_len;
    const char *p = is_old ? f->old + from : f->text + (from - f->old_len);
    size_t before = is_old ? from : from - f->old_len, back = 0;
    size_t room = is_old ? f->old_len - from + before : to - before; /* of the whole copy */
    size_t most = before < to - f->done ? before : to - f->done;
    most = most < room ? most : room;
    while (back < most && p[-1 - (ptrdiff_t)back] == f->text[to - 1 - back])
        back++;
    most = is_old ? f->old_len - from : room - back;
    size_t left = f->len - to;
    size_t len = back + count_same(p, f->text + to, most < left ? most : left);
    *out = (struct copy){from - back, to - back, len};
    return len >= 1 + count_digits(code_skip(f->at, out->from)) + count_digits(len) + GAIN;
}

static const char *find_place(const struct folder *f, size_t from)
{
    return from < f->old_len ? f->old + from : f->text + (from - f->old_len);
}

/* The copy at `to`, if there is one. `head` is room for hashes. */
static bool find_copy(struct folder *f, size_t to, uint16_t *head, struct copy *out)
{
    size_t near = f->at + (to - f->done);
    const char *text = f->text + to;
    struct copy other;
    bool good =
        near + SPAN <= f->old_len && starts_same(f->old + near, text) && extend(f, near, to, out);
    if (good && out->len >= LONG)
        return true;
    if (f->head == NULL)
        hash_old(f, head);
    uint16_t *found = find_head(f, text);
    if (*found != 0 && starts_same(find_place(f, *found - 1u), text) &&
        extend(f, *found - 1u, to, &other) && (!good || other.len > out->len + GAIN)) {
        *out = other;
        good = true;
    }
    if (!good)
        *found = (uint16_t)(f->old_len + to + 1);
    return good;
}

static bool put_piece(struct folder *f, size_t end)
{
    for (; f->done < end; f->done++) {
        char c = f->text[f->done];
        if (c < ' ' || c > '}' || c == '\'' || c == '\\')
            return false;
        *f->out++ = c == '"' ? '\'' : c;
    }
    return true;
}

static bool put_copy(struct folder *f, const struct copy *c)
{
    if (!put_piece(f, c->to))
        return false;
    *f->out++ = '~';
    put_number(f, code_skip(f->at, c->from));
    put_number(f, c->len);
    f->at = c->from + c->len;
    f->done += c->len;
    return true;
}

bool fold_write(const char *old, size_t old_len, const char *text, size_t len, struct strbuf *out)
{
    struct folder f = {.old = old, .text = text, .old_len = old_len, .len = len};
    uint16_t head[1 << HEADS_BITS];
    if (old_len > FOLD_MAX || len > FOLD_MAX)
        return false;
    struct buf b = strbuf_room(out, len + WORD);
    struct copy c;
    bool good = true;
    f.out = b.text; /* it has room: a copy is shorter than what it copies */
    for (size_t i = 0; good && i + SPAN <= len;) {
        if (find_copy(&f, i, head, &c)) {
            good = put_copy(&f, &c);
            i = f.done;
        } else {
            i++;
        }
    }
    good = good && put_piece(&f, len);
    b.len = (size_t)(f.out - b.text);
    assert(b.len <= len);
    if (good)
        strbuf_take(out, &b);
    return good;
}

/* ---- reading ---- */

/* Reads a number and moves the place; -1: there is none. */
static long read_number(const char *folded, size_t len, size_t *at)
{
    long n = 0, weight = 1;
    for (; *at < len && weight < NUMBER_MAX; weight *= DIGITS) {
        int digit = folded[(*at)++] - FIRST;
        if (digit < 0 || digit >= 2 * DIGITS)
            return -1;
        n += digit % DIGITS * weight;
        if (digit < DIGITS)
            return n;
    }
    return -1;
}

/* Appends bytes of the old text followed by the new one; false: there are not so many. */
static bool copy_bytes(const struct strbuf *old, size_t from, size_t len, struct strbuf *text)
{
    if (from + len > old->len + text->len || text->len + len > FOLD_MAX)
        return false;
    size_t end = from + len, part = 0;
    if (from < old->len) {
        part = (end < old->len ? end : old->len) - from;
        strbuf_put_bytes(text, old->text + from, part);
    }
    if (len > part) {
        struct buf room = strbuf_room(text, len - part);
        buf_put_bytes(&room, text->text + (from + part - old->len), len - part);
        strbuf_take(text, &room);
    }
    return true;
}

static bool unfold(const char *folded, size_t len, const struct strbuf *old, struct strbuf *text)
{
    long at = 0;
    for (size_t i = 0; i < len;) {
        char c = folded[i++];
        if (c != '~') {
            strbuf_put_bytes(text, c == '\'' ? "\"" : &c, 1);
            if (text->len > FOLD_MAX)
                return false;
            continue;
        }
        long skip = read_number(folded, len, &i), n = read_number(folded, len, &i);
        if (skip < 0 || n <= 0)
            return false;
        at += skip % 2 == 0 ? skip / 2 : -(skip + 1) / 2;
        if (at < 0 || !copy_bytes(old, (size_t)at, (size_t)n, text))
            return false;
        at += n;
    }
    return true;
}

bool fold_read(const char *folded, size_t len, struct strbuf *text)
{
    struct strbuf new = STRBUF_EMPTY;
    bool good = unfold(folded, len, text, &new);
    if (good) {
        struct strbuf old = *text;
        *text = new;
        new = old;
    }
    strbuf_clear(&new);
    return good;
}
