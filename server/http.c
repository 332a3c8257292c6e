/*
 * HTTP: the page and its files (built in, compressed, with ETags), the catalogue, shared records,
 * health and metrics, and the upgrade to a WebSocket. libmicrohttpd parses.
 * X-Forwarded headers are believed only behind a trusted proxy (trust-proxy).
 */
#include <fcntl.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "server/server.h"
#include "table/memory.h"

enum { POOL = 8192, TIMEOUT_SECONDS = 15, HTTP_RATE = 50, HTTP_BURST = 300 };

static const char policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";

static const char *header(struct MHD_Connection *m, const char *name)
{
    const char *value = MHD_lookup_connection_value(m, MHD_HEADER_KIND, name);
    return value != NULL ? value : "";
}

static bool is_secure(const struct server *s, struct MHD_Connection *m)
{
    if (s->settings->trust_proxy)
        return strcmp(header(m, "X-Forwarded-Proto"), "https") == 0;
    return s->settings->tls_cert[0] != '\0';
}

static uint64_t address_of(const struct server *s, struct MHD_Connection *m)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(m, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (s->settings->trust_proxy) {
        /* The proxy itself wrote the last entry. */
        const char *list = header(m, "X-Forwarded-For"), *last = strrchr(list, ',');
        last = last == NULL ? list : last + 1;
        last += strspn(last, " ");
        if (last[0] != '\0')
            return identity_hash(s, last, strlen(last));
    }
    if (info == NULL || info->client_addr == NULL)
        return 0;
    if (info->client_addr->sa_family == AF_INET6) {
        const void *p = info->client_addr;
        const struct sockaddr_in6 *a = p;
        bool mapped = IN6_IS_ADDR_V4MAPPED(&a->sin6_addr);
        return identity_hash(s, &a->sin6_addr, mapped ? 16 : 8); /* one client per /64 */
    }
    const void *p = info->client_addr;
    const struct sockaddr_in *a = p;
    return identity_hash(s, &a->sin_addr, sizeof a->sin_addr);
}

static enum MHD_Result send_response(struct server *s, struct MHD_Connection *m, unsigned status,
                                     struct MHD_Response *r)
{
    static const char *const headers[][2] = {
        {"Content-Security-Policy", policy},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"X-Frame-Options", "DENY"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Permissions-Policy", "camera=(), microphone=(), geolocation=()"},
    };
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        MHD_add_response_header(r, headers[i][0], headers[i][1]);
    if (is_secure(s, m))
        MHD_add_response_header(r, "Strict-Transport-Security", "max-age=31536000");
    enum MHD_Result result = MHD_queue_response(m, status, r);
    MHD_destroy_response(r);
    s->metrics.http++;
    return result;
}

static enum MHD_Result send_text(struct server *s, struct MHD_Connection *m, unsigned status,
                                 const char *type, const char *text, size_t len)
{
    void *copy = memory_take(len + 1);
    memcpy(copy, text, len);
    struct MHD_Response *r = MHD_create_response_from_buffer(len, copy, MHD_RESPMEM_MUST_FREE);
    MHD_add_response_header(r, "Content-Type", type);
    MHD_add_response_header(r, "Cache-Control", "no-store");
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
        MHD_add_response_header(r, "Allow", "GET, HEAD");
    return send_response(s, m, status, r);
}

static enum MHD_Result send_plain(struct server *s, struct MHD_Connection *m, unsigned status,
                                  const char *text)
{
    return send_text(s, m, status, "text/plain; charset=utf-8", text, strlen(text));
}

/* ---- visitors ---- */

struct visitor {
    struct server *s;
    uint64_t player, address;
    char name[TABLE_NAME_MAX];
    char cookie[SERVER_COOKIE_MAX]; /* to be set; empty: the visitor already has one */
};

static void find_visitor(struct server *s, struct MHD_Connection *m, struct visitor *v)
{
    const char *cookie = MHD_lookup_connection_value(m, MHD_COOKIE_KIND, "parlor");
    int generation = 0;
    *v = (struct visitor){.s = s, .address = address_of(s, m)};
    v->player = cookie != NULL ? identity_read_cookie(s, cookie, v->name, &generation) : 0;
    if (v->player != 0)
        return;
    v->player = identity_new(v->name);
    identity_write_cookie(s, v->player, 0, v->cookie);
}

static void set_cookie(const struct server *s, struct MHD_Connection *m, struct MHD_Response *r,
                       const char *cookie)
{
    char text[SERVER_COOKIE_MAX + 128];
    if (cookie[0] == '\0')
        return;
    snprintf(text, sizeof text, "parlor=%s; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax%s",
             cookie, is_secure(s, m) ? "; Secure" : "");
    MHD_add_response_header(r, "Set-Cookie", text);
}

