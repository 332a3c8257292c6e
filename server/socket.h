/* One WebSocket. */
#ifndef PARLOR_SERVER_SOCKET_H
#define PARLOR_SERVER_SOCKET_H

#include "server/server.h"

struct conn *socket_open(struct server *s, int fd, struct MHD_UpgradeResponseHandle *upgrade,
                         const char *first, size_t len, uint64_t player, const char *name,
                         const struct origin *from);
void socket_read(struct server *s, struct conn *c);
/* Reads bytes and keeps them for later; false: there is no room for more, or nothing to read. */
bool socket_keep(struct server *s, struct conn *c);
void socket_read_kept(struct server *s); /* handles what was kept */
void socket_flush(struct server *s, struct conn *c);
/* Queues a text; socket_flush_all sends it. */
void socket_send(struct server *s, struct conn *c, const char *text, size_t len);
void socket_flush_all(struct server *s);
/* Drops clients with bytes that wait too long: longer than `queue_seconds` for sure after twice
   that time. */
void socket_drop_slow(struct server *s);
/* Sends a close frame with this code, then ends the connection. */
void socket_close(struct server *s, struct conn *c, int code, const char *why);
/* Marks the connection as dead; it is freed at the end of the turn. */
void socket_kill(struct server *s, struct conn *c);
/* Frees dead connections. */
void socket_sweep(struct server *s);
void socket_accept_key(const char *key, char out[29]);

#endif
