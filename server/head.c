/*
 * Reads the head of an HTTP request, and decides how much of it to trust: the client's address, the
 * name of this server, the origin of the page, and where the request ends.
 *
 *  - X-Forwarded headers count only behind a trusted proxy (trust-proxy), and of them only what
 *    the proxy itself added: the last entry of the last header.
 *  - A browser can be made to send a foreign name to this address (DNS rebinding), and would
 *    then take a foreign page's requests for the server's own. So Host must be a name of this
 *    server, and Origin must be the same name.
 *  - A request whose length can be read in two ways is refused: a proxy may have read the other.
 */
#include <microhttpd.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "server/address.h"
#include "server/head.h"
#include "server/identity.h"
#include "server/metrics.h"
#include "server/server.h"

enum { NAME_MAX_LENGTH = 253 };

const char *head_text(struct MHD_Connection *m, const char *name)
{
    const char *value = MHD_lookup_connection_value(m, MHD_HEADER_KIND, name);
    return value != NULL ? value : "";
}

/* ---- what a proxy adds ---- */

struct last {
    const char *name, *value;
};

static enum MHD_Result keep_last(void *context, enum MHD_ValueKind kind, const char *key,
                                 const char *value)
{
    struct last *last = context;
    (void)kind;
    if (strcasecmp(key, last->name) == 0)
        last->value = value != NULL ? value : "";
    return MHD_YES;
}

/* The last entry of the last such header, without spaces at its ends; its length is 0 if there is
   none. */
static const char *find_forwarded(const struct server *s, struct MHD_Connection *m,
                                  const char *name, size_t *len)
{
    struct last last = {.name = name, .value = ""};
    if (s->settings->trust_proxy)
        MHD_get_connection_values(m, MHD_HEADER_KIND, keep_last, &last);
    const char *comma = strrchr(last.value, ','), *text = comma != NULL ? comma + 1 : last.value;
    text += strspn(text, " \t");
    *len = strcspn(text, " \t");
    return text[*len + strspn(text + *len, " \t")] == '\0' ? text : "";
}

struct origin head_origin(const struct server *s, struct MHD_Connection *m)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(m, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    struct origin from = {.hash = 0};
    size_t len;
    const char *text = find_forwarded(s, m, "X-Forwarded-For", &len);
    /* A text that is no address counts as the proxy's own, so that none makes a new client. */
    if ((len > 0 && address_read(text, len, &from.address)) ||
        (info != NULL && address_of_socket(info->client_addr, &from.address))) {
        const struct address network = address_find_network(&from.address);
        from.hash = identity_hash(s, from.address.bytes, from.address.n);
        from.network = identity_hash(s, &network, sizeof network);
    }
    return from;
}

bool head_is_secure(const struct server *s, struct MHD_Connection *m)
{
    size_t len;
    const char *text = find_forwarded(s, m, "X-Forwarded-Proto", &len);
    if (s->settings->trust_proxy)
        return len == 5 && strncmp(text, "https", len) == 0;
    return s->settings->tls_cert[0] != '\0';
}

/* ---- names ---- */

void head_start(struct server *s)
{
    if (gethostname(s->hostname, sizeof s->hostname - 1) != 0)
        s->hostname[0] = '\0';
}

static const char *find_host(const struct server *s, struct MHD_Connection *m, size_t *len)
{
    const char *host = find_forwarded(s, m, "X-Forwarded-Host", len);
    if (*len > 0)
        return host;
    host = head_text(m, "Host");
    *len = strlen(host);
    return host;
}

static bool is_word(const char *text, size_t len, const char *word, size_t word_len)
{
    return len == word_len && len > 0 && strncasecmp(text, word, len) == 0;
}

static bool is_listed(const char *list, const char *name, size_t len)
{
    for (const char *p = list + strspn(list, ", \t"); *p != '\0';) {
        size_t n = strcspn(p, ", \t");
        if (is_word(name, len, p, n) || (n == 1 && *p == '*'))
            return true;
        p += n;
        p += strspn(p, ", \t");
    }
    return false;
}

/* The machine's name, in full or not, also in the local network. */
static bool is_machine(const struct server *s, const char *name, size_t len)
{
    static const char local[] = ".local";
    size_t whole = strlen(s->hostname), first = strcspn(s->hostname, "."), tail = sizeof local - 1;
    return is_word(name, len, s->hostname, whole) || is_word(name, len, s->hostname, first) ||
           (len > tail && is_word(name + len - tail, tail, local, tail) &&
            is_word(name, len - tail, s->hostname, first));
}

