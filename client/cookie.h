/*
 * The user's identity at each server: a cookie per server, one per line, in the user's data folder
 * ($XDG_DATA_HOME/parlor/cookies). Only the user can read the file: a cookie is a credential.
 */
#ifndef PARLOR_CLIENT_COOKIE_H
#define PARLOR_CLIENT_COOKIE_H

#include <stdbool.h>

enum { COOKIE_MAX = 256 };

/* The cookie for this server; "": none is stored. */
void cookie_find(const char *origin, char cookie[COOKIE_MAX]);
/* Stores it in place of an earlier one; false with errno. */
bool cookie_keep(const char *origin, const char *cookie);

#endif
