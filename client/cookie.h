/*
 * Who we are at each server: its cookies, one line a server in the user's data folder
 * ($XDG_DATA_HOME/parlor/cookies), readable by the user alone. Whoever has a cookie is that guest.
 */
#ifndef PARLOR_CLIENT_COOKIE_H
#define PARLOR_CLIENT_COOKIE_H

#include <stdbool.h>

enum { COOKIE_MAX = 256 };

/* The cookie for that server ("": none is kept). */
void cookie_find(const char *origin, char cookie[COOKIE_MAX]);
/* Keeps it in the place of an earlier one; false with errno. */
bool cookie_keep(const char *origin, const char *cookie);

#endif
