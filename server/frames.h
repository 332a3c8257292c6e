/* The frames of a connection: see frames.c. Only socket.c uses it. */
#ifndef PARLOR_SERVER_FRAMES_H
#define PARLOR_SERVER_FRAMES_H

#include "server/server.h"

struct wslay_event_callbacks;
struct wslay_event_on_frame_recv_start_arg;

struct frames {
    struct wslay_event_context *ws;
    struct conn *conn; /* whose it is now */
    int64_t beyond;    /* bytes that were read, beyond the ends of all frames that have started */
    bool in_message;   /* more frames of it follow */
    struct frames *next;
};

/* Gives the connection a context unless it has one. wslay passes its `struct frames` to the
   callbacks, which are the same for all connections. */
void frames_take(struct conn *c, const struct wslay_event_callbacks *callbacks);
/* So many bytes were read for the connection's frames. */
void frames_note_bytes(struct conn *c, size_t n);
void frames_note_start(struct conn *c, const struct wslay_event_on_frame_recv_start_arg *frame);
/* Takes the context back if nothing is left in it. */
void frames_rest(struct conn *c);
void frames_free(struct conn *c);
void frames_free_spare(void);

#endif
