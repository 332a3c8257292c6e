/*
 * Where local games are kept: one record a file in the user's data folder,
 * $XDG_DATA_HOME/parlor/games or ~/.local/share/parlor/games. A file is always a whole record: it
 * is written beside and then put in its place, after every event.
 */
#ifndef PARLOR_TUI_SAVES_H
#define PARLOR_TUI_SAVES_H

#include <stdbool.h>

#include "table/strbuf.h"

enum { SAVES_PATH_MAX = 4096 };

/* A new file's path for a game that begins now; false: there is no folder for it (errno). */
bool saves_name(const char *game, char path[SAVES_PATH_MAX]);
/* Writes the file; false with errno. */
bool saves_write(const char *path, const struct strbuf *text);
/* The newest game that is not over; false: there is none. */
bool saves_find(char path[SAVES_PATH_MAX]);
/* Reads line `number` (from 1) of a file into `out`, without its line end; false: errno, or 0 if
   there is no such line. */
bool saves_read(const char *path, int number, struct strbuf *out);

#endif