static bool is_localhost(const char *name, size_t len)
{
    static const char local[] = ".localhost";
    size_t tail = sizeof local - 1;
    return is_word(name, len, local + 1, tail - 1) ||
           (len > tail && is_word(name + len - tail, tail, local, tail));
}

static bool is_own_name(const struct server *s, const char *host, size_t len)
{
    struct address address;
    if (address_read(host, len, &address))
        return host[0] == '[' || memchr(host, '.', len) != NULL;
    const char *colon = memchr(host, ':', len);
    if (colon != NULL && !address_is_port(colon + 1, len - (size_t)(colon + 1 - host)))
        return false;
    len = colon != NULL ? (size_t)(colon - host) : len;
    len -= len > 0 && host[len - 1] == '.';
    return len <= NAME_MAX_LENGTH && (is_localhost(host, len) || is_machine(s, host, len) ||
                                      is_listed(s->settings->names, host, len));
}

bool head_write_site(const struct server *s, struct MHD_Connection *m, struct buf *b)
{
    size_t len;
    const char *host = find_host(s, m, &len);
    if (len == 0 || !is_own_name(s, host, len))
        return false;
    buf_put(b, head_is_secure(s, m) ? "https://" : "http://");
    buf_put_bytes(b, host, len);
    return true;
}

bool head_is_own_origin(const struct server *s, struct MHD_Connection *m)
{
    const char *origin = head_text(m, "Origin");
    size_t len, scheme = strcspn(origin, ":");
    const char *host = find_host(s, m, &len);
    if (origin[0] == '\0')
        return true;
    bool secure = is_word(origin, scheme, "https", 5);
    if (!secure && (head_is_secure(s, m) || !is_word(origin, scheme, "http", 4)))
        return false;
    const char *name = origin + scheme;
    return strncmp(name, "://", 3) == 0 && is_word(name + 3, strlen(name + 3), host, len);
}

/* ---- languages ---- */

/* The quality of an item such as `uk-UA;q=0.8`, in thousandths. */
static int read_quality(const char *item, size_t len)
{
    const char *q = memchr(item, '=', len), *end = item + len;
    if (q == NULL || ++q == end)
        return 1000;
    if (*q != '0')
        return *q == '1' ? 1000 : 0;
    int value = 0, weight = 100;
    for (q += q + 1 < end && q[1] == '.' ? 2 : 1; q < end && *q >= '0' && *q <= '9'; q++) {
        value += weight * (*q - '0');
        weight /= 10;
    }
    return value;
}

enum words_language head_language(struct MHD_Connection *m)
{
    enum words_language best = WORDS_EN, found;
    int most = 0;
    for (const char *p = head_text(m, "Accept-Language"); *p != '\0'; p += strspn(p, ",")) {
        char tag[16] = "";
        p += strspn(p, " \t");
        size_t item = strcspn(p, ","), len = strcspn(p, ",; \t");
        for (size_t i = 0; i < len && len < sizeof tag; i++)
            tag[i] = (char)(p[i] >= 'A' && p[i] <= 'Z' ? p[i] + 32 : p[i]);
        int quality = read_quality(p, item);
        if (quality > most && words_find_language(tag, &found)) {
            best = found;
            most = quality;
        }
        p += item;
    }
    return best;
}

/* ---- what is refused ---- */

struct count {
    int hosts, lengths, encodings;
    bool bad;
};

static enum MHD_Result count_header(void *context, enum MHD_ValueKind kind, const char *key,
                                    const char *value)
{
    struct count *n = context;
    (void)kind, (void)value;
    n->hosts += strcasecmp(key, "Host") == 0;
    n->lengths += strcasecmp(key, "Content-Length") == 0;
    n->encodings += strcasecmp(key, "Transfer-Encoding") == 0;
    n->bad = n->bad || strpbrk(key, " \t") != NULL;
    return MHD_YES;
}

const char *head_refuse(struct server *s, struct MHD_Connection *m, const char *version,
                        unsigned *status)
{
    struct count n = {.hosts = 0};
    size_t len;
    MHD_get_connection_values(m, MHD_HEADER_KIND, count_header, &n);
    *status = MHD_HTTP_BAD_REQUEST;
    if (n.bad || n.encodings > 0 || n.lengths > 1)
        return "the length of the request is not clear\n";
    if (n.hosts > 1 || (n.hosts == 0 && strcmp(version, "HTTP/1.0") != 0))
        return "one Host is needed\n";
    const char *host = find_host(s, m, &len);
    if (n.hosts == 0 || is_own_name(s, host, len))
        return NULL;
    s->metrics.refused[REFUSED_HOST]++;
    *status = MHD_HTTP_MISDIRECTED_REQUEST;
    return "this is not a name of the server; its host can allow it: parlor serve --names\n";
}
