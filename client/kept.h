/*
 * Small files of the user's data folder ($XDG_DATA_HOME/parlor): one line per key, with its value.
 * Only the user can read them.
 */
#ifndef PARLOR_CLIENT_KEPT_H
#define PARLOR_CLIENT_KEPT_H

#include <stdbool.h>
#include <stddef.h>

enum { KEPT_LINE_MAX = 2048 };

/* The value of a key in a file ("/cookies"); "": none is stored, or it is too long. */
void kept_find(const char *file, const char *key, char *value, size_t cap);
/* Stores it in place of an earlier one and keeps the newest `most` other lines; false with errno.
 */
bool kept_put(const char *file, const char *key, const char *value, int most);

#endif
