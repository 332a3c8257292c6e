/*
 * Saved games: one record per file in the user's data folder, $XDG_DATA_HOME/parlor/games or
 * ~/.local/share/parlor/games. A file is always a whole record: after every event a new file is
 * written beside it and renamed over it.
 */
#ifndef PARLOR_TUI_SAVES_H
#define PARLOR_TUI_SAVES_H

#include <stdbool.h>

#include "table/strbuf.h"

enum { SAVES_PATH_MAX = 4096 };

/* The path of a new file for a game that begins now; false with errno: there is no folder. */
bool saves_name(const char *game, char path[SAVES_PATH_MAX]);
/* The path of the game with the daily deal of that date, whether it is there or not. */
bool saves_name_daily(const char *game, const char *date, char path[SAVES_PATH_MAX]);
/* Writes the file; false with errno. */
bool saves_write(const char *path, const struct strbuf *text);
/* The newest game that is over, or that is not; false: there is none. */
bool saves_find(bool over, char path[SAVES_PATH_MAX]);
/* The newest game of that kind, over or not; and whether one is over. */
bool saves_find_of(const char *game, char path[SAVES_PATH_MAX]);
bool saves_has_over(const char *game);
/* Reads line `number` (from 1) of a file into `out`, without its line end; false: errno, or 0 if
   there is no such line. */
bool saves_read(const char *path, int number, struct strbuf *out);

#endif
