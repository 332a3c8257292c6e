/*
 * A parsed link: the server and, if the link names one, the table. Links of the page (http, https)
 * and of the socket (ws, wss) are both accepted.
 */
#ifndef PARLOR_CLIENT_LINK_H
#define PARLOR_CLIENT_LINK_H

#include <stdbool.h>

enum { LINK_HOST_MAX = 256, LINK_TABLE_MAX = 40 };

struct link {
    bool tls;
    char host[LINK_HOST_MAX]; /* without the brackets of an IPv6 address */
    char port[8];
    char name[LINK_HOST_MAX + 16];   /* host:port, as in the Host header */
    char origin[LINK_HOST_MAX + 24]; /* http://host:port */
    char table[LINK_TABLE_MAX];      /* "": none */
};

/* Whether the text looks like a URL. */
bool link_is_url(const char *text);
/* Parses a link; false: it is not one of ours. */
bool link_read(const char *url, struct link *out);

#endif
