/*
 * All connections are taken: who gives way to a newcomer. Networks share them equally, then the
 * addresses of each; people who are known, or play, count a third. So a crowd fills the server for
 * strangers of as many networks at most, and never for those who were here before.
 *
 * The connections are put into order once in a while (CROWD_MS), and each newcomer takes the next
 * one that has more than the newcomer would have: at least one more of its network, or of its
 * address within the same network. In each address those give way first who have not said hello,
 * then those without a table, then those who look on, and of each the one that was silent longest.
 */
#ifndef PARLOR_SERVER_CROWD_H
#define PARLOR_SERVER_CROWD_H

#include <stdbool.h>
#include <stdint.h>

struct origin;
struct server;

/* A connection as it was when they were put into order. */
struct crowd_member {
    uint64_t network, address, serial;
    uint32_t slot;
    bool favoured; /* known, or at play */
    int worth;     /* the more, the later it gives way */
    int64_t heard; /* the second of its last frame */
    int nth, turn; /* its place in its address, and in its network; from 1 */
};

struct crowd {
    struct crowd_member *member; /* the first give way first */
    int n, cap, next;
    int64_t until_ns; /* the order is good until then, */
    uint64_t serial;  /* and for some connections after this one */
};

/* Closes a connection for a newcomer; false: nobody gives way. */
bool crowd_make_room(struct server *s, const struct origin *from, bool known);
void crowd_free(struct crowd *crowd);

#endif
