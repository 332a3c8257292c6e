/* What line mode prints of a scene, at a local table, at a server's and of a record. */
#ifndef PARLOR_TUI_PRINT_H
#define PARLOR_TUI_PRINT_H

#include "tui/scene.h"

void print_word(const struct scene *c, const char *id);
/* A line behind `* `, if there is anything in it. */
void print_news(const struct buf *b);
void print_view(const struct scene *c);
/* The lines `rules` and `moves`, and `help` with this message id; false: it is none of them. */
bool print_asked(const struct scene *c, const char *line, const char *help);

#endif
