/*
 * A small strict JSON parser: see include/jansson.h. A document lives in a chain of chunks, owned
 * by its root.
 */
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "table/json_text.h"
#include "table/memory.h"

enum { CHUNK = 16384, DEPTH_MAX = 64 };

struct chunk {
    struct chunk *next;
    size_t used, size;
    _Alignas(16) char bytes[];
};

/* The root with its chunks. */
struct document {
    json_t root;
    struct chunk *chunks;
};

struct reader {
    const char *from, *p, *end;
    struct document *doc;
    int depth;
    enum json_error_code wrong; /* 0: nothing so far */
};

static void *keep(struct reader *r, size_t n)
{
    struct chunk *c = r->doc->chunks;
    n = (n + 15) / 16 * 16;
    if (c == NULL || c->size - c->used < n) {
        size_t size = n > CHUNK ? n : CHUNK;
        c = memory_take(sizeof *c + size);
        *c = (struct chunk){.next = r->doc->chunks, .size = size};
        r->doc->chunks = c;
    }
    c->used += n;
    return c->bytes + c->used - n;
}

static bool fail(struct reader *r, enum json_error_code code)
{
    if (r->wrong == json_error_unknown)
        r->wrong = r->p >= r->end ? json_error_premature_end_of_input : code;
    return false;
}

static void skip_space(struct reader *r)
{
    while (r->p < r->end && strchr(" \t\n\r", *r->p) != NULL && *r->p != '\0')
        r->p++;
}

static bool take(struct reader *r, char c)
{
    skip_space(r);
    if (r->p >= r->end || *r->p != c)
        return false;
    r->p++;
    return true;
}

/* ---- strings ---- */

static int hex(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_unit(struct reader *r, uint32_t *out)
{
    *out = 0;
    for (int i = 0; i < 4; i++) {
        int digit = r->p < r->end ? hex(*r->p) : -1;
        if (digit < 0)
            return fail(r, json_error_invalid_syntax);
        *out = *out << 4 | (uint32_t)digit;
        r->p++;
    }
    return true;
}

static size_t put_code(char *out, uint32_t c)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    size_t more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    for (size_t i = more; i > 0; i--, c >>= 6)
        out[i] = (char)(0x80 | (c & 63));
    out[0] = (char)(0xff00 >> (more + 1) | c);
    return more + 1;
}

/* After `\u`. */
static bool read_code(struct reader *r, char *out, size_t *len)
{
    uint32_t c, low;
    if (!read_unit(r, &c))
        return false;
    if (c == 0)
        return fail(r, json_error_null_character);
    if (c >= 0xd800 && c < 0xdc00) {
        if (r->end - r->p < 2 || r->p[0] != '\\' || r->p[1] != 'u')
            return fail(r, json_error_invalid_syntax);
        r->p += 2;
        if (!read_unit(r, &low) || low < 0xdc00 || low > 0xdfff)
            return fail(r, json_error_invalid_syntax);
        c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
    } else if (c >= 0xdc00 && c < 0xe000) {
        return fail(r, json_error_invalid_syntax);
    }
    *len += put_code(out + *len, c);
    return true;
}

static bool read_escape(struct reader *r, char *out, size_t *len)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (r->p >= r->end)
        return fail(r, json_error_invalid_syntax);
    char c = *r->p++;
    if (c == 'u')
        return read_code(r, out, len);
    const char *found = c != '\0' ? strchr(from, c) : NULL;
    if (found == NULL)
        return fail(r, json_error_invalid_syntax);
    out[(*len)++] = to[found - from];
    return true;
}

/* One character of UTF-8 with its first byte above 127. */
static bool copy_character(struct reader *r, char *out, size_t *len)
{
    const unsigned char *p = (const unsigned char *)r->p;
    unsigned c = *p;
    int more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : 1;
    if (c < 0xc2 || c > 0xf4 || r->end - r->p <= more)
        return fail(r, json_error_invalid_utf8);
    for (int i = 1; i <= more; i++)
        if ((p[i] & 0xc0) != 0x80)
            return fail(r, json_error_invalid_utf8);
    if ((c == 0xe0 && p[1] < 0xa0) || (c == 0xed && p[1] > 0x9f) || (c == 0xf0 && p[1] < 0x90) ||
        (c == 0xf4 && p[1] > 0x8f))
        return fail(r, json_error_invalid_utf8);
    memcpy(out + *len, r->p, (size_t)more + 1);
    *len += (size_t)more + 1;
    r->p += more + 1;
    return true;
}

