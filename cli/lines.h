/*
 * Lines of a file, of any length, in bounded memory: a line longer than LINES_MAX is read to its
 * end but not kept.
 */
#ifndef PARLOR_CLI_LINES_H
#define PARLOR_CLI_LINES_H

#include <stdbool.h>
#include <stdio.h>

#include "table/strbuf.h"

enum { LINES_MAX = 16 << 20, LINES_CHUNK = 1 << 16 };

struct lines {
    FILE *file;
    struct strbuf line; /* the line without its line end */
    bool too_long;      /* then `line` is empty */
    char chunk[LINES_CHUNK];
    size_t at, end; /* the part of `chunk` still to be read */
};

void lines_init(struct lines *l, FILE *file);
void lines_clear(struct lines *l);

/* Reads the next line; false at the end of the file or on an error (see ferror). */
bool lines_next(struct lines *l);

#endif
