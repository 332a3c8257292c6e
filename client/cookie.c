/* Cookies of servers: see cookie.h. */
#include "client/cookie.h"

#include <limits.h>

#include "client/kept.h"

static const char file[] = "/cookies";

void cookie_find(const char *origin, char cookie[COOKIE_MAX])
{
    kept_find(file, origin, cookie, COOKIE_MAX);
}

bool cookie_keep(const char *origin, const char *cookie)
{
    return kept_put(file, origin, cookie, INT_MAX);
}
