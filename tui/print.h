/* Printing a scene in line mode: at a local table, at a server's table, from a record. */
#ifndef PARLOR_TUI_PRINT_H
#define PARLOR_TUI_PRINT_H

#include "tui/scene.h"

enum { PRINT_LINE_MAX = 256 };

/* Reads a line without its end and surrounding spaces; false at the end of input. */
bool print_read_line(char line[PRINT_LINE_MAX]);
void print_word(const struct scene *c, const char *id);
/* Prints a line after `* `, unless it is empty. */
void print_news(const struct buf *b);
void print_view(const struct scene *c);
/* What the icons and numbers of the table mean. */
void print_signs(const struct scene *c);
/* The commands `rules`, `signs`, `moves` and `help`, whose message id is given; false: another
 * line. */
bool print_asked(const struct scene *c, const char *line, const char *help);

#endif
