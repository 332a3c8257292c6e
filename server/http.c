/*
 * HTTP: the page and its files (built in, compressed, with ETags), the catalogue, shared records,
 * health and metrics, and the upgrade to a WebSocket. libmicrohttpd parses; head.c says what of a
 * request's head is believed. Requests that need the store are held back while libmicrohttpd runs,
 * and answered afterwards: the store may wait, and the others are served meanwhile.
 */
#include <assert.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "server/assets.h"
#include "server/codes.h"
#include "server/head.h"
#include "server/health.h"
#include "server/http.h"
#include "server/identity.h"
#include "server/limits.h"
#include "server/load.h"
#include "server/metrics.h"
#include "server/newcomers.h"
#include "server/preview.h"
#include "server/server.h"
#include "server/socket.h"
#include "server/tables.h"
#include "server/tls.h"
#include "table/memory.h"

enum { POOL = 8192, TIMEOUT_SECONDS = 15 };

static const char policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";

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
    if (head_is_secure(s, m))
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

static const char unread[] = "the store cannot be read; try again\n";

struct visitor {
    struct server *s;
    uint64_t player;
    bool known; /* asked only when it matters */
    struct origin from;
    char name[TABLE_NAME_MAX];
    char cookie[SERVER_COOKIE_MAX]; /* to be set; empty: the visitor already has one */
};

/* False: the store cannot tell who it is. A new cookie would then take the old one's place. */
static bool find_visitor(struct server *s, struct MHD_Connection *m, struct visitor *v)
{
    const char *cookie = MHD_lookup_connection_value(m, MHD_COOKIE_KIND, "parlor");
    *v = (struct visitor){.s = s, .from = head_origin(s, m)};
    int found = cookie != NULL ? identity_read_cookie(s, cookie, &v->player, v->name) : STORE_NONE;
    if (found != STORE_NONE)
        return found == STORE_OK;
    v->player = identity_new(v->name);
    identity_write_cookie(s, v->player, 0, v->cookie);
    return true;
}

static void set_cookie(const struct server *s, struct MHD_Connection *m, struct MHD_Response *r,
                       const char *cookie)
{
    char text[SERVER_COOKIE_MAX + 128];
    if (cookie[0] == '\0')
        return;
    snprintf(text, sizeof text, "parlor=%s; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax%s",
             cookie, head_is_secure(s, m) ? "; Secure" : "");
    MHD_add_response_header(r, "Set-Cookie", text);
}

/* The page gives a cookie to whoever has none. One that is revoked is replaced when the page opens
   its WebSocket: the page itself needs no store. */
static void set_first_cookie(struct server *s, struct MHD_Connection *m, struct MHD_Response *r)
{
    const char *has = MHD_lookup_connection_value(m, MHD_COOKIE_KIND, "parlor");
    char name[TABLE_NAME_MAX], cookie[SERVER_COOKIE_MAX];
    if (has != NULL && identity_is_own_cookie(s, has))
        return;
    identity_write_cookie(s, identity_new(name), 0, cookie);
    set_cookie(s, m, r, cookie);
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
    struct conn *c = socket_open(v->s, own >= 0 ? own : fd, own >= 0 ? NULL : handle, extra,
                                 extra_len, v->player, v->name, &v->from);
    c->known = v->known;
    if (own >= 0)
        MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
    free(v);
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
    for (const struct conn *c = s->near[address % SERVER_NEAR]; c != NULL; c = c->next_near)
        n += c->address == address;
    return n;
}

/* Whether there is room for one more; a full server makes some. */
static bool has_room(struct server *s, struct visitor *v)
{
    int most = s->settings->address_connections;
    if (s->stopping ||
        (most > 0 && s->conns_live >= most && count_address(s, v->from.hash) >= most) ||
        newcomers_are_many(s, v->from.hash))
        return false;
    if (s->conns_live - s->conns_dead < s->settings->connections)
        return true;
    v->known = identity_is_known(s, v->player);
    return crowd_make_room(s, &v->from, v->known);
}

