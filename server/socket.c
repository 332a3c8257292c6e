/*
 * One WebSocket: wslay reads and writes the frames, this file owns the bytes. Outgoing bytes
 * (texts, pongs and close frames alike) queue in `out`. The queue is bounded in bytes, for one
 * client and for all, and in time: a client that does not read is dropped.
 */
#include <errno.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wslay/wslay.h>

#include "server/frames.h"
#include "server/metrics.h"
#include "server/newcomers.h"
#include "server/server.h"
#include "server/session.h"
#include "server/socket.h"
#include "server/steady.h"
#include "table/memory.h"

enum { READ_BUDGET = 64 * 1024, FRAMES_FACTOR = 10, SLOW_MS = 500 };
/* Queued bytes of all clients; beyond them a client may have its equal part, and this in any case.
 */
enum { QUEUED_MAX = 128 << 20, QUEUE_LEAST = 8 * 1024 };

/* wslay's callbacks get only the connection; there is one server. */
static struct server *the_server;

void socket_kill(struct server *s, struct conn *c)
{
    if (c->dead)
        return;
    c->dead = true;
    s->conns_dead++;
    c->next_dead = s->dead;
    s->dead = c;
}

static struct conn *conn_of(const void *data)
{
    const struct frames *f = data;
    return f->conn;
}

/* ---- bytes that were read ahead ---- */

static void put_kept(struct server *s, struct conn *c, const char *bytes, size_t n)
{
    strbuf_put_bytes(&c->in, bytes, n);
    s->kept_bytes += n;
    if (c->kept)
        return;
    c->kept = true;
    c->next_kept = s->kept;
    s->kept = c;
}

static void drop_kept(struct server *s, struct conn *c)
{
    s->kept_bytes -= c->in.len;
    strbuf_clear(&c->in);
    c->taken = 0;
}

static size_t take_kept(struct server *s, struct conn *c, uint8_t *to, size_t len)
{
    size_t left = c->in.len - c->taken, n = len < left ? len : left;
    memcpy(to, c->in.text + c->taken, n);
    c->taken += n;
    if (n == left)
        drop_kept(s, c);
    frames_note_bytes(c, n);
    return n;
}

bool socket_keep(struct server *s, struct conn *c)
{
    char bytes[SERVER_KEPT_MAX];
    size_t room = sizeof bytes - (c->in.len < sizeof bytes ? c->in.len : sizeof bytes);
    if (c->dead || room == 0 || s->kept_bytes >= SERVER_KEPT_ALL)
        return false;
    ssize_t n = recv(c->fd, bytes, room, MSG_DONTWAIT);
    if (n <= 0) /* the end is found again, by whoever may close the connection */
        return n < 0 && (errno == EAGAIN || errno == EINTR);
    s->metrics.bytes_in += (uint64_t)n;
    put_kept(s, c, bytes, (size_t)n);
    return true;
}

void socket_read_kept(struct server *s)
{
    struct conn *list = s->kept;
    s->kept = NULL;
    while (list != NULL) { /* handling may wait, and more bytes come */
        struct conn *c = list;
        list = c->next_kept;
        c->kept = false;
        socket_read(s, c);
    }
}

/* ---- wslay's side ---- */

