/*
 * Fuzz target `ws`: the bytes of a WebSocket after its opening. The first half comes with the
 * opening request, the rest later; the server always sends back whole frames.
 */
#include <unistd.h>

#include "server/socket.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/hosted.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct server *s = hosted_start();
    int other;
    size_t half = size / 2, sent = half;
    uint64_t serial = s->serial + 1;
    const struct conn *c = hosted_connect(s, 1, data, half, &other);
    uint32_t slot = c->slot;
    hosted_end_turn(s);
    while (sent < size) {
        ssize_t n = write(other, data + sent, size - sent);
        struct conn *now = s->conn[slot]; /* the connection may have ended */
        if (n <= 0 || now == NULL || now->serial != serial)
            break;
        sent += (size_t)n;
        socket_read(s, now);
        hosted_end_turn(s);
    }
    hosted_check_journals(s);
    hosted_read_frames(other, NULL, NULL);
    close(other);
    return 0;
}
