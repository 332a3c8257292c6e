/*
 * Lines of a file, of any length, in bounded memory: a line longer than LINES_MAX is read to its
 * end but not kept.
 */
#ifndef PARLOR_CLI_LINES_H
#define PARLOR_CLI_LINES_H

#include "cli/cli.h"
#include "table/strbuf.h"

enum { LINES_MAX = 16 << 20, LINES_CHUNK = 1 << 16 };

struct lines {
    const struct cli *cli;
    const char *path;
    FILE *file;
    struct strbuf line; /* the line without its line end */
    bool too_long;      /* then `line` is empty */
    char chunk[LINES_CHUNK];
    size_t at, end; /* the part of `chunk` still to be read */
};

/* Opens a file, or standard input for `-`; false after reporting the error. */
bool lines_open(struct lines *l, const struct cli *cli, const char *path);
/* Closes it; returns `status`, or CLI_FAILED after reporting that it could not be read. */
int lines_close(struct lines *l, int status);

/* Reads the next line; false at the end of the file or on an error (see ferror). */
bool lines_next(struct lines *l);
/* Reads the line of that number, from 1, of a file just opened; false: there is none. */
bool lines_find(struct lines *l, uint64_t number);

#endif
