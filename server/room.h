/*
 * The disk of the data folder. When it is nearly full the server takes no new tables, so that the
 * games in play can go on to their ends. A database of several servers has a disk of its own, which
 * is its host's affair.
 */
#ifndef PARLOR_SERVER_ROOM_H
#define PARLOR_SERVER_ROOM_H

#include <stdbool.h>

struct server;

struct room {
    int folder; /* the data folder; 0: nobody looks */
    bool low;   /* the last new table was refused */
};

void room_start(struct server *s);
void room_stop(struct server *s);
/* Whether so little is free now: 64 MiB, or on a small disk a twentieth of it. */
bool room_is_low(const struct server *s);
/* NULL, or the message id: no new table now. */
const char *room_refuse(struct server *s);

#endif
