/*
 * Rows from the raw pages of an SQLite file: see pages.h. The format is described at
 * https://sqlite.org/fileformat2.html. Any byte may be damaged: every offset is checked.
 */
#include "store/pages.h"

#include <stdlib.h>
#include <string.h>

#include "table/memory.h"

enum {
    INDEX_INNER = 0x02,
    INDEX_LEAF = 0x0a,
    TABLE_LEAF = 0x0d,
    PAGE_USUAL = 4096,
    PAYLOAD_MAX = 1 << 20,
    FIRST_HEAD = 100, /* the file's header on its first page */
};

struct scan {
    const uint8_t *file;
    size_t pages, size; /* number of pages, and bytes of each */
    void (*visit)(void *context, const struct pages_row *row);
    void *context;
    uint8_t *payload; /* room for PAYLOAD_MAX */
};

/* The bytes that are left to read. */
struct rest {
    const uint8_t *at;
    size_t left;
    bool bad;
};

static uint64_t take_number(struct rest *r, size_t bytes)
{
    uint64_t n = 0;
    if (r->left < bytes)
        r->bad = true;
    for (size_t i = 0; i < bytes && !r->bad; i++)
        n = n << 8 | r->at[i];
    if (!r->bad) {
        r->at += bytes;
        r->left -= bytes;
    }
    return n;
}

static uint64_t take_varint(struct rest *r)
{
    uint64_t n = 0;
    for (int i = 0; i < 9 && !r->bad; i++) {
        uint64_t byte = take_number(r, 1);
        if (i == 8)
            return n << 8 | byte;
        n = n << 7 | (byte & 127);
        if ((byte & 128) == 0)
            break;
    }
    return n;
}

static void take_value(struct rest *r, uint64_t type, struct pages_value *v)
{
    static const unsigned char sizes[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0};
    *v = (struct pages_value){.kind = 'i'};
    if (type >= 12) {
        v->kind = type % 2 == 1 ? 't' : 'b';
        v->len = (size_t)((type - 12) / 2);
        v->bytes = (const void *)r->at;
        r->bad = r->bad || v->len > r->left;
        if (!r->bad) {
            r->at += v->len;
            r->left -= v->len;
        }
    } else if (type >= 10) {
        r->bad = true;
    } else if (type == 0) {
        v->kind = 'n';
    } else {
        size_t bytes = sizes[type];
        uint64_t n = type == 9 ? 1 : take_number(r, bytes);
        if (bytes > 0 && bytes < 8 && n >> (8 * bytes - 1) != 0)
            n |= UINT64_MAX << 8 * bytes; /* negative */
        v->kind = type == 7 ? 'f' : 'i';
        v->n = (int64_t)n;
    }
}

static void read_row(struct scan *s, struct pages_row *row, size_t len)
{
    struct rest types = {.at = s->payload, .left = len};
    uint64_t head = take_varint(&types);
    size_t used = len - types.left;
    if (types.bad || head < used || head > len)
        return;
    struct rest values = {.at = s->payload + head, .left = len - (size_t)head};
    types.left = (size_t)head - used;
    for (row->values = 0; types.left > 0 && row->values < PAGES_VALUES_MAX; row->values++) {
        uint64_t type = take_varint(&types);
        take_value(&values, type, &row->value[row->values]);
        if (types.bad || values.bad)
            return;
    }
    if (types.left == 0 && values.left == 0)
        s->visit(s->context, row);
}

/* How many bytes of a payload are on the page itself. */
static size_t local_part(const struct scan *s, size_t len, bool leaf_of_table)
{
    size_t most = leaf_of_table ? s->size - 35 : (s->size - 12) * 64 / 255 - 23;
    size_t least = (s->size - 12) * 32 / 255 - 23;
    if (len <= most)
        return len;
    size_t some = least + (len - least) % (s->size - 4);
    return some <= most ? some : least;
}

/* Collects a payload with its overflow pages; false: damaged. */
static bool collect(struct scan *s, struct rest *r, size_t len, bool leaf_of_table)
{
    size_t part = local_part(s, len, leaf_of_table), done = 0;
    if (len > PAYLOAD_MAX || part > r->left)
        return false;
    memcpy(s->payload, r->at, part);
    r->at += part;
    r->left -= part;
    done = part;
    size_t next = done < len ? (size_t)take_number(r, 4) : 0;
    while (done < len) {
        if (r->bad || next < 1 || next > s->pages)
            return false;
        struct rest page = {.at = s->file + (next - 1) * s->size, .left = s->size};
        next = (size_t)take_number(&page, 4);
        part = len - done < page.left ? len - done : page.left;
        memcpy(s->payload + done, page.at, part);
        done += part;
    }
    return true;
}

static void read_cell(struct scan *s, const uint8_t *page, size_t at, int type)
{
    struct rest r = {.at = page + at, .left = s->size - at};
    struct pages_row row = {.by_rowid = type == TABLE_LEAF};
    if (type == INDEX_INNER)
        take_number(&r, 4);
    uint64_t len = take_varint(&r);
    if (type == TABLE_LEAF)
        row.rowid = (int64_t)take_varint(&r);
    if (!r.bad && len > 0 && len <= PAYLOAD_MAX && collect(s, &r, (size_t)len, row.by_rowid))
        read_row(s, &row, (size_t)len);
}

static void read_page(struct scan *s, size_t number)
{
    const uint8_t *page = s->file + number * s->size;
    size_t from = number == 0 ? FIRST_HEAD : 0;
    int type = page[from];
    if (type != INDEX_INNER && type != INDEX_LEAF && type != TABLE_LEAF)
        return;
    size_t cells = (size_t)page[from + 3] << 8 | page[from + 4];
    size_t list = from + (type == INDEX_INNER ? 12 : 8);
    for (size_t i = 0; i < cells && list + 2 * i + 2 <= s->size; i++) {
        size_t at = (size_t)page[list + 2 * i] << 8 | page[list + 2 * i + 1];
        if (at >= list && at < s->size)
            read_cell(s, page, at, type);
    }
}

/* The size in the file's header, or the usual one if that is damaged. */
static size_t find_size(const uint8_t *file, size_t len)
{
    size_t size = len > FIRST_HEAD ? (size_t)file[16] << 8 | file[17] : 0;
    size = size == 1 ? 65536 : size;
    bool good = size >= 512 && (size & (size - 1)) == 0 && memcmp(file, "SQLite format 3", 16) == 0;
    return good ? size : PAGE_USUAL;
}

void pages_scan(const uint8_t *file, size_t len,
                void (*visit)(void *context, const struct pages_row *row), void *context)
{
    struct scan s = {.file = file, .visit = visit, .context = context};
    s.size = find_size(file, len);
    s.pages = len / s.size;
    s.payload = memory_take(PAYLOAD_MAX);
    for (size_t i = 0; i < s.pages; i++)
        read_page(&s, i);
    free(s.payload);
}
