/*
 * Where a link leads: the server and, if the link is a table's, the table. Both the page's links
 * (http, https) and those of the socket (ws, wss) are understood.
 */
#ifndef PARLOR_CLIENT_PLACE_H
#define PARLOR_CLIENT_PLACE_H

#include <stdbool.h>

enum { PLACE_HOST_MAX = 256, PLACE_TABLE_MAX = 40 };

struct place {
    bool tls;
    char host[PLACE_HOST_MAX]; /* without the brackets of an IPv6 address */
    char port[8];
    char name[PLACE_HOST_MAX + 16];   /* host:port as the header Host has it */
    char origin[PLACE_HOST_MAX + 24]; /* http://host:port */
    char table[PLACE_TABLE_MAX];      /* "": the link names none */
};

/* Whether a word is meant as a link at all. */
bool place_is_link(const char *text);
/* Reads a link; false: it is none of ours. */
bool place_read(const char *link, struct place *out);

#endif
