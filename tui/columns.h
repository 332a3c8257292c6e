/*
 * Tables for the terminal: cells of text in rows, the first column flush left and the others flush
 * right, as wide as their widest cell. Width is counted in characters, not bytes. If the table has
 * too little room, the words of one column go on in further lines.
 */
#ifndef PARLOR_TUI_COLUMNS_H
#define PARLOR_TUI_COLUMNS_H

#include "table/strbuf.h"

enum { COLUMNS_MAX = 16, COLUMNS_CELLS = 8192, COLUMNS_ROOM = 80 };

struct columns {
    struct strbuf text; /* all cells, each ended by a NUL */
    int count;
    size_t cell[COLUMNS_CELLS]; /* where each begins in `text` */
    int row[COLUMNS_CELLS];     /* the row of each */
    int rows;
    unsigned left; /* columns that are flush left, as bits; column 0 always is */
    int room;      /* the width of the table; 0: any */
    int wraps;     /* the column that goes on in further lines to keep to the room */
};

void columns_init(struct columns *c);
void columns_clear(struct columns *c);

/* Begins a new row; cells go to the last row. Cells beyond COLUMNS_CELLS are dropped. */
void columns_start_row(struct columns *c);
void columns_put(struct columns *c, const char *text);
/* The same as by printf; cut at 255 bytes. */
void columns_format(struct columns *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends the table to `out`, each line after `indent` spaces. */
void columns_write(const struct columns *c, int indent, struct strbuf *out);
/* Writes it to standard output. */
void columns_print(const struct columns *c, int indent);

/* Appends a text in lines of at most `room` characters, split at spaces; the lines after the first
   begin with `indent` spaces. */
void columns_wrap(const char *text, int room, int indent, struct strbuf *out);

#endif
