/* Links to servers and tables: see link.h. */
#include "client/link.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *scheme;
    bool tls;
} schemes[] = {{"http://", false}, {"https://", true}, {"ws://", false}, {"wss://", true}};
enum { SCHEMES = sizeof schemes / sizeof schemes[0] };

/* Whether the text has only letters, digits and characters of `more`. */
static bool is_plain(const char *text, size_t n, const char *more)
{
    for (size_t i = 0; i < n; i++) {
        char c = text[i];
        bool good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!good && (c == '\0' || strchr(more, c) == NULL))
            return false;
    }
    return n > 0;
}

static int find_scheme(const char *text)
{
    for (int i = 0; i < SCHEMES; i++)
        if (strncmp(text, schemes[i].scheme, strlen(schemes[i].scheme)) == 0)
            return i;
    return -1;
}

bool link_is_url(const char *text)
{
    return strstr(text, "://") != NULL;
}

/* Reads the host, in brackets if it has colons; returns the rest, or NULL: no host. */
static const char *read_host(const char *p, struct link *out)
{
    bool brackets = *p == '[';
    const char *from = brackets ? p + 1 : p;
    size_t n = strcspn(from, brackets ? "]" : ":/?#");
    if (n >= sizeof out->host || !is_plain(from, n, brackets ? ":.%" : "-._"))
        return NULL;
    memcpy(out->host, from, n);
    out->host[n] = '\0';
    if (brackets && from[n] != ']')
        return NULL;
    return from + n + brackets;
}

static const char *read_port(const char *p, struct link *out)
{
    snprintf(out->port, sizeof out->port, "%s", out->tls ? "443" : "80");
    if (*p != ':')
        return p;
    size_t n = strspn(++p, "0123456789");
    if (n == 0 || n > 5)
        return NULL;
    memcpy(out->port, p, n);
    out->port[n] = '\0';
    return p + n;
}

/* `/t/ID` names a table; `/`, `/ws` and an empty path name none. */
static bool read_path(const char *p, struct link *out)
{
    if (strcmp(p, "") == 0 || strcmp(p, "/") == 0 || strcmp(p, "/ws") == 0)
        return true;
    size_t n = strncmp(p, "/t/", 3) == 0 ? strcspn(p + 3, "/?#") : 0;
    if (n >= sizeof out->table || !is_plain(p + 3, n, "-_"))
        return false;
    memcpy(out->table, p + 3, n);
    return true;
}

bool link_read(const char *url, struct link *out)
{
    int scheme = find_scheme(url);
    memset(out, 0, sizeof *out);
    if (scheme < 0)
        return false;
    out->tls = schemes[scheme].tls;
    const char *p = read_host(url + strlen(schemes[scheme].scheme), out);
    p = p != NULL ? read_port(p, out) : NULL;
    if (p == NULL || !read_path(p, out))
        return false;
    bool colons = strchr(out->host, ':') != NULL;
    snprintf(out->name, sizeof out->name, "%s%s%s:%s", colons ? "[" : "", out->host,
             colons ? "]" : "", out->port);
    snprintf(out->origin, sizeof out->origin, "%s%s", out->tls ? "https://" : "http://", out->name);
    return true;
}