static enum MHD_Result open_socket(struct server *s, struct MHD_Connection *m, const char *rest)
{
    const char *key = head_text(m, "Sec-WebSocket-Key");
    char accept[29];
    struct visitor v;
    if (!has_word(head_text(m, "Upgrade"), "websocket") ||
        !has_word(head_text(m, "Connection"), "upgrade") || strlen(key) != 24 ||
        strcmp(head_text(m, "Sec-WebSocket-Version"), "13") != 0)
        return send_plain(s, m, MHD_HTTP_BAD_REQUEST, "expected a WebSocket handshake\n");
    if (!head_is_own_origin(s, m)) {
        s->metrics.refused[REFUSED_ORIGIN]++;
        return send_plain(s, m, MHD_HTTP_FORBIDDEN, "wrong origin\n");
    }
    if (!find_visitor(s, m, &v))
        return send_plain(s, m, MHD_HTTP_SERVICE_UNAVAILABLE, unread);
    if (rest[0] != '\0' && load_is_elsewhere(s, rest)) /* a balancer tries the next one */
        return send_plain(s, m, MHD_HTTP_SERVICE_UNAVAILABLE, "a newer server has this table\n");
    if (!has_room(s, &v)) {
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

/* The file of a path. Paths without a dot that name no file (/t/ID, /rules) are the page's own
   routes. */
static const struct asset *find_asset(const char *url)
{
    const struct asset *a = assets_find(url);
    bool route = strchr(url, '.') == NULL && strncmp(url, "/assets/", 8) != 0 &&
                 strncmp(url, "/words/", 7) != 0;
    return a == NULL && route ? assets_find("/index.html") : a;
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
    return (struct encoding){NULL, "", assets_plain(a), a->plain_len};
}

static enum MHD_Result send_asset(struct server *s, struct MHD_Connection *m, const struct asset *a)
{
    struct encoding e = choose_encoding(a, head_text(m, "Accept-Encoding"));
    bool same = strstr(head_text(m, "If-None-Match"), a->tag) != NULL;
    if (e.bytes == NULL && e.len > 0)
        return send_plain(s, m, MHD_HTTP_SERVICE_UNAVAILABLE, "no memory; try again\n");
    union {
        const void *ours;
        void *theirs; /* the library only reads it */
    } bytes = {.ours = e.bytes};
    char tag[40];
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
        set_first_cookie(s, m, r);
    return send_response(s, m, same ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, r);
}

/* The page with a preview of its table or game in the head. Its tag changes with the text. */
static enum MHD_Result send_page(struct server *s, struct MHD_Connection *m, const char *url)
{
    struct strbuf page;
    char tag[40];
    strbuf_init(&page);
    if (!preview_write(s, m, url, &page)) {
        strbuf_clear(&page);
        return send_asset(s, m, assets_find("/index.html"));
    }
    snprintf(tag, sizeof tag, "\"p%016llx\"",
             (unsigned long long)game_hash_bytes(page.text, page.len));
    bool same = strstr(head_text(m, "If-None-Match"), tag) != NULL;
    struct MHD_Response *r =
        MHD_create_response_from_buffer(same ? 0 : page.len, page.text, MHD_RESPMEM_MUST_FREE);
    MHD_add_response_header(r, "Content-Type", "text/html; charset=utf-8");
    MHD_add_response_header(r, "ETag", tag);
    MHD_add_response_header(r, "Vary", "Accept-Language");
    MHD_add_response_header(r, "Cache-Control", "no-cache");
    set_first_cookie(s, m, r);
    return send_response(s, m, same ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, r);
}

/* ---- other paths ---- */

static enum MHD_Result send_record(struct server *s, struct MHD_Connection *m, const char *key)
{
    char id[TABLE_ID_MAX];
    int found = STORE_NONE;
    struct live_table *live = NULL;
    if (strlen(key) == 20 && store_find_share(s->store, key, id, sizeof id) == STORE_OK)
        live = tables_find(s, id, &found);
    if (live == NULL && (found == LOAD_WAITING || found == STORE_FAILED))
        return send_plain(s, m, MHD_HTTP_SERVICE_UNAVAILABLE, "busy, try again\n");
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
    if (!head_is_own_origin(s, m)) {
        s->metrics.refused[REFUSED_ORIGIN]++;
        return send_plain(s, m, MHD_HTTP_FORBIDDEN, "wrong origin\n");
    }
    uint64_t player = codes_use(s, code);
    if (player == 0)
        return send_plain(s, m, MHD_HTTP_NOT_FOUND, "no such code\n");
    if (store_find_player(s->store, player, &p) == STORE_FAILED)
        return send_plain(s, m, MHD_HTTP_SERVICE_UNAVAILABLE, unread);
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

static enum MHD_Result send_health(struct server *s, struct MHD_Connection *m)
{
    char text[1024];
    bool good = health_write(s, text, sizeof text);
    return send_plain(s, m, good ? MHD_HTTP_OK : MHD_HTTP_SERVICE_UNAVAILABLE, text);
}

/* ---- requests that need the store ---- */

typedef enum MHD_Result held_request(struct server *s, struct MHD_Connection *m, const char *rest);

struct http_held {
    struct http_held *next;
    struct MHD_Connection *m; /* suspended */
    held_request *run;
    const char *rest; /* of its path, after the part that chose `run`; the library's */
};

static enum MHD_Result hold(struct server *s, struct MHD_Connection *m, held_request *run,
                            const char *rest)
{
    struct http_held *h = memory_take(sizeof *h);
    *h = (struct http_held){.m = m, .run = run, .rest = rest};
    if (s->http_held == NULL)
        s->http_held_end = &s->http_held;
    *s->http_held_end = h;
    s->http_held_end = &h->next;
    MHD_suspend_connection(m);
    return MHD_YES;
}

static void let_go(struct http_held *h)
{
    MHD_resume_connection(h->m);
    free(h);
}

void http_run(struct server *s)
{
    assert(!s->in_http);
    s->in_http = true;
    MHD_run(s->daemon);
    s->in_http = false;
}

void http_run_held(struct server *s)
{
    struct http_held *list = s->http_held;
    if (list == NULL)
        return;
    s->http_held = NULL; /* while the store waits, new ones may come */
    for (struct http_held *next; list != NULL; list = next) {
        next = list->next;
        list->run(s, list->m, list->rest);
        let_go(list);
    }
    http_run(s);
}

/* The library must not end while requests are suspended. */
void http_stop(struct server *s)
{
    if (s->daemon == NULL)
        return;
    for (struct http_held *h; (h = s->http_held) != NULL;) {
        s->http_held = h->next;
        send_plain(s, h->m, MHD_HTTP_SERVICE_UNAVAILABLE, "the server stops\n");
        let_go(h);
    }
    http_run(s);
    MHD_stop_daemon(s->daemon);
    s->daemon = NULL;
}

/* ---- all paths ---- */

/* `/ws` and `/ws/TABLE` are the same: by the table a balancer sends its people to one server. */
static bool is_socket_path(const char *url)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    size_t n = strlen(url) > 4 ? strspn(url + 4, letters) : 0;
    return strcmp(url, "/ws") == 0 || (n > 0 && n <= 64 && url[4 + n] == '\0');
}

static enum MHD_Result get(struct server *s, struct MHD_Connection *m, const char *url)
{
    const struct asset *a = find_asset(url);
    if (strcmp(url, "/ws") == 0 || strncmp(url, "/ws/", 4) == 0)
        return is_socket_path(url) ? hold(s, m, open_socket, url[3] == '/' ? url + 4 : "")
                                   : send_plain(s, m, MHD_HTTP_NOT_FOUND, "no such table\n");
    if (strcmp(url, "/healthz") == 0)
        return send_health(s, m);
    if (strcmp(url, "/metrics") == 0)
        return metrics_are_open(s, m)
                   ? send_metrics(s, m)
                   : send_plain(s, m, MHD_HTTP_FORBIDDEN,
                                "only from the server's own machine, or with its token\n");
    if (strncmp(url, "/record/", 8) == 0)
        return hold(s, m, send_record, url + 8);
    if (a == NULL)
        return send_plain(s, m, MHD_HTTP_NOT_FOUND, "not found\n");
    return preview_is_due(s, url) ? hold(s, m, send_page, url) : send_asset(s, m, a);
}

static enum MHD_Result answer(void *source, struct MHD_Connection *m, const char *url,
                              const char *method, const char *version, const char *data,
                              size_t *data_len, void **state)
{
    static int seen, answered;
    struct server *s = source;
    (void)data;
    if (*state == &answered) /* it was held back, and got no answer */
        return MHD_NO;
    if (*state == NULL) { /* before the body; an answer given here ends the connection */
        unsigned status;
        const char *why = head_refuse(s, m, version, &status);
        *state = &seen;
        return why == NULL ? MHD_YES : send_plain(s, m, status, why);
    }
    if (*data_len > 0) { /* bodies are ignored */
        *data_len = 0;
        return MHD_YES;
    }
    if (!limits_take(s, LIMIT_HTTP, head_origin(s, m).hash, 0)) {
        s->metrics.refused[REFUSED_RATE]++;
        return send_plain(s, m, MHD_HTTP_TOO_MANY_REQUESTS, "too many requests\n");
    }
    *state = &answered;
    if (strcmp(method, "POST") == 0 && strncmp(url, "/enter/", 7) == 0)
        return hold(s, m, use_code, url + 7);
    if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
        return send_plain(s, m, MHD_HTTP_METHOD_NOT_ALLOWED, "only GET and HEAD\n");
    return get(s, m, url);
}

/* ---- starting ---- */

/* The library's options for TLS; it takes a function as a plain pointer, and only reads texts. */
static void fill_tls_options(struct MHD_OptionItem tls[3])
{
    union {
        gnutls_certificate_retrieve_function2 *function;
        const char *text;
        void *theirs;
    } choose = {.function = tls_choose}, priorities = {.text = tls_priorities};
    tls[0] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_CERT_CALLBACK, 0, choose.theirs};
    tls[1] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_PRIORITIES, 0, priorities.theirs};
    tls[2] = (struct MHD_OptionItem){MHD_OPTION_END, 0, NULL};
}

struct MHD_Daemon *http_start(struct server *s, char *why, size_t cap)
{
    unsigned flags = MHD_USE_EPOLL | MHD_ALLOW_UPGRADE | MHD_ALLOW_SUSPEND_RESUME;
    head_start(s);
    struct MHD_OptionItem tls[3] = {{MHD_OPTION_END, 0, NULL}};
    struct MHD_OptionItem per_address[2] = {{MHD_OPTION_END, 0, NULL}};
    if (s->settings->tls_cert[0] != '\0') {
        if (!tls_load(s->settings, why, cap))
            return NULL;
        flags |= MHD_USE_TLS;
        fill_tls_options(tls);
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
    if (d == NULL)
        snprintf(why, cap, "cannot start the HTTP library");
    return d;
}