/* ---- the WebSocket ---- */

static void on_upgrade(void *source, struct MHD_Connection *m, void *con_source, const char *extra,
                       size_t extra_len, MHD_socket fd, struct MHD_UpgradeResponseHandle *handle)
{
    struct visitor *v = source;
    const int on = 1, idle = 60, every = 20, tries = 3;
    (void)m, (void)con_source;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &every, sizeof every);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &tries, sizeof tries);
    /* Without TLS the library is no longer needed: a descriptor of our own lets it free its
       memory for the connection. */
    int own = v->s->settings->tls_cert[0] == '\0' ? fcntl(fd, F_DUPFD_CLOEXEC, 0) : -1;
    socket_open(v->s, own >= 0 ? own : fd, own >= 0 ? NULL : handle, extra, extra_len, v->player,
                v->name, v->address);
    if (own >= 0)
        MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
    free(v);
}

/* Browsers send the page's origin: it must be this server. */
static bool is_own_origin(const struct server *s, struct MHD_Connection *m)
{
    const char *origin = header(m, "Origin"), *host = header(m, "Host");
    if (origin[0] == '\0')
        return true;
    if (s->settings->trust_proxy && header(m, "X-Forwarded-Host")[0] != '\0')
        host = header(m, "X-Forwarded-Host");
    const char *name = strstr(origin, "://");
    return name != NULL && host[0] != '\0' && strcmp(name + 3, host) == 0;
}

static bool has_word(const char *list, const char *word)
{
    char lower[256];
    size_t n = strlen(list);
    if (n >= sizeof lower)
        return false;
    for (size_t i = 0; i <= n; i++)
        lower[i] = list[i] >= 'A' && list[i] <= 'Z' ? (char)(list[i] + 32) : list[i];
    return strstr(lower, word) != NULL;
}

static int count_address(const struct server *s, uint64_t address)
{
    int n = 0;
    for (int i = 0; i < s->conns; i++)
        n += s->conn[i] != NULL && s->conn[i]->address == address;
    return n;
}

static enum MHD_Result open_socket(struct server *s, struct MHD_Connection *m)
{
    const char *key = header(m, "Sec-WebSocket-Key");
    char accept[29];
    struct visitor v;
    if (!has_word(header(m, "Upgrade"), "websocket") ||
        !has_word(header(m, "Connection"), "upgrade") || strlen(key) != 24 ||
        strcmp(header(m, "Sec-WebSocket-Version"), "13") != 0)
        return send_plain(s, m, MHD_HTTP_BAD_REQUEST, "expected a WebSocket handshake\n");
    if (!is_own_origin(s, m)) {
        s->metrics.refused[REFUSED_ORIGIN]++;
        return send_plain(s, m, MHD_HTTP_FORBIDDEN, "wrong origin\n");
    }
    find_visitor(s, m, &v);
    int most = s->settings->address_connections;
    if (s->stopping || s->conns_live >= s->settings->connections ||
        (most > 0 && s->conns_live >= most && count_address(s, v.address) >= most)) {
        s->metrics.refused[REFUSED_RATE]++;
        return send_plain(s, m, MHD_HTTP_SERVICE_UNAVAILABLE, "too many connections\n");
    }
    struct visitor *kept = memory_take(sizeof *kept);
    *kept = v;
    struct MHD_Response *r = MHD_create_response_for_upgrade(on_upgrade, kept);
    socket_accept_key(key, accept);
    MHD_add_response_header(r, "Upgrade", "websocket");
    MHD_add_response_header(r, "Sec-WebSocket-Accept", accept);
    set_cookie(s, m, r, v.cookie);
    enum MHD_Result result = MHD_queue_response(m, MHD_HTTP_SWITCHING_PROTOCOLS, r);
    MHD_destroy_response(r);
    if (result != MHD_YES)
        free(kept);
    return result;
}

/* ---- files ---- */

static const struct asset *find_path(const char *path)
{
    for (const struct asset *a = assets; a->path != NULL; a++)
        if (strcmp(a->path, path) == 0)
            return a;
    return NULL;
}

/* The file of a path. Paths without a dot that name no file (/t/ID, /rules) are the page's own
   routes. */
static const struct asset *find_asset(const char *url)
{
    const struct asset *a = find_path(url);
    bool route = strchr(url, '.') == NULL && strncmp(url, "/assets/", 8) != 0 &&
                 strncmp(url, "/words/", 7) != 0;
    return a == NULL && route ? find_path("/index.html") : a;
}

