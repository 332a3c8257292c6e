/* Private to store/: rows from the raw pages of an SQLite file, without its trees. */
#ifndef PARLOR_STORE_PAGES_H
#define PARLOR_STORE_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PAGES_VALUES_MAX = 8 };

/* A value of a row: `kind` is 'n' null, 'i' integer, 't' text, 'b' blob or 'f' a fraction. */
struct pages_value {
    char kind;
    int64_t n;
    const char *bytes;
    size_t len;
};

struct pages_row {
    bool by_rowid; /* of a table with rowids; else of a table without, or of an index */
    int64_t rowid;
    int values;
    struct pages_value value[PAGES_VALUES_MAX];
};

/* Finds the rows of all pages in these bytes of a database file; damaged ones are skipped. */
void pages_scan(const uint8_t *file, size_t len,
                void (*visit)(void *context, const struct pages_row *row), void *context);

#endif
