/*
 * Names of people at a server, where others read them: what a reader sees is all there is, and no
 * name looks like a bot's.
 */
#ifndef PARLOR_TABLE_NAME_H
#define PARLOR_TABLE_NAME_H

#include <stdbool.h>

enum { NAME_CHARACTERS = 24, NAME_ROOM = 4 * NAME_CHARACTERS + 1 };

/* Reads a name: spaces of all kinds become one plain space, those at the ends and marks of an
   emoji's style are dropped. NULL, or the message id of the refusal: it must have 1 to 24
   characters, none of them invisible or changing the direction, and must not be like a bot's. */
const char *name_read(const char *text, char out[NAME_ROOM]);

/* Whether two names look the same: upper and lower case and letters of the same shape count as
   one. */
bool name_is_like(const char *a, const char *b);

#endif
