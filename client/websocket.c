/* A client's WebSocket: see websocket.h. */
#include "client/websocket.h"

#include <errno.h>
#include <fcntl.h>
#include <gnutls/crypto.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "table/clock.h"
#include "table/memory.h"

enum { HEAD_MAX = 16384 };

/* Waits for the socket; false: not ready at `until`, or poll failed. */
static bool await(const struct websocket *w, short events, int64_t until)
{
    struct pollfd wait = {.fd = w->fd, .events = events};
    int n;
    do {
        int64_t left = until - clock_ms();
        n = left > 0 ? poll(&wait, 1, (int)left) : 0;
    } while (n < 0 && errno == EINTR);
    if (n == 0)
        errno = ETIMEDOUT;
    return n > 0;
}

static void set_why(struct websocket *w, const char *text)
{
    snprintf(w->why, sizeof w->why, "%s", text);
}

/* ---- bytes ---- */

/* Reads without blocking; 0: nothing yet, -1: the connection is lost. */
static ssize_t read_some(struct websocket *w, void *to, size_t len)
{
    if (w->tls != NULL) {
        ssize_t n = gnutls_record_recv(w->tls, to, len);
        if (n == GNUTLS_E_AGAIN || n == GNUTLS_E_INTERRUPTED || n == GNUTLS_E_REHANDSHAKE)
            return 0;
        return n > 0 ? n : -1;
    }
    ssize_t n = recv(w->fd, to, len, 0);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return 0;
    return n > 0 ? n : -1;
}

static ssize_t write_some(struct websocket *w, const void *from, size_t len)
{
    if (w->tls != NULL) {
        ssize_t n = gnutls_record_send(w->tls, from, len);
        return n == GNUTLS_E_AGAIN || n == GNUTLS_E_INTERRUPTED ? 0 : n > 0 ? n : -1;
    }
    ssize_t n = send(w->fd, from, len, MSG_NOSIGNAL);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return 0;
    return n > 0 ? n : -1;
}

static bool write_all(struct websocket *w, const char *bytes, size_t len, int64_t until)
{
    while (len > 0) {
        ssize_t n = write_some(w, bytes, len);
        if (n < 0 || (n == 0 && !await(w, POLLOUT, until)))
            return false;
        bytes += n;
        len -= (size_t)n;
    }
    return true;
}

/* ---- opening ---- */

/* A machine that is gone closes no connection: it is given up after half a minute of silence. */
static void notice_silence(int fd)
{
    const int on = 1, idle = 15, interval = 5, count = 3, unanswered_ms = 30000;
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
    setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &unanswered_ms, sizeof unanswered_ms);
}

