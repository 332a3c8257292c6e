/*
 * Where a link leads: the server and, if the link is a table's, the table. Both the page's links
 * (http, https) and those of the socket (ws, wss) are understood.
 */
#ifndef PARLOR_CLIENT_LINK_H
#define PARLOR_CLIENT_LINK_H

#include <stdbool.h>

enum { LINK_HOST_MAX = 256, LINK_TABLE_MAX = 40 };

struct link {
    bool tls;
    char host[LINK_HOST_MAX]; /* without the brackets of an IPv6 address */
    char port[8];
    char name[LINK_HOST_MAX + 16];   /* host:port as the header Host has it */
    char origin[LINK_HOST_MAX + 24]; /* http://host:port */
    char table[LINK_TABLE_MAX];      /* "": the link names none */
};

/* Whether a word is meant as a link at all. */
bool link_is_url(const char *text);
/* Reads a link; false: it is none of ours. */
bool link_read(const char *url, struct link *out);

#endif
