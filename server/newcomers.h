/* Connections that have not said hello. */
#ifndef PARLOR_SERVER_NEWCOMERS_H
#define PARLOR_SERVER_NEWCOMERS_H

#include <stdbool.h>
#include <stdint.h>

struct conn;
struct server;

struct newcomers {
    struct conn *first, *last;
};

void newcomers_add(struct server *s, struct conn *c);
void newcomers_remove(struct server *s, struct conn *c);
bool newcomers_are_many(const struct server *s, uint64_t address);
void newcomers_close_late(struct server *s);
/* The milliseconds until one is late, at most `most`. */
int newcomers_wait_ms(const struct server *s, int most);

#endif