static bool connect_one(struct websocket *w, const struct addrinfo *a, int64_t until)
{
    int on = 1, error = 0;
    socklen_t size = sizeof error;
    w->fd = socket(a->ai_family, SOCK_STREAM, 0);
    if (w->fd < 0)
        return false;
    fcntl(w->fd, F_SETFL, O_NONBLOCK);
    fcntl(w->fd, F_SETFD, FD_CLOEXEC);
    setsockopt(w->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    notice_silence(w->fd);
    if (connect(w->fd, a->ai_addr, a->ai_addrlen) == 0)
        return true;
    if (errno == EINPROGRESS && await(w, POLLOUT, until) &&
        getsockopt(w->fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0) {
        if (error == 0)
            return true;
        errno = error;
    }
    error = errno;
    close(w->fd);
    w->fd = -1;
    errno = error;
    return false;
}

static bool connect_any(struct websocket *w, const struct link *link, int64_t until)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list;
    int error = getaddrinfo(link->host, link->port, &hints, &list);
    if (error != 0) {
        set_why(w, gai_strerror(error));
        return false;
    }
    bool good = false;
    for (const struct addrinfo *a = list; a != NULL && !good; a = a->ai_next)
        good = connect_one(w, a, until);
    if (!good)
        set_why(w, strerror(errno));
    freeaddrinfo(list);
    return good;
}

/* Trusts the system's certificates and those of the file $PARLOR_CA. */
static void load_trust(struct websocket *w)
{
    const char *more = getenv("PARLOR_CA");
    if (w->trust != NULL)
        return;
    if (gnutls_certificate_allocate_credentials(&w->trust) != 0)
        abort();
    gnutls_certificate_set_x509_system_trust(w->trust);
    if (more != NULL && more[0] != '\0')
        gnutls_certificate_set_x509_trust_file(w->trust, more, GNUTLS_X509_FMT_PEM);
}

/* Says why the handshake failed: the certificate's fault, or the message of gnutls. */
static void explain_tls(struct websocket *w, int error)
{
    gnutls_datum_t text;
    unsigned status = gnutls_session_get_verify_cert_status(w->tls);
    if (error == GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR &&
        gnutls_certificate_verification_status_print(status, GNUTLS_CRT_X509, &text, 0) == 0) {
        set_why(w, (const char *)text.data);
        gnutls_free(text.data);
        return;
    }
    set_why(w, gnutls_strerror(error));
}

static bool start_tls(struct websocket *w, const struct link *link, int64_t until)
{
    int n;
    load_trust(w);
    if (gnutls_init(&w->tls, GNUTLS_CLIENT | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL) != 0)
        abort();
    gnutls_set_default_priority(w->tls);
    gnutls_server_name_set(w->tls, GNUTLS_NAME_DNS, link->host, strlen(link->host));
    gnutls_credentials_set(w->tls, GNUTLS_CRD_CERTIFICATE, w->trust);
    gnutls_session_set_verify_cert(w->tls, link->host, 0);
    gnutls_transport_set_int(w->tls, w->fd);
    while ((n = gnutls_handshake(w->tls)) != 0) {
        if (gnutls_error_is_fatal(n) != 0) {
            explain_tls(w, n);
            return false;
        }
        if (!await(w, gnutls_record_get_direction(w->tls) ? POLLOUT : POLLIN, until)) {
            set_why(w, strerror(errno));
            return false;
        }
    }
    return true;
}

enum { KEY_BYTES = 16, HASH_BYTES = 20 };

/* Draws a key, and computes the server's answer to it (RFC 6455, 4.2.2). */
static void write_key(char key[WEBSOCKET_KEY], char accept[WEBSOCKET_ACCEPT])
{
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    unsigned char bytes[KEY_BYTES], hash[HASH_BYTES];
    char text[WEBSOCKET_KEY + sizeof magic];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        abort();
    sodium_bin2base64(key, WEBSOCKET_KEY, bytes, sizeof bytes, sodium_base64_VARIANT_ORIGINAL);
    int n = snprintf(text, sizeof text, "%s%s", key, magic);
    if (gnutls_hash_fast(GNUTLS_DIG_SHA1, text, (size_t)n, hash) != 0)
        abort();
    sodium_bin2base64(accept, WEBSOCKET_ACCEPT, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
}

static bool request_upgrade(struct websocket *w, const struct link *link, const char *table,
                            int64_t until)
{
    char request[2048], key[WEBSOCKET_KEY];
    write_key(key, w->accept);
    int n = snprintf(request, sizeof request,
                     "GET /ws%s%s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Key: %s\r\n"
                     "Sec-WebSocket-Version: 13\r\n%s%s%s\r\n",
                     table[0] != '\0' ? "/" : "", table, link->name, key,
                     w->cookie[0] != '\0' ? "Cookie: parlor=" : "", w->cookie,
                     w->cookie[0] != '\0' ? "\r\n" : "");
    return write_all(w, request, (size_t)n, until);
}

/* The value of a header line; NULL: it is another header. */
static const char *value_of(const char *line, size_t len, const char *name)
{
    size_t skip = strlen(name);
    if (len <= skip || strncasecmp(line, name, skip) != 0 || line[skip] != ':')
        return NULL;
    for (skip++; skip < len && (line[skip] == ' ' || line[skip] == '\t'); skip++)
        ;
    return line + skip;
}

/* Stores the cookie of `parlor=VALUE; ...`; true: the line answers our key. */
static bool read_header(struct websocket *w, const char *line, size_t len)
{
    static const char cookie[] = "parlor=";
    const char *value = value_of(line, len, "sec-websocket-accept");
    if (value != NULL)
        return strcspn(value, " \t\r\n") == strlen(w->accept) &&
               strncmp(value, w->accept, strlen(w->accept)) == 0;
    value = value_of(line, len, "set-cookie");
    if (value == NULL || strncmp(value, cookie, sizeof cookie - 1) != 0)
        return false;
    value += sizeof cookie - 1;
    size_t n = strcspn(value, ";\r\n ");
    if (n >= sizeof w->cookie)
        return false;
    memcpy(w->cookie, value, n);
    w->cookie[n] = '\0';
    w->given = true;
    return false;
}

/* Reads the server's head up to its empty line; keeps the bytes that follow for the frames. */
static bool read_head(struct websocket *w, int64_t until)
{
    static char head[HEAD_MAX + 1];
    size_t have = 0;
    char *end = NULL;
    while (end == NULL) {
        ssize_t n = have < HEAD_MAX ? read_some(w, head + have, HEAD_MAX - have) : -1;
        if (n < 0 || (n == 0 && !await(w, POLLIN, until)))
            return false;
        have += (size_t)n;
        head[have] = '\0';
        end = strstr(head, "\r\n\r\n");
    }
    if (strncmp(head, "HTTP/1.1 101", 12) != 0)
        return false;
    bool ours = false;
    for (const char *line = head; line < end; line = strstr(line, "\r\n") + 2)
        ours = read_header(w, line, (size_t)(end - line)) || ours;
    if (!ours)
        return false; /* some other server, or a cached answer */
    w->first_taken = 0;
    w->first_len = have - (size_t)(end + 4 - head);
    w->first = memory_resize(w->first, w->first_len + 1, 1);
    memcpy(w->first, end + 4, w->first_len);
    return true;
}

/* ---- frames ---- */

static ssize_t on_recv(wslay_event_context_ptr ctx, uint8_t *to, size_t len, int flags, void *data)
{
    struct websocket *w = data;
    (void)flags;
    size_t left = w->first_len - w->first_taken;
    if (left > 0) {
        size_t n = len < left ? len : left;
        memcpy(to, w->first + w->first_taken, n);
        w->first_taken += n;
        return (ssize_t)n;
    }
    ssize_t n = read_some(w, to, len);
    if (n > 0)
        return n;
    wslay_event_set_error(ctx, n == 0 ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static ssize_t on_send(wslay_event_context_ptr ctx, const uint8_t *from, size_t len, int flags,
                       void *data)
{
    struct websocket *w = data;
    const void *bytes = from;
    (void)flags;
    if (write_all(w, bytes, len, clock_ms() + WEBSOCKET_SEND_MS))
        return (ssize_t)len;
    wslay_event_set_error(ctx, WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static int on_mask(wslay_event_context_ptr ctx, uint8_t *to, size_t len, void *data)
{
    (void)ctx, (void)data;
    return getrandom(to, len, 0) == (ssize_t)len ? 0 : -1;
}

static void on_message(wslay_event_context_ptr ctx, const struct wslay_event_on_msg_recv_arg *arg,
                       void *data)
{
    struct websocket *w = data;
    (void)ctx;
    if (arg->opcode != WSLAY_TEXT_FRAME)
        return;
    const void *text = arg->msg;
    strbuf_reset(&w->text);
    strbuf_put_bytes(&w->text, text, arg->msg_length);
    strbuf_put_bytes(&w->text, "", 1);
    w->take(w->context, w->text.text, arg->msg_length);
}

static const struct wslay_event_callbacks callbacks = {
    .recv_callback = on_recv,
    .send_callback = on_send,
    .genmask_callback = on_mask,
    .on_msg_recv_callback = on_message,
};

/* ---- interface ---- */

void websocket_init(struct websocket *w, websocket_take *take, void *context)
{
    memset(w, 0, sizeof *w);
    w->fd = -1;
    w->take = take;
    w->context = context;
    strbuf_init(&w->text);
}

static bool try_path(struct websocket *w, const struct link *link, const char *table, int64_t until)
{
    websocket_close(w);
    w->why[0] = '\0';
    w->given = false;
    return connect_any(w, link, until) && (!link->tls || start_tls(w, link, until)) &&
           request_upgrade(w, link, table, until) && read_head(w, until);
}

bool websocket_open(struct websocket *w, const struct link *link)
{
    int64_t until = clock_ms() + WEBSOCKET_OPEN_MS;
    bool good = try_path(w, link, link->table, until);
    if (!good && w->why[0] == '\0' && link->table[0] != '\0')
        good = try_path(w, link, "", until); /* an older server knows no other path */
    if (good && wslay_event_context_client_init(&w->frames, &callbacks, w) != 0)
        abort();
    if (good)
        wslay_event_config_set_max_recv_msg_length(w->frames, WEBSOCKET_MESSAGE_MAX);
    else
        websocket_close(w);
    return good;
}

void websocket_close(struct websocket *w)
{
    if (w->frames != NULL)
        wslay_event_context_free(w->frames);
    w->frames = NULL;
    if (w->tls != NULL)
        gnutls_deinit(w->tls);
    w->tls = NULL;
    if (w->fd >= 0)
        close(w->fd);
    w->fd = -1;
}

void websocket_clear(struct websocket *w)
{
    websocket_close(w);
    if (w->trust != NULL)
        gnutls_certificate_free_credentials(w->trust);
    w->trust = NULL;
    free(w->first);
    w->first = NULL;
    strbuf_clear(&w->text);
}

bool websocket_send(struct websocket *w, const char *text, size_t len)
{
    const void *bytes = text;
    struct wslay_event_msg message = {.opcode = WSLAY_TEXT_FRAME, .msg = bytes, .msg_length = len};
    return w->frames != NULL && wslay_event_queue_msg(w->frames, &message) == 0 &&
           wslay_event_send(w->frames) == 0;
}

bool websocket_read(struct websocket *w)
{
    if (w->frames == NULL || wslay_event_recv(w->frames) != 0)
        return false;
    if (wslay_event_want_write(w->frames) && wslay_event_send(w->frames) != 0)
        return false;
    return wslay_event_get_close_received(w->frames) == 0;
}