/* After the opening quote. The output is never longer than the input. */
static const char *read_text(struct reader *r, size_t *len)
{
    const char *close = r->p;
    while (close < r->end && *close != '"')
        close += *close == '\\' && close + 1 < r->end ? 2 : 1;
    char *out = keep(r, (size_t)(close - r->p) + 1);
    *len = 0;
    while (r->p < r->end && *r->p != '"') {
        unsigned char c = (unsigned char)*r->p;
        bool good = true;
        if (c < 32) {
            good = fail(r, json_error_invalid_syntax);
        } else if (c == '\\') {
            r->p++;
            good = read_escape(r, out, len);
        } else if (c >= 0x80) {
            good = copy_character(r, out, len);
        } else {
            out[(*len)++] = *r->p++;
        }
        if (!good)
            return NULL;
    }
    if (r->p >= r->end) {
        fail(r, json_error_premature_end_of_input);
        return NULL;
    }
    r->p++;
    out[*len] = '\0';
    return out;
}

/* ---- values ---- */

static bool read_value(struct reader *r, json_t *v);

static bool is_digit(const struct reader *r)
{
    return r->p < r->end && *r->p >= '0' && *r->p <= '9';
}

static bool read_digits(struct reader *r)
{
    if (!is_digit(r))
        return fail(r, json_error_invalid_syntax);
    while (is_digit(r))
        r->p++;
    return true;
}

static bool read_integer(struct reader *r, const char *from, json_t *v)
{
    bool minus = *from == '-';
    unsigned long long n = 0, most = 9223372036854775807ull + minus;
    for (const char *p = from + minus; p < r->p; p++) {
        unsigned digit = (unsigned)(*p - '0');
        if (n > (most - digit) / 10)
            return fail(r, json_error_numeric_overflow);
        n = 10 * n + digit;
    }
    v->type = JSON_INTEGER;
    v->integer = (json_int_t)(minus ? 0 - n : n);
    return true;
}

static bool read_number(struct reader *r, json_t *v)
{
    const char *from = r->p;
    bool whole = true;
    r->p += *r->p == '-';
    if (r->p < r->end && *r->p == '0')
        r->p++;
    else if (!read_digits(r))
        return false;
    if (is_digit(r))
        return fail(r, json_error_invalid_syntax); /* a zero in front */
    if (r->p < r->end && *r->p == '.') {
        r->p++;
        whole = false;
        if (!read_digits(r))
            return false;
    }
    if (r->p < r->end && (*r->p | 32) == 'e') {
        r->p++;
        whole = false;
        r->p += r->p < r->end && (*r->p == '+' || *r->p == '-');
        if (!read_digits(r))
            return false;
    }
    if (whole)
        return read_integer(r, from, v);
    v->type = JSON_REAL;
    v->size = (size_t)(r->p - from);
    char *copy = keep(r, v->size + 1);
    memcpy(copy, from, v->size);
    copy[v->size] = '\0';
    v->text = copy;
    return true;
}

static bool read_word(struct reader *r, json_t *v)
{
    static const struct {
        const char *word;
        enum json_type type;
    } words[] = {{"null", JSON_NULL}, {"true", JSON_TRUE}, {"false", JSON_FALSE}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t len = strlen(words[i].word);
        if ((size_t)(r->end - r->p) >= len && memcmp(r->p, words[i].word, len) == 0) {
            r->p += len;
            v->type = words[i].type;
            return true;
        }
    }
    return fail(r, json_error_invalid_syntax);
}

static bool read_name(struct reader *r, const json_t *object, json_t *member)
{
    size_t len;
    if (!take(r, '"'))
        return fail(r, json_error_invalid_syntax);
    member->key = read_text(r, &len);
    if (member->key == NULL)
        return false;
    if (json_object_get(object, member->key) != NULL)
        return fail(r, json_error_duplicate_key);
    return take(r, ':') || fail(r, json_error_invalid_syntax);
}

