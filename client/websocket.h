/*
 * One WebSocket to a server, from the client's side: the socket (with TLS by gnutls), the opening
 * request, and frames by wslay. Opening waits, at most WEBSOCKET_OPEN_MS; afterwards nothing does
 * but a send into a full socket.
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

/* Called with each text that comes, closed by a NUL. */
typedef void websocket_take(void *context, const char *text, size_t len);

struct websocket {
    int fd;                  /* -1: closed */
    char why[256];           /* why it did not open, in the system's words; "": no server of ours */
    char cookie[COOKIE_MAX]; /* sent at the opening, and what the server gave instead */
    bool given;              /* the server gave a cookie */
    /* Private. */
    websocket_take *take;
    void *context;
    wslay_event_context_ptr frames;
    gnutls_session_t tls;
    gnutls_certificate_credentials_t trust;
    struct strbuf text;
    char accept[WEBSOCKET_ACCEPT]; /* what the server has to answer */
    unsigned char *first;          /* came right behind the server's head */
    size_t first_taken, first_len;
};

void websocket_init(struct websocket *w, websocket_take *take, void *context);
/* Opens it with w->cookie; false: `why` says why not. */
bool websocket_open(struct websocket *w, const struct link *link);
void websocket_close(struct websocket *w);
/* Closes and gives the memory back. */
void websocket_clear(struct websocket *w);
/* Sends a text; false: the connection is lost. */
bool websocket_send(struct websocket *w, const char *text, size_t len);
/* Takes what has come, without waiting; false: the connection is lost. */
bool websocket_read(struct websocket *w);

#endif