/* Whether an Accept-Encoding list has the word with a quality above 0. */
static bool accepts(const char *list, const char *word)
{
    size_t len = strlen(word);
    for (const char *p = list; *p != '\0'; p += strspn(p, ",")) {
        p += strspn(p, " \t");
        size_t item = strcspn(p, ",");
        const char *q = memchr(p, 'q', item);
        bool never = q != NULL && q[1] == '=' && strspn(q + 2, "0.") == strcspn(q + 2, ", \t");
        if (item >= len && memcmp(p, word, len) == 0 && !never &&
            (item == len || strchr("; \t", p[len]) != NULL))
            return true;
        p += item;
    }
    return false;
}

/* The best encoding of a file that the client accepts. */
struct encoding {
    const char *name, *mark;
    const unsigned char *bytes;
    size_t len;
};

static struct encoding choose_encoding(const struct asset *a, const char *accepted)
{
    if (a->brotli_len > 0 && accepts(accepted, "br"))
        return (struct encoding){"br", "-br", a->brotli, a->brotli_len};
    if (a->gzip_len > 0 && accepts(accepted, "gzip"))
        return (struct encoding){"gzip", "-gz", a->gzip, a->gzip_len};
    return (struct encoding){NULL, "", a->plain, a->plain_len};
}

static enum MHD_Result send_asset(struct server *s, struct MHD_Connection *m, const struct asset *a)
{
    struct encoding e = choose_encoding(a, header(m, "Accept-Encoding"));
    bool same = strstr(header(m, "If-None-Match"), a->tag) != NULL;
    union {
        const void *ours;
        void *theirs; /* the library only reads it */
    } bytes = {.ours = e.bytes};
    struct visitor v;
    char tag[40];
    find_visitor(s, m, &v);
    struct MHD_Response *r =
        MHD_create_response_from_buffer(same ? 0 : e.len, bytes.theirs, MHD_RESPMEM_PERSISTENT);
    snprintf(tag, sizeof tag, "\"%s%s\"", a->tag, e.mark);
    MHD_add_response_header(r, "Content-Type", a->type);
    MHD_add_response_header(r, "ETag", tag);
    MHD_add_response_header(r, "Vary", "Accept-Encoding");
    /* Their names contain a hash of their content. */
    MHD_add_response_header(
        r, "Cache-Control",
        strncmp(a->path, "/assets/", 8) == 0 ? "public, max-age=31536000, immutable" : "no-cache");
    if (e.name != NULL && !same)
        MHD_add_response_header(r, "Content-Encoding", e.name);
    if (strcmp(a->path, "/index.html") == 0)
        set_cookie(s, m, r, v.cookie);
    return send_response(s, m, same ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, r);
}

/* ---- other paths ---- */

static enum MHD_Result send_record(struct server *s, struct MHD_Connection *m, const char *key)
{
    char id[TABLE_ID_MAX];
    struct live_table *live = NULL;
    if (strlen(key) == 20 && store_find_share(s->store, key, id, sizeof id) == STORE_OK)
        live = tables_find(s, id);
    if (live == NULL || live->t->phase != TABLE_OVER)
        return send_plain(s, m, MHD_HTTP_NOT_FOUND, "no such record\n");
    struct strbuf out;
    strbuf_init(&out);
    table_write_record(live->t, &out);
    enum MHD_Result result = send_text(s, m, MHD_HTTP_OK, "application/json", out.text, out.len);
    strbuf_clear(&out);
    return result;
}

static enum MHD_Result use_code(struct server *s, struct MHD_Connection *m, const char *code)
{
    char cookie[SERVER_COOKIE_MAX];
    struct store_player p = {.generation = 0};
    if (!is_own_origin(s, m)) {
        s->metrics.refused[REFUSED_ORIGIN]++;
        return send_plain(s, m, MHD_HTTP_FORBIDDEN, "wrong origin\n");
    }
    uint64_t player = identity_use_code(s, code);
    if (player == 0)
        return send_plain(s, m, MHD_HTTP_NOT_FOUND, "no such code\n");
    store_find_player(s->store, player, &p);
    identity_write_cookie(s, player, p.generation, cookie);
    struct MHD_Response *r = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    MHD_add_response_header(r, "Cache-Control", "no-store");
    set_cookie(s, m, r, cookie);
    return send_response(s, m, MHD_HTTP_NO_CONTENT, r);
}