/* After the opening bracket or brace. */
static bool read_inside(struct reader *r, json_t *v, char close)
{
    json_t **last = &v->first;
    if (++r->depth > DEPTH_MAX)
        return fail(r, json_error_stack_overflow);
    if (take(r, close)) {
        r->depth--;
        return true;
    }
    do {
        json_t *item = keep(r, sizeof *item);
        *item = (json_t){.type = JSON_NULL};
        if (v->type == JSON_OBJECT && !read_name(r, v, item))
            return false;
        if (!read_value(r, item))
            return false;
        *last = item;
        last = &item->next;
        v->size++;
    } while (take(r, ','));
    r->depth--;
    return take(r, close) || fail(r, json_error_invalid_syntax);
}

static bool read_value(struct reader *r, json_t *v)
{
    skip_space(r);
    if (r->p >= r->end)
        return fail(r, json_error_premature_end_of_input);
    switch (*r->p) {
    case '{':
        r->p++;
        v->type = JSON_OBJECT;
        return read_inside(r, v, '}');
    case '[':
        r->p++;
        v->type = JSON_ARRAY;
        return read_inside(r, v, ']');
    case '"':
        r->p++;
        v->type = JSON_STRING;
        v->text = read_text(r, &v->size);
        return v->text != NULL;
    default:
        return *r->p == '-' || is_digit(r) ? read_number(r, v) : read_word(r, v);
    }
}

json_t *json_loadb(const char *text, size_t len, size_t flags, json_error_t *error)
{
    struct document *doc = memory_take_zeros(1, sizeof *doc);
    struct reader r = {.from = text, .p = text, .end = text + len, .doc = doc};
    (void)flags;
    bool good = read_value(&r, &doc->root);
    skip_space(&r);
    if (good && r.p < r.end)
        good = fail(&r, json_error_end_of_input_expected);
    if (error != NULL)
        *error = (json_error_t){.position = (int)(r.p - r.from), .code = r.wrong};
    if (good)
        return &doc->root;
    json_decref(&doc->root);
    return NULL;
}

/* This reader refuses NUL bytes itself. */
json_t *json_text_read(const char *text, size_t len, size_t flags, json_error_t *error)
{
    return json_loadb(text, len, flags, error);
}

json_t *json_loads(const char *text, size_t flags, json_error_t *error)
{
    return json_loadb(text, strlen(text), flags, error);
}

void json_decref(json_t *root)
{
    struct document *doc = (struct document *)root; /* the root is its first member */
    if (doc == NULL)
        return;
    for (struct chunk *c = doc->chunks, *next; c != NULL; c = next) {
        next = c->next;
        free(c);
    }
    free(doc);
}

json_t *json_object_get(const json_t *o, const char *name)
{
    json_t *v = json_first_in(o, JSON_OBJECT);
    while (v != NULL && strcmp(v->key, name) != 0)
        v = v->next;
    return v;
}

json_t *json_array_get(const json_t *a, size_t i)
{
    json_t *v = json_first_in(a, JSON_ARRAY);
    while (v != NULL && i-- > 0)
        v = v->next;
    return v;
}

static bool same_inside(const json_t *a, const json_t *b)
{
    const json_t *y = b->first;
    if (a->size != b->size)
        return false;
    for (const json_t *x = a->first; x != NULL; x = x->next) {
        const json_t *other = a->type == JSON_OBJECT ? json_object_get(b, x->key) : y;
        if (!json_equal(x, other))
            return false;
        y = y->next;
    }
    return true;
}

bool json_equal(const json_t *a, const json_t *b)
{
    if (a == NULL || b == NULL || a->type != b->type)
        return false;
    switch (a->type) {
    case JSON_INTEGER:
        return a->integer == b->integer;
    case JSON_REAL:
    case JSON_STRING:
        return a->size == b->size && memcmp(a->text, b->text, a->size) == 0;
    case JSON_ARRAY:
    case JSON_OBJECT:
        return same_inside(a, b);
    default:
        return true;
    }
}
