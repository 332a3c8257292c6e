/*
 * A client's WebSocket: the socket (with TLS by gnutls), the opening request, and frames by wslay.
 * Opening blocks for at most WEBSOCKET_OPEN_MS. Later only a send to a full socket blocks, for at
 * most WEBSOCKET_SEND_MS.
 */
#ifndef PARLOR_CLIENT_WEBSOCKET_H
#define PARLOR_CLIENT_WEBSOCKET_H

#include <gnutls/gnutls.h>
#include <stdbool.h>
#include <wslay/wslay.h>

#include "client/cookie.h"
#include "client/link.h"
#include "table/strbuf.h"

enum { WEBSOCKET_OPEN_MS = 8000, WEBSOCKET_SEND_MS = 8000, WEBSOCKET_MESSAGE_MAX = 1 << 20 };
enum { WEBSOCKET_KEY = 25, WEBSOCKET_ACCEPT = 29 }; /* Base64 of 16 and of 20 bytes, with a NUL */

/* Called with each text received, closed by a NUL. */
typedef void websocket_take(void *context, const char *text, size_t len);

struct websocket {
    int fd;                  /* -1: closed */
    char why[256];           /* why it did not open, as the system says; "": not our server */
    char cookie[COOKIE_MAX]; /* sent at the opening; replaced if the server sets another */
    bool given;              /* the server has set a cookie */
    /* Private. */
    websocket_take *take;
    void *context;
    wslay_event_context_ptr frames;
    gnutls_session_t tls;
    gnutls_certificate_credentials_t trust;
    struct strbuf text;
    char accept[WEBSOCKET_ACCEPT]; /* the value of Sec-WebSocket-Accept that the server must send */
    unsigned char *first;          /* bytes that followed the server's head */
    size_t first_taken, first_len;
};

void websocket_init(struct websocket *w, websocket_take *take, void *context);
/* Opens it with w->cookie, at the path of the link's table if it has one; false: see `why`. */
bool websocket_open(struct websocket *w, const struct link *link);
void websocket_close(struct websocket *w);
/* Closes it and frees its memory. */
void websocket_clear(struct websocket *w);
/* Sends a text; false: the connection is lost. */
bool websocket_send(struct websocket *w, const char *text, size_t len);
/* Handles received bytes without blocking; false: the connection is lost. */
bool websocket_read(struct websocket *w);

#endif
