/*
 * One WebSocket: wslay reads and writes the frames, this file owns the bytes. Outgoing bytes
 * queue in `out`. The queue is bounded: a client that does not read is dropped.
 */
#include <errno.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wslay/wslay.h>

#include "server/server.h"
#include "table/memory.h"

enum { READ_BUDGET = 64 * 1024, FRAMES_FACTOR = 10 };

/* wslay's callbacks get only the connection; there is one server. */
static struct server *the_server;

void socket_kill(struct server *s, struct conn *c)
{
    if (c->dead)
        return;
    c->dead = true;
    c->next_dead = s->dead;
    s->dead = c;
}

static ssize_t on_recv(wslay_event_context_ptr ctx, uint8_t *to, size_t len, int flags, void *data)
{
    struct conn *c = data;
    (void)flags;
    if (c->first_len > 0) {
        size_t n = len < c->first_len ? len : c->first_len;
        memcpy(to, c->first, n);
        c->first += n;
        c->first_len -= n;
        return (ssize_t)n;
    }
    ssize_t n = c->budget == 0 ? -1 : recv(c->fd, to, len, MSG_DONTWAIT);
    if (n > 0) {
        /* A short read has emptied the socket: epoll reports when there is more. */
        c->budget = (size_t)n < len || (size_t)n >= c->budget ? 0 : c->budget - (size_t)n;
        the_server->metrics.bytes_in += (uint64_t)n;
        return n;
    }
    bool later = n < 0 && (c->budget == 0 || errno == EAGAIN || errno == EINTR);
    wslay_event_set_error(ctx, later ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static ssize_t on_send(wslay_event_context_ptr ctx, const uint8_t *from, size_t len, int flags,
                       void *data)
{
    struct conn *c = data;
    (void)ctx, (void)flags;
    const void *bytes = from;
    strbuf_put_bytes(&c->out, bytes, len);
    return (ssize_t)len;
}

static void on_frame(wslay_event_context_ptr ctx,
                     const struct wslay_event_on_frame_recv_start_arg *arg, void *data)
{
    struct conn *c = data;
    struct server *s = the_server;
    (void)ctx, (void)arg;
    if (c->second != s->now / 1000) {
        c->second = s->now / 1000;
        c->frames = 0;
    }
    if (s->settings->rate > 0 && ++c->frames > FRAMES_FACTOR * (s->settings->rate + 10)) {
        s->metrics.refused[REFUSED_FRAME]++;
        socket_kill(s, c);
    }
}

static void on_message(wslay_event_context_ptr ctx, const struct wslay_event_on_msg_recv_arg *arg,
                       void *data)
{
    struct conn *c = data;
    struct server *s = the_server;
    (void)ctx;
    if (c->dead || c->closing || wslay_is_ctrl_frame(arg->opcode))
        return;
    if (arg->opcode != WSLAY_TEXT_FRAME) {
        s->metrics.refused[REFUSED_FRAME]++;
        socket_close(s, c, WSLAY_CODE_UNSUPPORTED_DATA, "text only");
        return;
    }
    const void *text = arg->msg;
    session_handle(s, c, text, arg->msg_length);
}

static const struct wslay_event_callbacks callbacks = {
    .recv_callback = on_recv,
    .send_callback = on_send,
    .on_frame_recv_start_callback = on_frame,
    .on_msg_recv_callback = on_message,
};

static uint32_t take_slot(struct server *s)
{
    for (; s->free_slot < s->conns; s->free_slot++)
        if (s->conn[s->free_slot] == NULL)
            return (uint32_t)s->free_slot;
    s->free_slot = s->conns + 1;
    ARRAY_ROOM(s->conn, s->conns, s->conns_cap);
    return (uint32_t)s->conns++;
}

void socket_open(struct server *s, int fd, struct MHD_UpgradeResponseHandle *upgrade,
                 const char *first, size_t len, uint64_t player, const char *name, uint64_t address)
{
    struct conn *c = memory_take_zeros(1, sizeof *c);
    the_server = s;
    c->fd = fd;
    c->upgrade = upgrade;
    c->slot = take_slot(s);
    c->serial = ++s->serial;
    c->player = player;
    c->address = address;
    table_copy(c->name, sizeof c->name, name);
    s->conn[c->slot] = c;
    s->conns_live++;
    s->metrics.connections_total++;
    if (wslay_event_context_server_init(&c->ws, &callbacks, c) != 0)
        abort();
    wslay_event_config_set_max_recv_msg_length(c->ws, SERVER_FRAME_MAX);
    server_watch(s, fd, c, false);
    if (len > 0) { /* bytes that followed the opening request */
        c->first = first;
        c->first_len = len;
        socket_read(s, c);
        c->first_len = 0;
    }
}

void socket_read(struct server *s, struct conn *c)
{
    c->budget = READ_BUDGET;
    if (c->dead)
        return;
    int error = wslay_event_recv(c->ws);
    if (error != 0 || (!wslay_event_want_read(c->ws) && !wslay_event_want_write(c->ws)))
        socket_kill(s, c);
    else if (wslay_event_want_write(c->ws))
        socket_flush(s, c); /* a pong or a close frame */
}

void socket_flush(struct server *s, struct conn *c)
{
    if (c->dead)
        return;
    if (wslay_event_send(c->ws) != 0) {
        socket_kill(s, c);
        return;
    }
    while (c->sent < c->out.len) {
        ssize_t n =
            send(c->fd, c->out.text + c->sent, c->out.len - c->sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno != EAGAIN) {
            socket_kill(s, c);
            return;
        }
        if (n < 0)
            break;
        c->sent += (size_t)n;
        s->metrics.bytes_out += (uint64_t)n;
    }
    bool waits = c->sent < c->out.len;
    if (!waits) {
        c->sent = 0;
        strbuf_clear(&c->out); /* an idle connection holds no buffer */
    } else if (c->out.len - c->sent > SERVER_QUEUE_MAX) {
        s->metrics.refused[REFUSED_SLOW]++;
        socket_kill(s, c);
        return;
    }
    if (waits != c->wants_write) {
        c->wants_write = waits;
        server_rewatch(s, c->fd, c, waits);
    }
    if (!waits && wslay_event_get_close_sent(c->ws))
        socket_kill(s, c);
}

/* Writes the head of an unmasked text frame; returns its length. */
static size_t write_head(unsigned char head[10], size_t len)
{
    size_t bytes = len < 126 ? 0 : len < 65536 ? 2 : 8;
    head[0] = 0x80 | WSLAY_TEXT_FRAME;
    head[1] = (unsigned char)(bytes == 0 ? len : bytes == 2 ? 126 : 127);
    for (size_t i = 0; i < bytes; i++)
        head[2 + i] = (unsigned char)(len >> 8 * (bytes - 1 - i));
    return 2 + bytes;
}

/* `out` holds whole frames: on_send takes all of wslay's (pong, close) at once. So texts are
   framed here directly, without wslay's copy. */
void socket_send(struct server *s, struct conn *c, const char *text, size_t len)
{
    unsigned char head[10];
    const void *bytes = head;
    if (c->dead || c->closing)
        return;
    strbuf_put_bytes(&c->out, bytes, write_head(head, len));
    strbuf_put_bytes(&c->out, text, len);
    if (c->unsent)
        return;
    c->unsent = true;
    c->next_unsent = s->unsent;
    s->unsent = c;
}

void socket_flush_all(struct server *s)
{
    for (struct conn *c = s->unsent, *next; c != NULL; c = next) {
        next = c->next_unsent;
        c->unsent = false;
        socket_flush(s, c);
    }
    s->unsent = NULL;
}

void socket_close(struct server *s, struct conn *c, int code, const char *why)
{
    const void *bytes = why;
    if (c->dead || c->closing)
        return;
    c->closing = true;
    if (wslay_event_queue_close(c->ws, (uint16_t)code, bytes, strlen(why)) != 0)
        socket_kill(s, c);
    else
        socket_flush(s, c);
}

void socket_sweep(struct server *s)
{
    while (s->dead != NULL) {
        struct conn *c = s->dead;
        s->dead = c->next_dead;
        session_close(s, c);
        epoll_ctl(s->epoll, EPOLL_CTL_DEL, c->fd, NULL);
        wslay_event_context_free(c->ws);
        strbuf_clear(&c->out);
        free(c->muted);
        if (c->upgrade != NULL)
            MHD_upgrade_action(c->upgrade, MHD_UPGRADE_ACTION_CLOSE);
        else
            close(c->fd);
        s->conn[c->slot] = NULL;
        s->free_slot = (int)c->slot < s->free_slot ? (int)c->slot : s->free_slot;
        s->conns_live--;
        free(c);
    }
}

/* ---- the answer to Sec-WebSocket-Key: SHA-1, which nothing else here needs ---- */

static uint32_t rotate_left(uint32_t x, int n)
{
    return x << n | x >> (32 - n);
}

static void sha1_block(uint32_t h[5], const uint8_t *p)
{
    uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 |
               (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < 80; i++)
        w[i] = rotate_left(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (int i = 0; i < 80; i++) {
        uint32_t f = i < 20   ? (b & c) | (~b & d)
                     : i < 40 ? b ^ c ^ d
                     : i < 60 ? (b & c) | (b & d) | (c & d)
                              : b ^ c ^ d;
        uint32_t k = i < 20   ? 0x5a827999u
                     : i < 40 ? 0x6ed9eba1u
                     : i < 60 ? 0x8f1bbcdcu
                              : 0xca62c1d6u;
        uint32_t t = rotate_left(a, 5) + f + e + k + w[i];
        e = d;
        d = c;
        c = rotate_left(b, 30);
        b = a;
        a = t;
    }
    h[0] += a;
    h[1] += b;
    h[2] += c;
    h[3] += d;
    h[4] += e;
}

/* `key` has 24 characters: with the magic text that is 60 bytes, two blocks of SHA-1. */
void socket_accept_key(const char *key, char out[29])
{
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t h[5] = {0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u};
    uint8_t text[128] = {0}, sum[21] = {0};
    for (int i = 0; i < 60; i++)
        text[i] = (uint8_t)(i < 24 ? key[i] : magic[i - 24]);
    text[60] = 0x80;
    text[126] = 60 * 8 >> 8;
    text[127] = 60 * 8 & 255;
    sha1_block(h, text);
    sha1_block(h, text + 64);
    for (int i = 0; i < 20; i++)
        sum[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
    for (int i = 0; i < 7; i++) {
        uint32_t n = (uint32_t)sum[3 * i] << 16 | (uint32_t)sum[3 * i + 1] << 8 | sum[3 * i + 2];
        for (int k = 0; k < 4; k++)
            out[4 * i + k] = digits[n >> (18 - 6 * k) & 63];
    }
    out[27] = '=';
    out[28] = '\0';
}
