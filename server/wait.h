/* How the store waits for its database while sockets are served. */
#ifndef PARLOR_SERVER_WAIT_H
#define PARLOR_SERVER_WAIT_H

#include <stdbool.h>
#include <stdint.h>

struct conn;

/* The loop waits for the store. */
struct waiting_loop {
    bool on;             /* now */
    struct conn *parked; /* connections that are not looked at for this time */
    bool later;          /* nor is server.later */
    bool over;           /* the store's descriptor is ready */
    int64_t ns;          /* so long it has waited in this turn */
    int64_t stop_ns;     /* the server stops: it waits until then; 0: it does not stop */
};

/* For store_wait; `context` is the server. */
int wait_for_store(void *context, int fd, short events, int ms);

#endif