static ssize_t on_recv(wslay_event_context_ptr ctx, uint8_t *to, size_t len, int flags, void *data)
{
    struct conn *c = conn_of(data);
    (void)flags;
    if (c->in.len > c->taken)
        return (ssize_t)take_kept(the_server, c, to, len);
    ssize_t n = c->budget == 0 ? -1 : recv(c->fd, to, len, MSG_DONTWAIT);
    if (n > 0) {
        /* A short read has emptied the socket: epoll reports when there is more. */
        c->budget = (size_t)n < len || (size_t)n >= c->budget ? 0 : c->budget - (size_t)n;
        the_server->metrics.bytes_in += (uint64_t)n;
        frames_note_bytes(c, (size_t)n);
        return n;
    }
    bool later = n < 0 && (c->budget == 0 || errno == EAGAIN || errno == EINTR);
    wslay_event_set_error(ctx, later ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static ssize_t on_send(wslay_event_context_ptr ctx, const uint8_t *from, size_t len, int flags,
                       void *data)
{
    struct conn *c = conn_of(data);
    (void)ctx, (void)flags;
    const void *bytes = from;
    strbuf_put_bytes(&c->out, bytes, len);
    return (ssize_t)len;
}

static void on_frame(wslay_event_context_ptr ctx,
                     const struct wslay_event_on_frame_recv_start_arg *arg, void *data)
{
    struct conn *c = conn_of(data);
    struct server *s = the_server;
    (void)ctx;
    frames_note_start(c, arg);
    int64_t second = steady_pace(s) / 1000;
    if (c->second != second) {
        c->second = second;
        c->frame_count = 0;
    }
    if (s->settings->rate > 0 && ++c->frame_count > FRAMES_FACTOR * (s->settings->rate + 10)) {
        s->metrics.refused[REFUSED_FRAME]++;
        socket_kill(s, c);
    }
}

static void on_message(wslay_event_context_ptr ctx, const struct wslay_event_on_msg_recv_arg *arg,
                       void *data)
{
    struct conn *c = conn_of(data);
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

struct conn *socket_open(struct server *s, int fd, struct MHD_UpgradeResponseHandle *upgrade,
                         const char *first, size_t len, uint64_t player, const char *name,
                         const struct origin *from)
{
    struct conn *c = memory_take_zeros(1, sizeof *c);
    the_server = s;
    c->fd = fd;
    c->upgrade = upgrade;
    c->slot = take_slot(s);
    c->serial = ++s->serial;
    c->player = player;
    c->address = from->hash;
    c->network = from->network;
    c->from = from->address;
    table_copy(c->name, sizeof c->name, name);
    s->conn[c->slot] = c;
    c->next_near = s->near[c->address % SERVER_NEAR];
    s->near[c->address % SERVER_NEAR] = c;
    s->conns_live++;
    newcomers_add(s, c);
    s->metrics.connections_total++;
    server_watch(s->epoll, fd, c, false);
    if (len > 0) /* bytes that followed the opening request */
        put_kept(s, c, first, len);
    return c;
}

void socket_read(struct server *s, struct conn *c)
{
    c->budget = READ_BUDGET;
    if (c->dead)
        return;
    frames_take(c, &callbacks);
    struct wslay_event_context *ws = c->frames->ws;
    int error = wslay_event_recv(ws);
    if (error != 0 || (!wslay_event_want_read(ws) && !wslay_event_want_write(ws)))
        socket_kill(s, c);
    else if (wslay_event_want_write(ws))
        socket_flush(s, c); /* a pong or a close frame */
    frames_rest(c);
}

/* Sends what the kernel takes; false: the connection is broken. */
static bool send_queue(struct server *s, struct conn *c)
{
    while (c->sent < c->out.len) {
        ssize_t n =
            send(c->fd, c->out.text + c->sent, c->out.len - c->sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno == EAGAIN;
        c->sent += (size_t)n;
        s->metrics.bytes_out += (uint64_t)n;
    }
    return true;
}

/* Gives back the room of sent bytes. Moving the rest costs no more than sending did. */
static void compact_queue(struct conn *c)
{
    size_t left = c->out.len - c->sent;
    if (left == 0) {
        strbuf_clear(&c->out); /* an idle connection holds no buffer */
        c->sent = 0;
    } else if (c->sent >= left) {
        struct strbuf rest;
        strbuf_init(&rest);
        strbuf_put_bytes(&rest, c->out.text + c->sent, left);
        strbuf_clear(&c->out);
        c->out = rest;
        c->marked = c->marked > c->sent ? c->marked - c->sent : 0;
        c->sent = 0;
    }
}

/* Counts the queue, and marks its end when all bytes before the last mark are sent. */
static void note_queue(struct server *s, struct conn *c)
{
    size_t left = c->out.len - c->sent;
    s->queued = s->queued - c->queued + left;
    c->queued = left;
    if (c->sent < c->marked && left > 0)
        return;
    c->marked = left > 0 ? c->out.len : 0;
    c->marked_at = s->looked_ns;
}

static bool is_queue_too_long(const struct server *s, const struct conn *c)
{
    size_t part = QUEUED_MAX / (size_t)(s->conns_live > 0 ? s->conns_live : 1);
    return c->queued > SERVER_QUEUE_MAX ||
           (s->queued > QUEUED_MAX && c->queued > (part > QUEUE_LEAST ? part : QUEUE_LEAST));
}

/* The kernel forgets its part of the queue too. */
static void drop_slow(struct server *s, struct conn *c)
{
    const struct linger at_once = {.l_onoff = 1};
    setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    s->metrics.refused[REFUSED_SLOW]++;
    socket_kill(s, c);
}

void socket_flush(struct server *s, struct conn *c)
{
    if (c->dead)
        return;
    if ((c->frames != NULL && wslay_event_send(c->frames->ws) != 0) || !send_queue(s, c)) {
        socket_kill(s, c);
        return;
    }
    compact_queue(c);
    note_queue(s, c);
    if (is_queue_too_long(s, c)) {
        drop_slow(s, c);
        return;
    }
    bool waits = c->queued > 0;
    if (waits != c->wants_write) {
        c->wants_write = waits;
        server_rewatch(s->epoll, c->fd, c, waits);
    }
    if (!waits && c->frames != NULL && wslay_event_get_close_sent(c->frames->ws))
        socket_kill(s, c);
}

void socket_drop_slow(struct server *s)
{
    int64_t most_ns = (int64_t)s->settings->queue_seconds * 1000000000;
    if (s->queued == 0 || most_ns == 0 ||
        s->turn_began_ns - s->slow_looked < SLOW_MS * INT64_C(1000000))
        return;
    s->slow_looked = s->turn_began_ns;
    for (int i = 0; i < s->conns; i++) {
        struct conn *c = s->conn[i];
        if (c != NULL && !c->dead && c->queued > 0 && s->turn_began_ns - c->marked_at > most_ns)
            drop_slow(s, c);
    }
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
    if (c->out.len - c->sent > SERVER_QUEUE_MAX) { /* many long answers in one turn */
        socket_flush(s, c);
        if (c->dead)
            return;
    }
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
    frames_take(c, &callbacks);
    if (wslay_event_queue_close(c->frames->ws, (uint16_t)code, bytes, strlen(why)) != 0)
        socket_kill(s, c);
    else
        socket_flush(s, c);
}

static void leave_near(struct server *s, const struct conn *c)
{
    struct conn **p = &s->near[c->address % SERVER_NEAR];
    while (*p != c)
        p = &(*p)->next_near;
    *p = c->next_near;
}

static void leave_kept(struct server *s, struct conn *c)
{
    struct conn **p = &s->kept;
    while (c->kept && *p != c)
        p = &(*p)->next_kept;
    if (c->kept)
        *p = c->next_kept;
    drop_kept(s, c);
}

void socket_sweep(struct server *s)
{
    while (s->dead != NULL) {
        struct conn *c = s->dead;
        s->dead = c->next_dead;
        session_close(s, c);
        newcomers_remove(s, c);
        epoll_ctl(s->epoll, EPOLL_CTL_DEL, c->fd, NULL);
        frames_free(c);
        strbuf_clear(&c->out);
        leave_kept(s, c);
        s->queued -= c->queued;
        free(c->muted);
        free(c->old_name);
        if (c->upgrade != NULL)
            MHD_upgrade_action(c->upgrade, MHD_UPGRADE_ACTION_CLOSE);
        else
            close(c->fd);
        s->conn[c->slot] = NULL;
        leave_near(s, c);
        s->free_slot = (int)c->slot < s->free_slot ? (int)c->slot : s->free_slot;
        s->conns_live--;
        s->conns_dead--;
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