static enum MHD_Result send_metrics(struct server *s, struct MHD_Connection *m)
{
    struct strbuf out;
    strbuf_init(&out);
    metrics_write(s, &out);
    enum MHD_Result result =
        send_text(s, m, MHD_HTTP_OK, "text/plain; version=0.0.4; charset=utf-8", out.text, out.len);
    strbuf_clear(&out);
    return result;
}

static enum MHD_Result get(struct server *s, struct MHD_Connection *m, const char *url)
{
    const struct asset *a = find_asset(url);
    if (strcmp(url, "/ws") == 0)
        return open_socket(s, m);
    if (strcmp(url, "/healthz") == 0)
        return s->store_good && !s->stopping
                   ? send_plain(s, m, MHD_HTTP_OK, "ok\n")
                   : send_plain(s, m, MHD_HTTP_SERVICE_UNAVAILABLE, "the store refuses changes\n");
    if (strcmp(url, "/metrics") == 0)
        return send_metrics(s, m);
    if (strncmp(url, "/record/", 8) == 0)
        return send_record(s, m, url + 8);
    if (a != NULL)
        return send_asset(s, m, a);
    return send_plain(s, m, MHD_HTTP_NOT_FOUND, "not found\n");
}

static enum MHD_Result answer(void *source, struct MHD_Connection *m, const char *url,
                              const char *method, const char *version, const char *data,
                              size_t *data_len, void **state)
{
    static int seen;
    struct server *s = source;
    (void)version, (void)data;
    if (*state == NULL) {
        *state = &seen;
        return MHD_YES;
    }
    if (*data_len > 0) { /* bodies are ignored */
        *data_len = 0;
        return MHD_YES;
    }
    if (!limits_take(s->by_address, address_of(s, m) ^ 3, s->now,
                     s->settings->rate > 0 ? HTTP_RATE : 0, HTTP_BURST)) {
        s->metrics.refused[REFUSED_RATE]++;
        return send_plain(s, m, MHD_HTTP_TOO_MANY_REQUESTS, "too many requests\n");
    }
    if (strcmp(method, "POST") == 0 && strncmp(url, "/enter/", 7) == 0)
        return use_code(s, m, url + 7);
    if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
        return send_plain(s, m, MHD_HTTP_METHOD_NOT_ALLOWED, "only GET and HEAD\n");
    return get(s, m, url);
}

/* ---- starting ---- */

static char *read_file(const char *path)
{
    char *text = memory_take_zeros(1, 1 << 16);
    FILE *file = fopen(path, "r");
    size_t n = file != NULL ? fread(text, 1, (1 << 16) - 1, file) : 0;
    if (file != NULL)
        fclose(file);
    if (n > 0)
        return text;
    free(text);
    return NULL;
}

struct MHD_Daemon *http_start(struct server *s, char *why, size_t cap)
{
    unsigned flags = MHD_USE_EPOLL | MHD_ALLOW_UPGRADE;
    char *cert = NULL, *key = NULL;
    struct MHD_OptionItem tls[3] = {{MHD_OPTION_END, 0, NULL}};
    struct MHD_OptionItem per_address[2] = {{MHD_OPTION_END, 0, NULL}};
    if (s->settings->tls_cert[0] != '\0') {
        cert = read_file(s->settings->tls_cert);
        key = read_file(s->settings->tls_key);
        if (cert == NULL || key == NULL) {
            snprintf(why, cap, "cannot read the certificate or its key");
            return NULL;
        }
        flags |= MHD_USE_TLS;
        tls[0] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_CERT, 0, cert};
        tls[1] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_KEY, 0, key};
        tls[2] = (struct MHD_OptionItem){MHD_OPTION_END, 0, NULL};
    }
    int most = s->settings->address_connections;
    if (most > 0 && !s->settings->trust_proxy) {
        per_address[0] =
            (struct MHD_OptionItem){MHD_OPTION_PER_IP_CONNECTION_LIMIT, 2 * most, NULL};
        per_address[1] = (struct MHD_OptionItem){MHD_OPTION_END, 0, NULL};
    }
    struct MHD_Daemon *d =
        MHD_start_daemon(flags, 0, NULL, NULL, answer, s, MHD_OPTION_LISTEN_SOCKET, s->listener,
                         MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)POOL,
                         MHD_OPTION_CONNECTION_LIMIT, (unsigned)s->settings->connections + 200,
                         MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)TIMEOUT_SECONDS, MHD_OPTION_ARRAY,
                         tls, MHD_OPTION_ARRAY, per_address, MHD_OPTION_END);
    free(cert);
    free(key);
    if (d == NULL)
        snprintf(why, cap, "cannot start the HTTP library");
    return d;
}
